/// The command's output says all; only the exit code is left to tell that it is bad news.
package struct SilentFailure: Error {
    package init() {}
}
