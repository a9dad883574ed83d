/// Character cells of a terminal.
package struct TerminalSize: Hashable, Sendable {
    package var columns: Int
    package var rows: Int
}
