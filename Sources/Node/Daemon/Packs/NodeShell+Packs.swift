internal import ClockDomain
internal import ClockMQTT
internal import ClockWire
internal import Logging

extension NodeShell {
    /// Subscribes to a pack's files.
    func fetch(pack: SoundID, _ mqtt: MQTTClient) {
        do throws(MQTTError) {
            try mqtt.subscribe([MQTTSubscription(topics.packFilter(pack), takesRetained: false)])
        } catch {
            // Only a client that ends refuses; the next start looks again.
            logger.debug("not subscribed to voice pack \(pack.short): \(error)")
        }
    }

    func leave(pack: SoundID, _ mqtt: MQTTClient) {
        do throws(MQTTError) {
            try mqtt.unsubscribe([topics.packFilter(pack)])
        } catch {
            logger.debug("not unsubscribed from voice pack \(pack.short): \(error)")
        }
    }
}
