internal import ClockDomain
internal import ClockMQTT
internal import ClockNodeAudio
internal import ClockNodeCore
internal import ClockWire
internal import Logging

extension NodeShell {
    /// Subscribes to the chunks of a sound or a pack: those that the broker keeps, and later ones.
    func fetch(_ content: Digest) {
        do throws(MQTTError) {
            try mqtt.subscribe([MQTTSubscription(topics.contentFilter(content))])
        } catch {
            // Only a client that ends refuses; the next start tries again.
            logger.debug("cannot subscribe to \(content.short): \(error)")
        }
    }

    func leave(_ content: Digest) {
        do throws(MQTTError) {
            try mqtt.unsubscribe([topics.contentFilter(content)])
        } catch {
            logger.debug("cannot unsubscribe from \(content.short): \(error)")
        }
    }

    func play(_ order: CarriedPlayOrder) {
        guard let sound = content.loaded(order.sound) else {
            return post(
                .playback(
                    id: order.id, .failed(.deviceFailed, message: "the sound \(order.sound.short) is not in memory")))
        }
        let target = monotonicNanoseconds(of: order.target, audibleAt: order.audibleAt)
        warmUp(before: sound, order: order.id, at: target, order.volume, trim: order.trimMicroseconds)
        let id = listener.add(.play(order: order.id, missingClips: []))
        let taken = output.play(
            ClockNodeAudio.PlayOrder(
                id: id, sound: sound, targetNanoseconds: target,
                volume: order.volume, trimMicroseconds: order.trimMicroseconds))
        guard !taken else { return }
        listener.remove(id)
        post(.playback(id: order.id, .failed(.deviceFailed, message: stuck)))
    }
}
