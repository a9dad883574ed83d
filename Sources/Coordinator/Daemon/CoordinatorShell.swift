internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockMQTT
internal import ClockRuntime
internal import ClockWire
internal import Dispatch
internal import Logging
internal import Synchronization

/// Carries out the core's effects, and turns what the network and the store say into its events.
final class CoordinatorShell: Sendable {
    /// Messages from the network that wait for the core. What comes beyond is dropped: nodes send ledgers again, and a
    /// request is answered by nobody and times out.
    private static let messageCapacity = 4_096
    /// The coordinator's own events that wait. Every one but timers answers something that the core has asked for.
    private static let ownCapacity = 4_096
    /// Messages in the mailbox up to which requests are read on, and what nodes say. So requests leave room to nodes, and
    /// both to the questions for the time.
    private static let requestRoom = 256
    private static let reportRoom = 256
    /// How long nodes' reports are left unread at most.
    private static let longestHold: Duration = .seconds(10)

    let topics: Topics
    let clock: SystemClock
    let logger: Logger
    let mailbox = Mailbox<CoordinatorEvent>(own: ownCapacity, messages: messageCapacity)
    let limited: LimitedLog

    private let store: any CoordinatorStore
    private let looks = DispatchQueue(label: "looks at the broker")
    private let look: BrokerLook
    private let zones: ZoneDatabase
    let workshop: SoundWorkshop
    let shelf: PackShelf
    /// Commits, one after the other, apart from the runner, which answers others meanwhile.
    private let commits = DispatchQueue(label: "store commits")
    private let reads = DispatchQueue(label: "store reads")
    private let zoneReads = DispatchQueue(label: "time zone reads")
    /// Puts answers into bytes: one of a site with much in it takes longer than a wake should wait.
    private let replies = DispatchQueue(label: "replies", qos: .userInitiated)
    /// How often who asks too much is told so.
    private let refusalRates = Mutex(RateLimits<String>(perSecond: 20, burst: 64, capacity: 256))
    /// Nodes ask 16 times a second where they are in a hurry. Their questions do not wait to be read.
    let timeRates = Mutex(RateLimits<NodeID>(perSecond: 64, burst: 128, capacity: 1_000))
    private let readers = Mutex<Readers?>(nil)
    /// Until when nodes' reports are left unread.
    private let heldUntil = Mutex<BootTime?>(nil)
    /// What was turned away and the core was not told of yet.
    private let turnedAway = Mutex(TurnedAway())

    private struct TurnedAway {
        var requests = 0
        look = BrokerLook(broker: broker)
        var reports = 0
        /// Whether the core is to be told in a moment.
        var isAboutToBeTold = false
    }
    private let parts = Mutex<Parts?>(nil)
    private let schedules = Mutex(ScheduleEncoder())

    /// What needs the shell's handlers before it can be made.
    struct Parts: Sendable {
        var mqtt: MQTTClient
        var timers: TimerQueue<CoordinatorTimer>
        /// Sounds to be put on the broker.
        var publications: AsyncStream<SoundPublisher.Order>.Continuation
        /// Parts of voice packs to be sent.
        var packs: AsyncStream<PackPublisher.Order>.Continuation
    }

    /// What reads messages beside the network thread.
    private struct Readers: Sendable {
        /// By response topic, which is as much as MQTT tells of who asks.
        var requests: MessageReader<String>
        /// Chunks of files, which are many and in a hurry of their own.
        var uploads: MessageReader<String>
        var reports: MessageReader<NodeID>
    }

    init(
        site: SiteID, broker: BrokerSettings, store: any CoordinatorStore, zones: ZoneDatabase,
        workshop: SoundWorkshop, shelf: PackShelf, clock: SystemClock, logger: Logger
    ) {
        topics = Topics(site: site)
        self.store = store
        self.zones = zones
        self.workshop = workshop
        self.shelf = shelf
        self.clock = clock
        self.logger = logger
        limited = LimitedLog(logger, clock: clock)
    }

