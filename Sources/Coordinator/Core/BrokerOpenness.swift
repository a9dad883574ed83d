/// Whom the broker takes without a name.
public enum BrokerOpenness: Hashable, Sendable {
    /// Nobody.
    case closed
    /// Programs on the coordinator's machine.
    case thisMachine
    /// Everybody who reaches it.
    case everybody
}
