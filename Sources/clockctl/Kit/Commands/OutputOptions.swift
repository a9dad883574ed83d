internal import ArgumentParser

/// The form of the output.
package struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON instead of text.")
    package var json = false

    package init() {}
}
