import CMosquitto
import Glibc

// libmosquitto calls these on the network thread, from within a call that the connection made on its handle, so the
// connection is alive and nothing else touches it. libmosquitto frees the arguments' memory after the callback, so the
// callbacks copy everything. No callback calls a function that waits.

extension MQTTConnection {
    func setCallbacks() {
        mosquitto_log_callback_set(handle) { _, context, level, text in
            guard let text else { return }
            MQTTConnection.from(context)?.handleLog(level: level, text: String(cString: text))
        }
        mosquitto_connect_v5_callback_set(handle) { _, context, code, flags, properties in
            MQTTConnection.from(context)?.handleConnect(code: code, flags: flags, properties: properties)
        }
        mosquitto_disconnect_v5_callback_set(handle) { _, context, code, _ in
            MQTTConnection.from(context)?.handleDisconnect(code: code)
        }
        mosquitto_message_v5_callback_set(handle) { _, context, message, properties in
            // Before anything else: this is the receipt time.
            let receipt = MQTTReceipt(
                bootNanoseconds: SystemClocks.boot(), realtimeNanoseconds: SystemClocks.realtime())
            guard let message else { return }
            MQTTConnection.from(context)?.handleMessage(message.pointee, properties: properties, receipt: receipt)
            // The library reads errno to learn if the socket is empty.
            errno = 0
        }
        mosquitto_publish_v5_callback_set(handle) { _, context, packet, code, _ in
            MQTTConnection.from(context)?.owner.acknowledged(packet: packet, reasonCode: UInt8(clamping: code))
        }
        mosquitto_subscribe_v5_callback_set(handle) { _, context, packet, count, codes, _ in
            guard let codes, count > 0 else { return }
            MQTTConnection.from(context)?.handleSubscribe(packet: packet, code: codes[0])
        }
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> MQTTConnection? {
        context.map { Unmanaged<MQTTConnection>.fromOpaque($0).takeUnretainedValue() }
    }

    private func handleLog(level: Int32, text: String) {
        switch level {
        case Int32(MOSQ_LOG_ERR):
            if firstLoggedError == nil { firstLoggedError = Self.withoutPrefix(text) }
            owner.logged(.error, text)
        case Int32(MOSQ_LOG_WARNING): owner.logged(.warning, text)
        default: break
        }
    }

    /// "OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify failed" -> "certificate verify failed".
    private static func withoutPrefix(_ text: String) -> String {
        var line = text[...]
        if line.hasPrefix("OpenSSL Error"), let colon = line.lastIndex(of: ":") {
            line = line[line.index(after: colon)...]
        }
        if line.hasPrefix("Error: ") { line = line.dropFirst(7) }
        return String(line.hasSuffix(".") ? line.dropLast() : line)
    }

    private func handleConnect(code: Int32, flags: Int32, properties: OpaquePointer?) {
        guard code == 0 else {
            failure = .refused(configuration, code: UInt8(clamping: code))
            return
        }
        if let limit = MQTTBrokerLimit(properties, needing: configuration.needs) {
            failure = .limited(configuration, limit)
            return
        }
        if let maximum = MQTTProperties.int16(properties, MQTT_PROP_RECEIVE_MAXIMUM), maximum > 0 {
            sendMaximum = Int(maximum)
        }
        if let seconds = MQTTProperties.int16(properties, MQTT_PROP_SERVER_KEEP_ALIVE), seconds > 0 {
            keepAliveSeconds = Int(seconds)
        }
        isAccepted = true
        owner.accepted(self, sessionPresent: flags & 1 != 0)
    }

    private func handleDisconnect(code: Int32) {
        // The same callback reports the library's own codes, below 0x80, which come back from the call as well.
        guard failure == nil, let reasonCode = UInt8(exactly: code), MQTTReasonCode.isRefusal(reasonCode) else {
            return
        }
        failure = .endedByBroker(configuration, code: reasonCode)
    }

    private func handleSubscribe(packet: Int32, code: Int32) {
        guard let subscription = subscriptions.removeValue(forKey: packet) else { return }
        owner.answered(subscription, reasonCode: UInt8(clamping: code))
    }

    private func handleMessage(_ raw: mosquitto_message, properties: OpaquePointer?, receipt: MQTTReceipt) {
        guard let name = raw.topic, let topic = String(validatingCString: name) else {
            owner.discardedIncoming("a message with a topic that is not UTF-8")
            return
        }
        let count = Int(raw.payloadlen)
        // Brokers that honour the maximum packet size discard such a message themselves.
        if count > Int(configuration.maximumPacketSize) {
            owner.discardedIncoming(
                "a message of \(count) bytes on \"\(topic)\"; the limit is \(configuration.maximumPacketSize)")
            return
        }
        let payload = raw.payload.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
        let message = MQTTMessage(
            topic: topic,
            payload: payload,
            qos: raw.qos == 0 ? .atMostOnce : .atLeastOnce,
            retain: raw.retain,
            messageExpirySeconds: MQTTProperties.int32(properties, MQTT_PROP_MESSAGE_EXPIRY_INTERVAL),
            responseTopic: MQTTProperties.string(properties, MQTT_PROP_RESPONSE_TOPIC),
            correlationData: MQTTProperties.binary(properties, MQTT_PROP_CORRELATION_DATA),
            contentType: MQTTProperties.string(properties, MQTT_PROP_CONTENT_TYPE)
        )
        owner.received(message, receipt)
    }
}
