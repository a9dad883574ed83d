import ClockThreads
import Glibc

/// The body of the audio thread: waits for orders, plays them, reports their outcomes.
///
/// Created by ``AudioOutput`` and handed over to the thread in ``start()``; no other thread uses it after that. Other
/// threads reach it through the mailbox.
final class AudioThread {
    private let configuration: AudioOutput.Configuration
    private let mailbox: AudioMailbox
    private let handler: @Sendable (AudioEvent) -> Void
    /// Orders whose lead-in has not begun, by their start.
    private var pending: [SourceOrder] = []
    /// The run of the open device.
    private var session: OutputSession?
    private var isStopping = false
    private var sleep = SleepWatch()
    private var lastTrouble: String?
    /// The gain of the instants' clock on CLOCK_MONOTONIC.
    private var ratePPB: Int64 = 0
    /// The traits of the output in its last run, as reported.
    private var traits = OutputTraits()

    /// Silence before the first frame, when an order comes early enough: USB and HDMI outputs swallow up to 1.5 s.
    static let leadInNanoseconds: Int64 = 2_500_000_000
    /// An output that takes frames for so long moves. A suspended server fills its own buffer, in 0.1 s.
    private static let motionNanoseconds: Int64 = 500_000_000
    /// The time after which a probe tells that the output does not move yet: whoever asked waits for little longer.
    private static let unmovedNanoseconds: Int64 = 2_000_000_000
    /// Pauses between attempts to open a busy device.
    private static let busyRetryNanoseconds: Int64 = 50_000_000
    /// The longest time that sounds may fade when the thread must stop.
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

