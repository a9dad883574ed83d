package import ArgumentParser

/// The doctor's request to the program that keeps the authority; people have `clockctl pki list`.
package struct PkiExamineCommand: PKIPartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "examine", abstract: "Print the doctor's checks of the authority as JSON.", shouldDisplay: false)

    @OptionGroup package var pki: PkiOptions

    package init() {}
}
