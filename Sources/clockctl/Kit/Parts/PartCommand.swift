package import ArgumentParser

/// A command that is declared here and carried out by a part. The part has a ``ClockctlCommand`` of it.
package protocol PartCommand: ParsableCommand {
    static var part: Part { get }
}
