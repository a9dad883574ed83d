internal import ClockCoordinatorCore

/// The reason for which a database operation failed.
struct PostgresFailure: Error, CustomStringConvertible {
    enum Kind: Equatable {
        /// There is no connection. The operation under way may or may not have been done.
        case lost
        /// The database refused it, with this SQLSTATE, and nothing of the transaction is done.
        case refused(state: String)
    }

    var kind: Kind
    /// One line.
    var description: String

    /// A server's own text may be megabytes long.
    private static let maximumScalars = 600

    init(_ kind: Kind, _ text: String) {
        self.kind = kind
        // libpq ends its messages with a new line, and puts details on further ones.
        description = String(
            text.split(whereSeparator: \.isNewline).joined(separator: "; ").unicodeScalars.prefix(Self.maximumScalars))
    }

    /// True if another transaction was in the way, and this one is sound.
    var isWorthAnotherTry: Bool {
        switch kind {
        case .lost: false
        case .refused(let state): state == "40001" || state == "40P01"
        }
    }

    /// True if another transaction holds the row for longer than the lock timeout.
    var isLocked: Bool { kind == .refused(state: "55P03") }

    /// True for the error that ``PostgresLease/fence`` raises when another coordinator has the lease. No other
    /// statement here divides.
    var isFence: Bool { kind == .refused(state: "22012") }
}

extension StoreError {
    /// - Parameter doing: the failed action, as the start of a sentence, such as `cannot write the store`.
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
