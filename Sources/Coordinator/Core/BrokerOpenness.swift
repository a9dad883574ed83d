/// The clients that the broker accepts without a user name.
public enum BrokerOpenness: Hashable, Sendable {
    /// Nobody.
    case closed
    /// Clients on the coordinator's machine.
    case thisMachine
    /// Every client that reaches the broker.
    case everybody
}
