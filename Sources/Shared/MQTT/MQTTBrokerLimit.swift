import CMosquitto

/// A property of a broker's CONNACK (MQTT 5, section 3.2.2.3) that keeps a program from working there.
enum MQTTBrokerLimit: Sendable, Equatable {
    case maximumQoS(UInt8)
    case retainNotAvailable, wildcardsNotAvailable
    case maximumPacketSize(UInt32, needed: UInt32)

    /// - Returns: `nil` where nothing is in the way.
    init?(_ properties: OpaquePointer?, needing needs: MQTTConfiguration.Needs) {
        if let qos = MQTTProperties.byte(properties, MQTT_PROP_MAXIMUM_QOS), qos < 1 {
            self = .maximumQoS(qos)
        } else if MQTTProperties.byte(properties, MQTT_PROP_RETAIN_AVAILABLE) == 0 {
            self = .retainNotAvailable
        } else if needs.wildcards, MQTTProperties.byte(properties, MQTT_PROP_WILDCARD_SUB_AVAILABLE) == 0 {
            self = .wildcardsNotAvailable
        } else if let size = MQTTProperties.int32(properties, MQTT_PROP_MAXIMUM_PACKET_SIZE), size < needs.packetSize {
            self = .maximumPacketSize(size, needed: needs.packetSize)
        } else {
            return nil
        }
    }

    /// The property by the standard's name, and the remedy.
    var words: String {
        switch self {
        case .maximumQoS(let qos):
            "its Maximum QoS is \(qos), and this program needs 1: allow QoS 1 there (mosquitto: max_qos 1 or 2)"
        case .retainNotAvailable:
            "its Retain Available is 0, and this program needs retained messages: allow them there "
                + "(mosquitto: retain_available true)"
        case .wildcardsNotAvailable:
            "its Wildcard Subscription Available is 0, and this program subscribes with wildcards: allow them there"
        case .maximumPacketSize(let size, let needed):
            "its Maximum Packet Size is \(size), and this program needs \(needed): raise it there "
                + "(mosquitto: max_packet_size \(needed))"
        }
    }
}
