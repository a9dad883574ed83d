internal import ArgumentParser
package import ClockSite

package struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON instead of text.")
    package var json = false

    package init() {}

    /// Writes a result as JSON, or as lines for people.
    package func write(_ document: some Encodable, on console: Console, _ lines: () -> [StyledText]) {
        if json { console.write(JSONOutput.text(document)) } else { console.write(lines()) }
    }

    /// The same for a command that is for as many things as are named.
    package func write(oneOrSeveral documents: [some Encodable], on console: Console, _ lines: () -> [StyledText]) {
        if json { console.write(JSONOutput.text(oneOrSeveral: documents)) } else { console.write(lines()) }
    }
}
