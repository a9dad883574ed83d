/// A failure that the command's output explains already; it sets only the exit code.
package struct SilentFailure: Error {
    package init() {}
}
