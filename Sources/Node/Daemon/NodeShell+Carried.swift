internal import ClockDomain
internal import ClockMQTT
internal import ClockNodeAudio
internal import ClockNodeCore
internal import ClockRuntime
internal import ClockWire
internal import Logging
internal import Synchronization

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
        let target = clock.monotonicNanoseconds(for: order.target)
        warmUp(before: sound, order: order.id, at: target, order.volume, trim: order.trimMicroseconds, output)
        let id = underWay.withLock { $0.add(.play(order: order.id, missingClips: [])) }
        let taken = output.play(
            ClockNodeAudio.PlayOrder(
                id: id, sound: sound, targetNanoseconds: target,
                volume: order.volume, trimMicroseconds: order.trimMicroseconds))
        guard !taken else { return }
        _ = underWay.withLock { $0.remove(id) }
        post(.playback(id: order.id, .failed(.deviceFailed, message: stuck)))
    }
}