    func connect(_ parts: Parts) {
        self.parts.withLock { $0 = parts }
        let mailbox = mailbox
        let hasRequestRoom: @Sendable () -> Bool = { mailbox.messagesWaiting < Self.requestRoom }
        let read: @Sendable (MQTTMessage) -> Void = { [weak self] in self?.read(request: $0) }
        readers.withLock {
            $0 = Readers(
                requests: MessageReader(
                    "requests", .init(perSecond: 20, burst: 64, waitingOfOne: 64, waiting: 1_024, bytes: 32 << 20),
                    clock: clock, hasRoom: hasRequestRoom, read: read),
                uploads: MessageReader(
                    "uploads", .init(perSecond: 400, burst: 800, waitingOfOne: 256, waiting: 512, bytes: 96 << 20),
                    clock: clock, hasRoom: hasRequestRoom, read: read),
                reports: MessageReader(
                    "reports", .init(perSecond: 200, burst: 400, waitingOfOne: 64, waiting: 8_192, bytes: 64 << 20),
                    clock: clock,
                    hasRoom: { [weak self] in mailbox.messagesWaiting < Self.reportRoom && self?.isHolding != true },
                    read: { [weak self] message in
                        self?.read(report: message)
                        self?.readOnIfLight()
                    }))
        }
    }

    /// Has a request read when its sender's turn comes, or turns it away.
    func take(request message: MQTTMessage, isUpload: Bool, from origin: RequestOrigin) {
        guard let readers = readers.withLock({ $0 }) else { return }
        let reader = isUpload ? readers.uploads : readers.requests
        guard !reader.take(message, of: origin.responseTopic) else { return }
        turnAway { $0.requests += 1 }
        limited.log(.warning, about: "requests", "more requests than can be answered; some are turned away")
        let boot = clock.now().boot
        guard refusalRates.withLock({ $0.allows(origin.responseTopic, at: boot) }) else { return }
        reply(
            to: origin,
            .failed(RequestError(.unavailable, "too many of your requests wait already: ask again in a moment")))
    }

    /// Has what a node says read when its turn comes. What there is no room for, the node says again.
    func take(report message: MQTTMessage, from node: NodeID) {
        guard let parts = parts.withLock({ $0 }), let reports = readers.withLock({ $0?.reports }) else { return }
        let isTaken = reports.take(message, of: node)
        // The broker keeps the rest, and its senders' connections bear that.
        if reports.load == .heavy { parts.mqtt.holdReading() }
        guard !isTaken else { return }
        turnAway { $0.reports += 1 }
        limited.log(.warning, about: "reports of \(node)", "node \(node) says more than can be read; some is dropped")
    }

    /// Queues an event, and says so in the log where there is no room for it.
    func post(_ event: CoordinatorEvent) {
        guard !mailbox.post(event), !mailbox.isClosed else { return }
        switch event.source {
        case .message: limited.log(.warning, about: "full", "more messages than can be handled; some are dropped")
        case .connection, .program:
            logger.error("the coordinator's mailbox is full; lost \(String(describing: event).prefix(80))")
        }
    }

    private func readOnIfLight() {
        guard let parts = parts.withLock({ $0 }), readers.withLock({ $0?.reports.load }) == .light else { return }
        parts.mqtt.resumeReading()
    }

    private var isHolding: Bool { heldUntil.withLock { $0.map { clock.now().boot < $0 } ?? false } }

    private func hold(_ holds: Bool) {
        let end = holds ? clock.now().boot + Self.longestHold : nil
        heldUntil.withLock { $0 = end }
    }

    /// Counts, and tells the core once a second.
    private func turnAway(_ count: (inout TurnedAway) -> Void) {
        let begins = turnedAway.withLock { turned in
            count(&turned)
            defer { turned.isAboutToBeTold = true }
            return !turned.isAboutToBeTold
        }
        guard begins else { return }
        replies.asyncAfter(deadline: .now() + .seconds(1)) { [self] in
            let turned = turnedAway.withLock { turned in
                defer { turned = TurnedAway() }
                return turned
            }
            post(.turnedAway(requests: turned.requests, reports: turned.reports))
        }
    }

