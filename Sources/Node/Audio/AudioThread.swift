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
    /// Orders whose lead-in is not begun, by their start.
    private var pending: [SourceOrder] = []
    /// What is on the open device.
    private var session: OutputSession?
    private var isStopping = false

    /// Silence before the first frame, when an order comes early enough: USB and HDMI outputs swallow up to 1.5 s.
    static let leadInNanoseconds: Int64 = 2_500_000_000
    /// Pauses between attempts to open a busy device.
    private static let busyRetryNanoseconds: Int64 = 50_000_000
    /// How long sounds may take to fade when the thread is stopped.
    private static let stopFadeNanoseconds: Int64 = 150_000_000
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
        while true {
            takeRequests()
            if isStopping { break }
            guard let order = pending.first else {
                mailbox.wait(upTo: nil)
                continue
            }
            let wait = Self.opening(for: order) - MonotonicClock.nanoseconds
            if wait > 0 { mailbox.wait(upTo: wait) } else { play() }
        }
        pending.forEach { tell($0.cancelledEvent) }
        mailbox.markEnded()
    }

    /// When the device is to be opened for an order, and is to be open for it.
    private static func opening(for order: SourceOrder) -> Int64 { order.startNanoseconds - leadInNanoseconds }

    private func askForRealTimePriority() {
        var parameter = sched_param()
        parameter.sched_priority = 10
        // Most systems refuse this to a plain user. Placing does not depend on it, so a refusal needs no words.
        _ = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameter)
    }

    private func tell(_ event: AudioEvent) {
        if !mailbox.isSilenced { handler(event) }
    }

    /// Takes what was asked since the last call. Whatever is cancelled goes from the orders that wait, or ends in the
    /// session.
    private func takeRequests() {
        let requests = mailbox.take()
        requests.orders.forEach(enqueue)
        for id in requests.cancellations where session?.cancel(id) != true {
            if let index = pending.firstIndex(where: { $0.id == id }) {
                tell(pending.remove(at: index).cancelledEvent)
            }
        }
        if requests.stop { isStopping = true }
        if requests.probe {
            tell(.probed(session == nil ? probeDevice() : .ok(deviceName: configuration.device)))
        }
    }

    private func enqueue(_ order: SourceOrder) {
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

    /// Opens the device and plays what is due, and what becomes due meanwhile, until nothing is left.
    private func play() {
        guard let device = openWhenFree() else { return }
        let session = OutputSession(
            device: device, latencyTrimNanoseconds: Int64(configuration.latencyTrimMicroseconds) * 1000
        ) { [self] in tell($0) }
        self.session = session
        defer {
            session.close()
            self.session = nil
        }
        do throws(AudioFailure) {
            var latestEnd = Int64.max
            while true {
                admitDue(to: session)
                if session.isOver || MonotonicClock.nanoseconds > latestEnd { return }
                try session.step()
                if session.isOver { return }
                mailbox.wait(upTo: session.pauseNanoseconds)
                takeRequests()
                if isStopping, latestEnd == .max {
                    session.cancelAll()
                    latestEnd = MonotonicClock.nanoseconds + Self.stopFadeNanoseconds
                }
            }
        } catch {
            session.fail(error)
        }
    }

    private func admitDue(to session: OutputSession) {
        while !isStopping, let order = pending.first, Self.opening(for: order) <= MonotonicClock.nanoseconds {
            session.admit(pending.removeFirst())
        }
    }

    /// Opens the device for the orders that are due, waiting while another program has it for as long as the instant of
    /// any of them can still be met.
    ///
    /// - Returns: `nil` when none is left: each was told as failed, or cancelled meanwhile.
    private func openWhenFree() -> PCMDevice? {
        while !isStopping, let first = pending.first, Self.opening(for: first) <= MonotonicClock.nanoseconds {
            do throws(AudioFailure) {
                return try openDevice()
            } catch {
                failDue(error)
                guard let next = pending.first else { return nil }
                let left = next.startNanoseconds + OutputSession.latestStartNanoseconds - MonotonicClock.nanoseconds
                if error.kind == .busy { mailbox.wait(upTo: min(left, Self.busyRetryNanoseconds)) }
                takeRequests()
            }
        }
        return nil
    }

    /// Tells the failure for every order that is due: of a busy device for those whose instant has passed.
    private func failDue(_ failure: AudioFailure) {
        let now = MonotonicClock.nanoseconds
        while let order = pending.first, Self.opening(for: order) <= now {
            let isLost = failure.kind != .busy || now >= order.startNanoseconds + OutputSession.latestStartNanoseconds
            guard isLost else { return }
            pending.removeFirst()
            tell(.failed(order.id, failure))
        }
    }
}
