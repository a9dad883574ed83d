package import ArgumentParser

/// A command that clockctl declares and a part carries out. The part has a ``ClockctlCommand`` of it.
package protocol PartCommand: ParsableCommand {
    static var part: Part { get }
}