    /// Starts the thread and hands `self` over to it.
    func start() throws(ThreadError) {
        // Safe: from here on only the new thread uses it.
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
            let wait = opening(for: order) - MonotonicClock.nanoseconds
            if wait > 0 { mailbox.wait(upTo: wait) } else { play() }
        }
        pending.forEach { report($0.cancelledEvent) }
        mailbox.markEnded()
    }

    /// Returns the time from which the device must be open for an order.
    private func opening(for order: SourceOrder) -> Int64 {
        order.startNanoseconds - Self.leadInNanoseconds - traits.advanceNanoseconds
    }

    private var isOrderDue: Bool { pending.first.map { opening(for: $0) <= MonotonicClock.nanoseconds } ?? false }

    private func askForRealTimePriority() {
        var parameter = sched_param()
        parameter.sched_priority = 10
        // Most systems refuse this to a plain user. Placing does not depend on it, so a refusal is not worth a message.
        _ = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameter)
    }

    private func report(_ event: AudioEvent) {
        if !mailbox.isSilenced { handler(event) }
    }

    /// Handles the requests since the last call. Cancels orders that wait, or ends them in the session.
    private func takeRequests() {
        noteSleep()
        let requests = mailbox.drain()
        requests.orders.forEach(enqueue)
        for id in requests.cancellations where session?.cancel(id) != true {
            if let index = pending.firstIndex(where: { $0.id == id }) {
                report(pending.remove(at: index).cancelledEvent)
            }
        }
        for change in requests.volumes
        where session?.setVolume(of: change.id, to: change.volume, floor: change.floor) != true {
            if let index = pending.firstIndex(where: { $0.id == change.id }) {
                pending[index] = pending[index].with(change.volume, floor: change.floor)
            }
        }
        if let rate = requests.ratePPB {
            ratePPB = rate
            session?.follow(ratePPB: rate)
        }
        if requests.stop { isStopping = true }
        if requests.probe {
            if let session { report(.probed(.ok(deviceName: session.device.hardwareName))) } else { probeDevice() }
        }
    }

    /// Moves the orders from before the computer's sleep that much earlier.
    private func noteSleep() {
        let slept = sleep.sleptNanoseconds()
        guard slept > 0 else { return }
        for index in pending.indices { pending[index] = pending[index].afterSleep(of: slept) }
        session?.slept(slept)
    }

    private func enqueue(_ order: SourceOrder) {
        guard pending.count < AudioOutput.maximumPendingOrders else {
            let message = "\(pending.count) sounds are waiting for audio device \(configuration.device) already"
            report(.failed(order.id, AudioFailure(kind: .failed, message: message)))
            return
        }
        let index = pending.firstIndex { $0.startNanoseconds > order.startNanoseconds } ?? pending.count
        pending.insert(order, at: index)
    }

    private func openDevice() throws(AudioFailure) -> PCMDevice {
        try PCMDevice(name: configuration.device, configurationFile: configuration.alsaConfigurationFile)
    }

    /// Reports the result once the output moves, or after 2 s if it does not. Goes on until the output's traits are
    /// known, or something else is to be done. Reports again if the output moves later, or fails.
    private func probeDevice() {
        do throws(AudioFailure) {
            let device = try openDevice()
            let session = OutputSession(device: device, latencyTrimNanoseconds: 0) { _ in }
            defer { session.close() }
            let start = MonotonicClock.nanoseconds
            var hasTold = false
            var isMoving = false
            while !isMoving || isStill(session) || !isWhole(session), !isProbeOver(hasTold: hasTold) {
                try session.step()
                if !isMoving, session.movedNanoseconds >= Self.motionNanoseconds {
                    isMoving = true
                    hasTold = true
                    learn(traits.joined(with: session.traits))
                    report(.probed(.ok(deviceName: device.hardwareName)))
                } else if !hasTold, MonotonicClock.nanoseconds - start >= Self.unmovedNanoseconds {
                    hasTold = true
                    let message =
                        "audio device \(device.name) does not move yet; reconnect it, or wake it where a sound server"
                        + " has suspended it"
                    report(.probed(.failed(AudioFailure(kind: .failed, message: message))))
                }
                usleep(UInt32(min(session.pauseNanoseconds, 10_000_000) / 1000))
            }
            learn(from: session)
            if !hasTold { report(.probed(.ok(deviceName: device.hardwareName))) }
        } catch {
            report(.probed(.failed(error)))
        }
    }

    /// True when something waits that a probe must not hold up. Another probe waits for the answer of this one first.
    private func isProbeOver(hasTold: Bool) -> Bool {
        isStopping || isOrderDue || mailbox.hasOrders || (hasTold && mailbox.hasProbe)
    }

    private func isStill(_ session: OutputSession) -> Bool {
        session.observedNanoseconds - session.movedNanoseconds > Self.motionNanoseconds
    }

    private func isWhole(_ session: OutputSession) -> Bool {
        traits.isWhole(session.traits, after: session.observedNanoseconds)
    }

    /// Opens the device and plays all due orders, also those that become due meanwhile, until nothing is left and the
    /// device has stayed open for long enough.
    private func play() {
        guard let device = openWhenFree() else { return }
        let session = OutputSession(
            device: device, latencyTrimNanoseconds: Int64(configuration.latencyTrimMicroseconds) * 1000,
            depthNanoseconds: traits.depthNanoseconds
        ) { [self] in report($0) }
        session.follow(ratePPB: ratePPB)
        self.session = session
        let mixer = openMixer()
        var hasFailed = false
        defer {
            if !hasFailed { learn(from: session) }
            session.close()
            mixer?.close()
            self.session = nil
        }
        do throws(AudioFailure) {
            var latestEnd = Int64.max
            var idleSince: Int64?
            while true {
                admitDue(to: session)
                if MonotonicClock.nanoseconds > latestEnd { return }
                if session.isOver, isIdleOver(since: &idleSince) { return }
                if !session.isOver { idleSince = nil }
                try session.step()
                learn(traits.joined(with: session.traits))
                mixer?.follow(isSounding: session.isSounding)
                if session.isOver, isIdleOver(since: &idleSince) { return }
                mailbox.wait(upTo: session.pauseNanoseconds)
                takeRequests()
                if isStopping, latestEnd == .max {
                    session.cancelAll()
                    latestEnd = MonotonicClock.nanoseconds + Self.stopFadeNanoseconds
                }
            }
        } catch {
            hasFailed = true
            session.fail(error)
        }
    }

    /// Learns from a run that ends well.
    private func learn(from session: OutputSession) {
        learn(traits.learning(session.traits, after: session.observedNanoseconds))
    }

    private func learn(_ seen: OutputTraits) {
        guard seen != traits else { return }
        traits = seen
        report(.learned(seen))
    }

    private func openMixer() -> SessionMixer? {
        guard let setting = configuration.mixer else { return nil }
        do throws(AudioFailure) {
            let mixer = try SessionMixer(
                setting, device: configuration.device, configurationFile: configuration.alsaConfigurationFile)
            lastTrouble = nil
            return mixer
        } catch {
            if error.message != lastTrouble { report(.trouble(error.message)) }
            lastTrouble = error.message
            return nil
        }
    }

    /// True when the device has stayed open for long enough.
    private func isIdleOver(since start: inout Int64?) -> Bool {
        let now = MonotonicClock.nanoseconds
        let since = start ?? now
        start = since
        return isStopping || now - since >= Int64(configuration.keepOpenSeconds) * 1_000_000_000
    }

    private func admitDue(to session: OutputSession) {
        while !isStopping, let order = pending.first, opening(for: order) <= MonotonicClock.nanoseconds {
            session.admit(pending.removeFirst())
        }
    }

    /// Opens the device for the due orders. While another program has it, waits for as long as the instant of any of
    /// them can still be met.
    ///
    /// - Returns: `nil` when none is left: each was reported as failed, or cancelled meanwhile.
    private func openWhenFree() -> PCMDevice? {
        while !isStopping, let first = pending.first, opening(for: first) <= MonotonicClock.nanoseconds {
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

    /// Reports the failure for every due order; a busy device fails only those whose instant has passed.
    private func failDue(_ failure: AudioFailure) {
        let now = MonotonicClock.nanoseconds
        while let order = pending.first, opening(for: order) <= now {
            let isLost = failure.kind != .busy || now >= order.startNanoseconds + OutputSession.latestStartNanoseconds
            guard isLost else { return }
            pending.removeFirst()
            report(.failed(order.id, failure))
        }
    }
}
