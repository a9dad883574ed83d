import CMosquitto
import Glibc

/// A libmosquitto property list, freed by `deinit` unless its ownership was given away.
final class MQTTProperties {
    private(set) var list: OpaquePointer?

    deinit { mosquitto_property_free_all(&list) }

    /// Gives up ownership after a call that took it.
    func release() { list = nil }

    func add(int32 value: UInt32, _ identifier: mqtt5_property) {
        // Fails only without memory, which Swift does not survive either.
        mosquitto_property_add_int32(&list, Int32(identifier.rawValue), value)
    }

    /// Adds a message's properties; returns the name of the one that the library does not take.
    func add(_ message: MQTTMessage) -> String? {
        if let seconds = message.messageExpirySeconds { add(int32: seconds, MQTT_PROP_MESSAGE_EXPIRY_INTERVAL) }
        if let type = message.contentType, !add(string: type, MQTT_PROP_CONTENT_TYPE) { return "content type" }
        if let topic = message.responseTopic, !add(string: topic, MQTT_PROP_RESPONSE_TOPIC) { return "response topic" }
        if let data = message.correlationData {
            let result = mosquitto_property_add_binary(
                &list, Int32(MQTT_PROP_CORRELATION_DATA.rawValue), data, UInt16(data.count))
            if result != MOSQ_ERR_SUCCESS.rawValue { return "correlation data" }
        }
        return nil
    }

    private func add(string: String, _ identifier: mqtt5_property) -> Bool {
        mosquitto_property_add_string(&list, Int32(identifier.rawValue), string) == MOSQ_ERR_SUCCESS.rawValue
    }

    // Reading: lists that the library lends to its callbacks.

    static func byte(_ list: OpaquePointer?, _ identifier: mqtt5_property) -> UInt8? {
        var value: UInt8 = 0
        return mosquitto_property_read_byte(list, Int32(identifier.rawValue), &value, false) == nil ? nil : value
    }

    static func int16(_ list: OpaquePointer?, _ identifier: mqtt5_property) -> UInt16? {
        var value: UInt16 = 0
        return mosquitto_property_read_int16(list, Int32(identifier.rawValue), &value, false) == nil ? nil : value
    }

    static func int32(_ list: OpaquePointer?, _ identifier: mqtt5_property) -> UInt32? {
        var value: UInt32 = 0
        return mosquitto_property_read_int32(list, Int32(identifier.rawValue), &value, false) == nil ? nil : value
    }

    static func string(_ list: OpaquePointer?, _ identifier: mqtt5_property) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard mosquitto_property_read_string(list, Int32(identifier.rawValue), &value, false) != nil, let value else {
            return nil
        }
        defer { free(value) }
        return String(validatingCString: value)
    }

    static func binary(_ list: OpaquePointer?, _ identifier: mqtt5_property) -> [UInt8]? {
        var value: UnsafeMutableRawPointer?
        var count: UInt16 = 0
        guard mosquitto_property_read_binary(list, Int32(identifier.rawValue), &value, &count, false) != nil else {
            return nil
        }
        defer { free(value) }
        return value.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: Int(count))) } ?? []
    }
}
