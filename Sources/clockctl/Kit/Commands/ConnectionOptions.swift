package import ArgumentParser
package import ClockRuntime

/// The options for the connection to the coordinator, the same for every command.
package struct ConnectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The MQTT broker's address, 127.0.0.1 unless set.", valueName: "host[:port]"),
        transform: { text in
            if text.hasPrefix("/") { return BrokerAddress(host: text) }
            guard let address = BrokerAddress(text) else {
                throw ValidationError(
                    "\"\(text)\" is not a broker's address; say a host like clock.example or 192.168.1.5, "
                        + "with a port after a colon where it is not the usual one")
            }
            return address
        })
    package var broker: BrokerAddress?

    @Option(help: ArgumentHelp("The site, home unless set.", valueName: "name"))
    package var site: String?

    @Option(
        help: ArgumentHelp("Configuration file to read instead of the usual ones.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    package var config: String?

    @Option(help: ArgumentHelp("User name at the broker.", valueName: "name"))
    var username: String?

    @Option(help: ArgumentHelp("File with the password at the broker.", valueName: "file"), completion: .file())
    var passwordFile: String?

    @Option(
        help: ArgumentHelp(
            "PEM file of the authority that signed the broker's certificate; turns TLS on.", valueName: "file"),
        completion: .file())
    var tlsCa: String?

    @Option(help: ArgumentHelp("PEM file of this client's certificate.", valueName: "file"), completion: .file())
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("PEM file of the certificate's private key.", valueName: "file"), completion: .file())
    var tlsKey: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("Who asks, for others to see; your user and computer unless set.", valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp("How long to wait for an answer, 0.1 to 300.", valueName: "seconds"),
        transform: { text in
            guard let seconds = Double(text), (0.1...300).contains(seconds) else {
                throw ValidationError("\"\(text)\" is not a time-out; say seconds from 0.1 to 300")
            }
            return Duration.milliseconds(Int64(seconds * 1000))
        })
    package var timeout: Duration?

    /// Flags by the name of the setting that they set.
    package var flags: [String: String] {
        var flags: [String: String] = [:]
        flags["broker.host"] = broker?.host
        flags["broker.port"] = broker?.port.map(String.init)
        flags["site"] = site
        flags["broker.username"] = username
        flags["broker.password_file"] = passwordFile
        flags["broker.tls.ca"] = tlsCa
        flags["broker.tls.certificate"] = tlsCertificate
        flags["broker.tls.key"] = tlsKey
        return flags
    }

    /// - Throws: ``FatalError`` naming the setting and its source.
    package func settings(environment: [String: String]) throws(FatalError) -> ConnectionSettings {
        var settings = try ConnectionSettings.load(file: config, flags: flags, environment: environment)
        settings.person = name ?? RingSilencer.asker(environment: environment)
        return settings
    }

    package func timeout(standard: Duration) -> Duration { timeout ?? standard }

    package init() {}
}
