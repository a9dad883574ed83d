import ClockDomain
import ClockMQTT

/// The broker that is measured on, and the site that the coordinator serves there.
struct Broker {
    var host: String
    var port: Int
    var site: SiteID

    func configuration(clientID: String) -> MQTTConfiguration {
        var configuration = MQTTConfiguration(host: host, port: port, clientID: clientID)
        // As the coordinator: what comes at once shall not wait for acknowledgements in the broker.
        configuration.receiveMaximum = 1_000
        return configuration
    }
}
