internal import ArgumentParser

package struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON instead of text.")
    package var json = false

    package init() {}
}