    /// Waits for the work under way beside the runner. Nothing is begun after the runner has ended.
    func finishWork() {
        workshop.finishWork()
        shelf.finishWork()
        commits.sync {}
        reads.sync {}
        replies.sync {}
    }

    // MARK: Effects

    func perform(_ effect: CoordinatorEffect) {
        guard let parts = parts.withLock({ $0 }) else {
            preconditionFailure("an effect before the parts are connected")
        }
        switch effect {
        case .publishWake(let wake, let expirySeconds):
            publish(wake, expirySeconds: expirySeconds, parts.mqtt)
        case .publishAvailability(let availability):
            publishRetained(topics.coordinatorAvailability, availability.payload, parts.mqtt)
        case .publishDesired(let node, let desired):
            publishRetained(topics.desired(node), WireCodec.encode(desired), parts.mqtt)
        case .publishAcked(let node, let acked):
            publishRetained(topics.acked(node), WireCodec.encode(acked), parts.mqtt)
        case .publishChange(let event):
            publish(MQTTMessage(topic: topics.change, payload: WireCodec.encode(event)), parts.mqtt)
        case .sendCommand(let node, let command, let expirySeconds):
            publish(
                MQTTMessage(
                    topic: topics.command(node), payload: WireCodec.encode(command),
                    messageExpirySeconds: expirySeconds), parts.mqtt)
        case .replyTime(let node, let origin, let received, let isVouched, let correlation):
            publish(
                MQTTMessage(
                    topic: topics.nodeReply(node),
                    payload: WireCodec.encode(
                        TimeReply(
                            originNanoseconds: origin, receivedNanoseconds: received.nanoseconds,
                            transmittedNanoseconds: clock.now().wall.nanoseconds, isVouched: isVouched)),
                    qos: .atMostOnce, correlationData: correlation), parts.mqtt)
        case .reply(let origin, let answer): reply(to: origin, answer)
        case .removeRetained(let node):
            for topic in [topics.desired(node), topics.acked(node), topics.reported(node), topics.availability(node)] {
                publishRetained(topic, [], parts.mqtt)
            }
        case .commit(let id, let operations): commit(id, operations)
        case .readHistory(let origin, let request): readHistory(origin, request)
        case .holdReports(let holds): hold(holds)
        case .checkStore: reads.async { [self] in post(.storeChecked(store.check())) }
        case .loadZone(let name): loadZone(name)
        case .speak(let job, let text): workshop.speak(text, job: job, post: post)
        case .prepareUpload(let job, let file): workshop.prepare(file, job: job, post: post)
        case .findUpload(let origin, let file, let bytes):
            workshop.find(file, bytes: bytes, origin: origin, post: post)
        case .keepUpload(let origin, let file, let chunk):
            workshop.keep(chunk, of: file, origin: origin, post: post)
        case .dropUpload(let file): workshop.drop(file)
        case .publishSound(let sound, let chunks, let expirySeconds):
            let order = SoundPublisher.Order(sound: sound, chunks: chunks, expirySeconds: expirySeconds)
            if case .dropped = parts.publications.yield(order) {
                logger.warning("too many sounds wait for the broker; \(sound.id.short) is not published")
            }
        case .findPackFiles(let origin, let list): shelf.find(list, origin: origin, post: post)
        case .keepPackFile(let origin, let file, let chunk, let isLast):
            shelf.keep(chunk, of: file, isLast: isLast, origin: origin, post: post)
        case .keepPacks(let packs): shelf.keepOnly(packs)
        case .publishPack(let pack, let wanted, let expirySeconds):
            let order = PackPublisher.Order(pack: pack, parts: wanted, expirySeconds: expirySeconds)
            if case .dropped = parts.packs.yield(order) {
                logger.debug("more of voice packs is wanted than can be sent; nodes ask again")
            }
        case .setTimer(let token, let deadline): parts.timers.set(token, deadline)
        case .cancelTimer(let token): parts.timers.cancel(token)
        case .log(let level, let text): logger.log(level: Logger.Level(level), "\(text)")
        case .logLimited(let level, let text, let key): limited.log(Logger.Level(level), about: key, text)
        }
    }

