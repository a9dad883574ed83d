/// A program's way to the broker: its MQTT client, and the network between the two. It has its machine's number.
struct Port {
    var client: ClientModel
    var link: Link
    var outward: LinkDirection
    var homeward: LinkDirection
    /// Acknowledgements of messages that reached the host while its outward way was blocked.
    var heldAcknowledgements: [UInt32] = []
    /// Numbers the periods of doubt about the connection; at each end a keep-alive resolves the doubt.
    var doubt: Int32 = 0
    var doubtAtBroker: Int32 = 0

    subscript(isOutward: Bool) -> LinkDirection {
        _read { if isOutward { yield outward } else { yield homeward } }
        _modify { if isOutward { yield &outward } else { yield &homeward } }
    }

    /// Ends the doubt at both ends, because the way is free again.
    mutating func endDoubt() {
        doubt += 1
        doubtAtBroker += 1
    }
}
