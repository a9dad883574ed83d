import CMosquitto
import Glibc

extension MQTTConnection {
    /// Puts the configuration into the handle.
    func configure() throws(MQTTFailure) {
        try set("protocol version", mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5))
        // A packet is a message here and waits for nothing; Nagle's algorithm would hold small ones back.
        try set("TCP_NODELAY", mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1))
        try set(
            "receive maximum",
            mosquitto_int_option(handle, MOSQ_OPT_RECEIVE_MAXIMUM, Int32(configuration.receiveMaximum)))
        // The outbox keeps the outgoing window, with the broker's own limit from its CONNACK.
        try set("send maximum", mosquitto_int_option(handle, MOSQ_OPT_SEND_MAXIMUM, 65_535))
        if let login = configuration.login {
            try set("user name", mosquitto_username_pw_set(handle, login.username, login.password))
        }
        if let will = configuration.will { try set(will: will) }
        if let tls = configuration.tls { try set(tls: tls) }
        try setConnectProperties()
    }

    private func set(will: MQTTConfiguration.Will) throws(MQTTFailure) {
        let message = will.message
        let properties = MQTTProperties()
        if let failed = properties.add(message) {
            throw MQTTFailure(reason: .outOfResources, message: "cannot encode \(failed) of the last will")
        }
        if will.delaySeconds > 0 { properties.add(int32: will.delaySeconds, MQTT_PROP_WILL_DELAY_INTERVAL) }
        try set(
            "last will",
            mosquitto_will_set_v5(
                handle, message.topic, Int32(message.payload.count), message.payload, Int32(message.qos.rawValue),
                message.retain, properties.list))
        // The handle owns them from here.
        properties.release()
    }

    private func set(tls: MQTTConfiguration.TLS) throws(MQTTFailure) {
        // The library answers an unreadable file with "invalid arguments"; find out first which one and why.
        let files = [("CA file", tls.caFile), ("certificate", tls.certificateFile), ("key", tls.keyFile)]
        for (what, path) in files {
            guard let path else { continue }
            let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
            if descriptor < 0 { throw .tlsFile(what, path, error: errno) }
            close(descriptor)
        }
        let usesSystemCertificates = tls.caFile == nil && tls.caDirectory == nil
        if usesSystemCertificates {
            try set("system certificates", mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1))
        }
        // The library wants one of file and directory even with the system's certificates.
        let directory = usesSystemCertificates ? "/etc/ssl/certs" : tls.caDirectory
        try set(
            "TLS files",
            mosquitto_tls_set(handle, tls.caFile, directory, tls.certificateFile, tls.keyFile) { buffer, size, _, _ in
                // Without a callback OpenSSL would ask for an encrypted key's password on the terminal.
                if let buffer, size > 0 { buffer[0] = 0 }
                return 0
            })
        if !tls.verifiesHostname { try set("TLS host name check", mosquitto_tls_insecure_set(handle, true)) }
    }

    /// Stores the CONNECT properties in the handle.
    ///
    /// Only the blocking connect call takes properties, and it keeps them for later attempts. Without a host it stores
    /// them and fails at once (so in 2.0.11 and 2.0.21), which leaves the attempt to the call that does not block.
    private func setConnectProperties() throws(MQTTFailure) {
        let properties = MQTTProperties()
        properties.add(int32: configuration.maximumPacketSize, MQTT_PROP_MAXIMUM_PACKET_SIZE)
        if configuration.session.expirySeconds > 0 {
            properties.add(int32: configuration.session.expirySeconds, MQTT_PROP_SESSION_EXPIRY_INTERVAL)
        }
        let result = mosquitto_connect_bind_v5(
            handle, nil, Int32(configuration.port), Int32(configuration.keepAliveSeconds), nil, properties.list)
        if result != MOSQ_ERR_INVAL.rawValue { try set("connect properties", result) }
    }

    private func set(_ what: String, _ result: Int32) throws(MQTTFailure) {
        if result == MOSQ_ERR_SUCCESS.rawValue { return }
        let text = mosquitto_strerror(result).map { String(cString: $0) } ?? "error \(result)"
        throw MQTTFailure(
            reason: result == MOSQ_ERR_NOMEM.rawValue ? .outOfResources : .protocolError,
            message: "libmosquitto does not take the \(what) for broker \(configuration.endpoint): \(text)")
    }
}
