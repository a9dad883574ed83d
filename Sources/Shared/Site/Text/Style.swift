/// The emphasis of a piece of text on a terminal.
package enum Style: Hashable, Sendable {
    case plain, dim, bold, good, warning, bad

    /// ECMA-48 "select graphic rendition" parameters; `nil` for plain text.
    package var parameters: String? {
        switch self {
        case .plain: nil
        case .dim: "2"
        case .bold: "1"
        case .good: "32"
        case .warning: "33"
        case .bad: "31"
        }
    }
}
