import ClockDomain
import ClockMQTT

/// The broker of the measurement, and the site that the coordinator serves there.
struct Broker {
    var host: String
    var port: Int
    var site: SiteID

    func configuration(clientID: String) -> MQTTConfiguration {
        var configuration = MQTTConfiguration(host: host, port: port, clientID: clientID)
        // As the coordinator: a burst must not wait in the broker for acknowledgements.
        configuration.receiveMaximum = 1_000
        return configuration
    }
}
