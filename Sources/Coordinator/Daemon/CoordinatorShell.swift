internal import ClockConnection
internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockMQTT
internal import ClockRuntime
internal import ClockWire
internal import Dispatch
internal import Logging
internal import Synchronization

/// Performs the core's effects, and turns input from the network and the store into its events.
final class CoordinatorShell: Sendable {
    /// The number of messages in the mailbox at which the reading of requests stops: more than for nodes' reports,
    /// which thus never delay people.
    private static let requestReadAhead = 2 * CoordinatorSettings.readAhead

    let topics: Topics
    let clock: SystemClock
    let logger: Logger
    let inbox: CoordinatorInbox
    let gateway: Gateway
    let intake: MessageIntake
    let homeAssistant: HomeAssistantDoor

    private let outgoing: Outgoing
    private let timers: TimerQueue<CoordinatorTimer>
    /// The connection for everything but nodes' reports.
    let client: MQTTClient
    /// The connection for nodes' reports.
    let reports: MQTTClient
    private let lanes: ContentLanes
    private let store: any CoordinatorStore
    /// Errors for which the program must exit without a request to stop.
    let endings: AsyncStream<FatalError>
    private let ending: AsyncStream<FatalError>.Continuation
    private let zones: ZoneDatabase
    let workshop: SoundWorkshop
    let content: CoordinatorContent
    /// `nil` to send people no messages.
    private let notices: NoticeSender?
    /// Commits, one after the other, beside the runner, which answers other requests meanwhile.
    private let commits = DispatchQueue(label: "store commits")
    private let reads = DispatchQueue(label: "store reads")
    private let looks = DispatchQueue(label: "looks at the broker")
    /// One for each address of a broker.
    private let look: [BrokerLook]
    /// Called for a shared store: the broker has given this coordinator's name to another client.
    let displaced: @Sendable () -> Void
    private let isEnding = Mutex(false)
    private let zoneReads = DispatchQueue(label: "time zone reads")

    /// Orders to the publishers of chunks.
    struct ContentLanes: Sendable {
        var sounds: AsyncStream<ChunkPublisher.Order>.Continuation
        var packs: AsyncStream<ChunkPublisher.Order>.Continuation
    }

    /// The connections to the broker, and the queues of chunks for them.
    struct Link: Sendable {
        var broker: BrokerSettings
        /// For everything but nodes' reports.
        var mqtt: MQTTClient
        /// The connection for nodes' reports.
        var reports: MQTTClient
        var lanes: ContentLanes
    }

    init(
        topics: Topics, clock: SystemClock, logger: Logger, inbox: CoordinatorInbox, link: Link,
        timers: TimerQueue<CoordinatorTimer>, store: any CoordinatorStore, zones: ZoneDatabase, workshop: SoundWorkshop,
        content: CoordinatorContent, notices: NoticeSender?, displaced: @escaping @Sendable () -> Void
    ) {
        (endings, ending) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
        look = link.broker.addresses.map { BrokerLook(broker: link.broker.only($0)) }
        self.displaced = displaced
        self.topics = topics
        self.clock = clock
        self.logger = logger
        self.inbox = inbox
        self.timers = timers
        (client, reports, lanes) = (link.mqtt, link.reports, link.lanes)
        self.store = store
        self.zones = zones
        self.workshop = workshop
        self.content = content
        self.notices = notices
        let outgoing = Outgoing(client: link.mqtt, limited: inbox.limited, logger: logger)
        self.outgoing = outgoing
        intake = MessageIntake(
            connection: link.reports, clock: clock, inbox: inbox,
            read: ReportReader(topics: topics, inbox: inbox, logger: logger).read)
        gateway = Gateway(
            clock: clock, limited: inbox.limited,
            hasRoom: { [mailbox = inbox.mailbox] in mailbox.messagesWaiting < Self.requestReadAhead },
            handlers: .init(post: inbox.post, send: outgoing.send, turnedAway: { inbox.count { $0.requests += 1 } }))
        homeAssistant = HomeAssistantDoor(topics: topics, limited: inbox.limited, post: inbox.post)
    }

    func post(_ event: CoordinatorEvent) { inbox.post(event) }

    /// Waits for the work under way beside the runner. No work begins after the runner has ended.
    func finishWork() {
        workshop.finishWork()
        content.finishWork()
        notices?.finishWork()
        commits.sync {}
        reads.sync {}
        gateway.finishWork()
    }

    // MARK: Effects

