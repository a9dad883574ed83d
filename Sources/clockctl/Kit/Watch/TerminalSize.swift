/// Character cells of a terminal.
struct TerminalSize: Hashable, Sendable {
    var columns: Int
    var rows: Int
}
