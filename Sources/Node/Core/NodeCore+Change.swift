extension NodeCore {
    /// A change in the inputs from which everything due is derived.
    enum Change: Hashable, Sendable {
        case started
        /// Another document is in force.
        case document(hasOtherAlarms: Bool)
        case trustWon, trustLost
        /// The wall clock shows another time than it did.
        case clockSet
        /// The rules of a zone are other ones.
        case zone
        /// The time between a sound's start in the output and its instant.
        case leadIn

        /// True when an instant of the wall clock may now fall at another instant of the boot clock.
        var movesInstants: Bool {
            switch self {
            case .started, .trustWon, .trustLost, .clockSet: true
            case .document, .zone, .leadIn: false
            }
        }
    }
}
