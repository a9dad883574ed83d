package import ArgumentParser

/// A command that clockctl declares and a part carries out. The part has a ``ClockctlCommand`` of it.
package protocol PartCommand: ParsableCommand {
    static var part: Part { get }
}

package protocol PKIPartCommand: PartCommand {}
extension PKIPartCommand { package static var part: Part { .pki } }

package protocol VoicePartCommand: PartCommand {}
extension VoicePartCommand { package static var part: Part { .voice } }

package protocol WebPartCommand: PartCommand {}
extension WebPartCommand { package static var part: Part { .web } }
