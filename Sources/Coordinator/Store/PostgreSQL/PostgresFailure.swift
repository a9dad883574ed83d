internal import ClockCoordinatorCore

/// Why a database did not do what it was asked.
struct PostgresFailure: Error, CustomStringConvertible {
    enum Kind: Equatable {
        /// The connection is gone or was never there. What was under way may have been done or not.
        case lost
        /// The database refused it, with this SQLSTATE; nothing of the transaction is done.
        case refused(state: String)
    }

    var kind: Kind
    /// One line.
    var description: String

    /// A server's own words may be megabytes.
    private static let maximumScalars = 600

    init(_ kind: Kind, _ text: String) {
        self.kind = kind
        // libpq ends its messages with a new line, and puts details on further ones.
        description = String(
            text.split(whereSeparator: \.isNewline).joined(separator: "; ").unicodeScalars.prefix(Self.maximumScalars))
    }

    /// Another transaction was in the way, and there is nothing wrong with this one.
    var isWorthAnotherTry: Bool {
        switch kind {
        case .lost: false
        case .refused(let state): state == "40001" || state == "40P01"
        }
    }

    /// Somebody else holds the row for longer than it was waited for.
    var isLocked: Bool { kind == .refused(state: "55P03") }

    /// What ``PostgresWriting/fence`` raises where the lease is another's. No other statement here divides.
    var isFence: Bool { kind == .refused(state: "22012") }
}

extension StoreError {
    /// - Parameter doing: what was tried, to begin a sentence with, such as `cannot write the store`.
    init(_ failure: PostgresFailure, _ doing: String, name: String) {
        let text = "\(doing) \(name): \(failure)"
        switch failure.kind {
        case .lost: self.init(.failed, text)
        case .refused(let state):
            switch state {
            case "53100": self.init(.full, "\(text); free some space on the database's machine")
            case "25006", "42501": self.init(.notWritable, "\(text); see that the coordinator's role may write there")
            case "XX001", "XX002": self.init(.corrupt, text)
            default: self.init(.failed, "\(text) (SQLSTATE \(state))")
            }
        }
    }
}
