internal import ClockDomain
internal import ClockMQTT
internal import ClockNodeAudio
internal import ClockNodeCore
internal import ClockRuntime
internal import ClockWire
internal import Logging

extension NodeShell {
    /// Subscribes to a sound's chunks.
    func fetch(_ sound: SoundID, _ mqtt: MQTTClient) {
        do throws(MQTTError) {
            try mqtt.subscribe([MQTTSubscription(topics.soundFilter(sound))])
        } catch {
            // Only a client that ends refuses: then nothing is to be played any more.
            logger.debug("not subscribed to sound \(sound.short): \(error)")
        }
    }

    func leave(_ sound: SoundID, _ mqtt: MQTTClient) {
        do throws(MQTTError) {
            try mqtt.unsubscribe([topics.soundFilter(sound)])
        } catch {
            logger.debug("not unsubscribed from sound \(sound.short): \(error)")
        }
    }

    func play(_ order: CarriedPlayOrder, _ output: AudioOutput) {
        guard let sound = carried.loaded(order.sound) else {
            return post(
                .playback(
                    id: order.id, .failed(.deviceFailed, message: "the sound \(order.sound.short) is not in memory")))
        }
        let taken = output.play(
            ClockNodeAudio.PlayOrder(
                id: UInt64(order.id), sound: sound, targetNanoseconds: clock.monotonicNanoseconds(for: order.target),
                volume: order.volume, trimMicroseconds: order.trimMicroseconds))
        if !taken { post(.playback(id: order.id, .failed(.deviceFailed, message: stuck))) }
    }
}
