import ClockThreads
import Glibc

/// The body of the audio thread: waits for orders, plays them, tells what became of them.
///
/// Created by ``AudioOutput`` and handed over to the thread in ``start()``; nothing of it is touched by another thread
/// after that. Other threads reach it through the mailbox.
final class AudioThread {
    private let configuration: AudioOutput.Configuration
    private let mailbox: AudioMailbox
    private let handler: @Sendable (AudioEvent) -> Void
    /// Orders that are not begun, by their start.
    private var pending: [PlayOrder] = []
    private var isStopping = false

    /// Silence before the first frame, when an order comes early enough: USB and HDMI outputs swallow up to 1.5 s.
    static let leadInNanoseconds: Int64 = 2_500_000_000
    /// Pauses between attempts to open a busy device.
    private static let busyRetryNanoseconds: Int64 = 50_000_000
    /// Enough for ALSA's recursive configuration; pages that are not used cost nothing.
    private static let stackBytes = 512 * 1024

    init(
        configuration: AudioOutput.Configuration, mailbox: AudioMailbox,
        handler: @escaping @Sendable (AudioEvent) -> Void
    ) {
        self.configuration = configuration
        self.mailbox = mailbox
        self.handler = handler
    }

    /// Starts the thread and gives `self` away to it.
    func start() throws(ThreadError) {
        // Safe: the new thread is from here on the only one that touches it.
        nonisolated(unsafe) let body = self
        try OwnedThread(name: "audio", stackBytes: Self.stackBytes) { body.run() }
    }

    private func run() {
        if configuration.asksForRealTimePriority { askForRealTimePriority() }
        ALSAMessages.install()
        while !isStopping {
            handleRequests(playing: nil)
            if isStopping { break }
            guard let order = pending.first else {
                mailbox.wait(upTo: nil)
                continue
            }
            let now = MonotonicClock.nanoseconds
            let opening = order.startNanoseconds - Self.leadInNanoseconds
            if now < opening {
                mailbox.wait(upTo: opening - now)
            } else {
                pending.removeFirst()
                perform(order)
            }
        }
        pending.forEach { tell(.cancelled($0.id)) }
        mailbox.markEnded()
    }

    private func askForRealTimePriority() {
        var parameter = sched_param()
        parameter.sched_priority = 10
        // Most systems refuse this to a plain user. Placing does not depend on it, so a refusal needs no words.
        _ = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameter)
    }

    private func tell(_ event: AudioEvent) {
        if !mailbox.isSilenced { handler(event) }
    }

    /// Takes what was asked since the last call.
    ///
    /// - Parameter playing: the order that is being performed.
    /// - Returns: whether that order is to end now.
    @discardableResult
    private func handleRequests(playing: PlayOrder?) -> Bool {
        let requests = mailbox.take()
        requests.orders.forEach(enqueue)
        var endsPlaying = false
        for id in requests.cancellations {
            if id == playing?.id {
                endsPlaying = true
            } else if let index = pending.firstIndex(where: { $0.id == id }) {
                pending.remove(at: index)
                tell(.cancelled(id))
            }
        }
        if requests.stop { isStopping = true }
        if requests.probe {
            tell(.probed(playing == nil ? probeDevice() : .ok(deviceName: configuration.device)))
        }
        return endsPlaying || isStopping
    }

    private func enqueue(_ order: PlayOrder) {
        guard pending.count < AudioOutput.maximumPendingOrders else {
            let message = "\(pending.count) sounds are waiting for audio device \(configuration.device) already"
            tell(.failed(order.id, AudioFailure(kind: .failed, message: message)))
            return
        }
        let index = pending.firstIndex { $0.startNanoseconds > order.startNanoseconds } ?? pending.count
        pending.insert(order, at: index)
    }

    private func openDevice() throws(AudioFailure) -> PCMDevice {
        try PCMDevice(name: configuration.device, configurationFile: configuration.alsaConfigurationFile)
    }

    private func probeDevice() -> ProbeResult {
        do throws(AudioFailure) {
            let device = try openDevice()
            defer { device.close() }
            return .ok(deviceName: device.hardwareName)
        } catch {
            return .failed(error)
        }
    }

    private func perform(_ order: PlayOrder) {
        do throws(AudioFailure) {
            guard let device = try openWhenFree(for: order) else { return tell(.cancelled(order.id)) }
            defer { device.close() }
            var playback = Playback(
                order: order, device: device,
                latencyTrimNanoseconds: Int64(configuration.latencyTrimMicroseconds) * 1000)
            let outcome = try playback.run { [self] nanoseconds in
                mailbox.wait(upTo: nanoseconds)
                return handleRequests(playing: order)
            }
            switch outcome {
            case .finished(let report): tell(.finished(order.id, report))
            case .cancelled: tell(.cancelled(order.id))
            }
        } catch {
            tell(.failed(order.id, error))
        }
    }

    /// Opens the device, waiting while another program has it for as long as the order's instant can still be met.
    ///
    /// - Returns: `nil` when the order was cancelled meanwhile.
    private func openWhenFree(for order: PlayOrder) throws(AudioFailure) -> PCMDevice? {
        while true {
            do throws(AudioFailure) {
                return try openDevice()
            } catch {
                let left = order.startNanoseconds + Playback.latestStartNanoseconds - MonotonicClock.nanoseconds
                guard error.kind == .busy, left > 0 else { throw error }
                mailbox.wait(upTo: min(left, Self.busyRetryNanoseconds))
                if handleRequests(playing: order) { return nil }
            }
        }
    }
}
