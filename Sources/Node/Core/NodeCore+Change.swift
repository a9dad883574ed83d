extension NodeCore {
    /// What has changed of that from which everything due is derived.
    enum Change: Hashable, Sendable {
        case started
        /// Another document is obeyed.
        case document(hasOtherAlarms: Bool)
        case trustWon
        case trustLost
        /// The wall clock shows another time than it did.
        case clockSet
        /// The rules of a zone.
        case zone
        /// How long before its instant a sound is handed to the output.
        case leadIn

        /// Whether an instant of the wall clock may be another one of the boot clock.
        var movesInstants: Bool {
            switch self {
            case .started, .trustWon, .trustLost, .clockSet: true
            case .document, .zone, .leadIn: false
            }
        }
    }
}