    private func commit(_ id: CommitID, _ operations: [StoreOperation]) {
        commits.async { [self] in
            do throws(StoreError) {
                post(.committed(id, try store.commit(operations)))
            } catch {
                post(.commitFailed(id, reason: error.message))
            }
        }
    }

    private func readHistory(_ origin: RequestOrigin, _ request: HistoryRequest) {
        reads.async { [self] in
            do throws(StoreError) {
                post(.historyRead(origin, try store.history(request)))
            } catch {
                post(.historyFailed(origin, reason: error.message))
            }
        }
    }

    private func loadZone(_ name: String) {
        zoneReads.async { [self] in
            do throws(FatalError) {
                post(.zone(name, try zones.rules(named: name)))
            } catch {
                limited.log(.warning, about: "zones", "\(error)")
                post(.zone(name, nil))
            }
        }
    }

    private func publish(_ wake: Wake, expirySeconds: UInt32, _ mqtt: MQTTClient) {
        do throws(MQTTError) {
            try mqtt.publish(
                MQTTMessage(
                    topic: topics.wake, payload: WireCodec.encode(wake), retain: true,
                    messageExpirySeconds: expirySeconds, isUrgent: true))
        } catch {
            post(.wakeRefused(wake, reason: error.message))
        }
    }

    /// At most once, so that no answer waits for acknowledgements.
    private func reply(to origin: RequestOrigin, _ answer: CoordinatorAnswer) {
        guard let mqtt = parts.withLock({ $0?.mqtt }) else { return }
        replies.async { [self] in
            publish(
                MQTTMessage(
                    topic: origin.responseTopic, payload: payload(of: answer), qos: .atMostOnce,
                    correlationData: origin.correlation), mqtt)
        }
    }

    /// The reply's bytes.
    private func payload(of answer: CoordinatorAnswer) -> [UInt8] {
        switch answer {
        case .status(let result): WireCodec.encode(Reply(result: result))
        case .history(let result): WireCodec.encode(Reply(result: result))
        case .set(let result): WireCodec.encode(Reply(result: result))
        case .announce(let result): WireCodec.encode(Reply(result: result))
        case .wake(let result): WireCodec.encode(Reply(result: result))
        case .forget(let result): WireCodec.encode(Reply(result: result))
        case .doctor(let result): WireCodec.encode(Reply(result: result))
        case .change(let result): WireCodec.encode(Reply(result: result))
        case .schedule(let result): schedules.withLock { $0.encode(result) }
        case .play(let result): WireCodec.encode(Reply(result: result))
        case .upload(let result): WireCodec.encode(Reply(result: result))
        case .outcomes(let result): WireCodec.encode(Reply(result: result))
        case .cancel(let result): WireCodec.encode(Reply(result: result))
        case .pack(let result): WireCodec.encode(Reply(result: result))
        case .score(let result): WireCodec.encode(Reply(result: result))
        case .scores(let result): WireCodec.encode(Reply(result: result))
        case .failed(let error): WireCodec.encode(Reply<Never>(error: error))
        }
    }

    private func publishRetained(_ topic: String, _ payload: [UInt8], _ mqtt: MQTTClient) {
        publish(MQTTMessage(topic: topic, payload: payload, retain: true), mqtt)
    }

    private func publish(_ message: MQTTMessage, _ mqtt: MQTTClient) {
        do {
            try mqtt.publish(message)
        } catch  where error.code == .notConnected {
            // The connection went a moment ago, and whoever asked the time asks again.
            logger.debug("not published to \(message.topic): \(error)")
        } catch {
            limited.log(.error, about: "publish", "cannot publish to \(message.topic): \(error)")
        }
    }
}
