/// A program's way to the broker: its MQTT client, and the network between the two. It has its machine's number.
struct Port {
    var client: ClientModel
    var link: Link
    var outward: LinkDirection
    var homeward: LinkDirection
    /// Of what came to the host while nothing went out from it.
    var heldAcknowledgements: [UInt32] = []
    /// Numbers the times that the connection was put in doubt, which a keep-alive settles at either end.
    var doubt: Int32 = 0
    var doubtAtBroker: Int32 = 0

    /// The way is free again.
    mutating func endDoubt() {
        doubt += 1
        doubtAtBroker += 1
    }
}