    func perform(_ effect: CoordinatorEffect) {
        switch effect {
        case .publish(let message): publish(message)
        case .clear(let topic): outgoing.publish(MQTTMessage(topic: topic, payload: [], retain: true))
        case .publishHomeAssistant(let message):
            outgoing.publish(
                MQTTMessage(topic: message.topic, payload: Array(message.payload.utf8), retain: message.isRetained))
        case .replyTime(let node, let origin, let received, let isVouched, let correlation):
            let reply = TimeReply(
                originNanoseconds: origin, receivedNanoseconds: received.nanoseconds,
                transmittedNanoseconds: clock.now().wall.nanoseconds, isVouched: isVouched)
            publish(.timeReply(node, reply, correlation: correlation))
        case .reply(let origin, let answer): gateway.answer(answer, to: origin)
        case .commit(let id, let operations): commit(id, operations)
        case .readStore(let origin, let query): reads.async { [self] in post(.storeRead(origin, store.answer(query))) }
        case .holdReports(let holds): intake.holdReports(holds)
        case .checkBroker: looks.async { [self] in post(.brokerChecked(BrokerLook.openness(look))) }
        case .checkStore: reads.async { [self] in post(.storeChecked(store.check())) }
        case .checkSpeech(let voice): post(.speechChecked(workshop.check(voice)))
        case .sendNotice(let attempt, let message): notices?.send(message, attempt: attempt, post: post)
        case .readProcess(let origin, let request): post(.processRead(origin, request, .own()))
        case .loadZone(let name): loadZone(name)
        case .speak(let job, let text, let voice): workshop.speak(text, voice, job: job, post: post)
        case .makeSpokenPack(let job, let texts, let voice):
            workshop.makePack(saying: texts, voice, job: job, post: post)
        case .prepareUpload(let job, let file, let isAsIs): workshop.prepare(file, isAsIs: isAsIs, job: job, post: post)
        case .findUpload(let origin, let file, let bytes):
            content.find(
                file, bytes: bytes, isMade: { [workshop] in workshop.hasMade(file) }, origin: origin, post: post)
        case .keepUpload(let origin, let file, let chunk, let isLast):
            content.keep(chunk, of: file, isLast: isLast, origin: origin, post: post)
        case .dropUpload(let file): content.drop(file)
        case .publishChunks(let content, let chunks, let isRetained, let expirySeconds):
            let order = ChunkPublisher.Order(
                content: content, parts: chunks, isRetained: isRetained, expirySeconds: expirySeconds)
            guard case .dropped = (isRetained ? lanes.sounds : lanes.packs).yield(order) else { return }
            inbox.limited.log(
                .warning, about: "chunks",
                "nodes ask for more chunks than the coordinator can publish; they ask for \(content.short) again")
        case .findPack(let origin, let list): content.find(list, origin: origin, post: post)
        case .keepPacks(let packs): content.keepOnly(packs)
        case .setTimer(let token, let deadline): timers.set(token, deadline)
        case .cancelTimer(let token): timers.cancel(token)
        case .log(let level, let text): logger.log(level: Logger.Level(level), "\(text)")
        case .logLimited(let level, let text, let key): inbox.limited.log(Logger.Level(level), about: key, text)
        }
    }

    private func commit(_ id: CommitID, _ operations: [StoreOperation]) {
        commits.async { [self] in
            do throws(StoreError) {
                post(.committed(id, try store.commit(operations)))
            } catch {
                report(error, of: id)
            }
        }
    }

    /// Ends the program.
    func terminate(_ why: FatalError) {
        isEnding.withLock { $0 = true }
        ending.yield(why)
    }

    /// True if a client waits for an answer that is still to come.
    var owesAnswers: Bool { gateway.hasOpenInquiries && !isEnding.withLock { $0 } }

    /// Asks the store until the outcome of the commit is known.
    private func resolve(_ id: CommitID) {
        do throws(StoreError) {
            if let summary = try store.resolveCommit() {
                post(.committed(id, summary))
            } else {
                post(.commitFailed(id, reason: "the connection to the store was lost before the store had this change"))
            }
        } catch {
            report(error, of: id)
        }
    }

    private func report(_ error: StoreError, of id: CommitID) {
        switch error.code {
        case .uncertain:
            post(.commitUncertain(id, reason: error.message))
            commits.asyncAfter(deadline: .now() + .seconds(1)) { [self] in if !inbox.mailbox.isClosed { resolve(id) } }
        case .inUse where store.isShared:
            // Another coordinator owns the store now; our copy of its state is stale, so we exit.
            terminate(FatalError(error.exitCode, error.message))
        case .corrupt, .newerVersion, .inUse, .notWritable, .exists, .full, .failed:
            post(.commitFailed(id, reason: error.message))
        }
    }

    private func loadZone(_ name: String) {
        zoneReads.async { [self] in
            do throws(FatalError) {
                post(.zone(name, try zones.rules(named: name)))
            } catch {
                inbox.limited.log(.warning, about: "zones", "\(error)")
                post(.zone(name, nil))
            }
        }
    }

    private func publish(_ message: CoordinatorMessage) {
        let packet = MQTTMessage(message, in: topics)
        guard case .wake(let wake, _) = message else { return outgoing.publish(packet) }
        do throws(MQTTError) {
            try outgoing.publishUrgently(packet)
        } catch {
            post(.wakeRefused(wake, reason: error.message))
        }
    }
}
