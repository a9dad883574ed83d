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
    /// Messages from the network that wait for the core. Others are read only while few wait, so that it is full of
    /// questions for the time alone; what comes beyond is dropped and counted.
    private static let messageCapacity = 4_096
    /// The coordinator's own events that wait. Every one but timers answers something that the core has asked for.
    private static let ownCapacity = 4_096
    /// Messages in the mailbox up to which requests are read: more than for nodes' reports, which thus never keep people
    /// waiting.
    private static let requestReadAhead = 2 * CoordinatorSettings.readAhead

    let topics: Topics
    let clock: SystemClock
    let logger: Logger
    let mailbox = Mailbox<CoordinatorEvent>(own: ownCapacity, messages: messageCapacity)
    let limited: LimitedLog

    private let store: any CoordinatorStore
    /// Why the program is to end, though nobody asked it to.
    let endings: AsyncStream<FatalError>
    private let ending: AsyncStream<FatalError>.Continuation
    private let zones: ZoneDatabase
    let workshop: SoundWorkshop
    let shelf: PackShelf
    /// `nil` where people are sent no messages.
    private let notices: NoticeSender?
    /// Commits, one after the other, apart from the runner, which answers others meanwhile.
    private let commits = DispatchQueue(label: "store commits")
    private let reads = DispatchQueue(label: "store reads")
    private let looks = DispatchQueue(label: "looks at the broker")
    private let look: BrokerLook
    private let zoneReads = DispatchQueue(label: "time zone reads")
    private let opened = Mutex<Entrances?>(nil)
    private let parts = Mutex<Parts?>(nil)

    /// What needs the shell's handlers before it can be made.
    struct Parts: Sendable {
        var mqtt: MQTTClient
        /// The connection on which nodes' reports come.
        var reports: MQTTClient
        var timers: TimerQueue<CoordinatorTimer>
        /// Sounds to be put on the broker.
        var publications: AsyncStream<SoundPublisher.Order>.Continuation
        /// Parts of voice packs to be sent.
        var packs: AsyncStream<PackPublisher.Order>.Continuation
    }

    /// What messages go through on their way to the core.
    struct Entrances: Sendable {
        var gateway: Gateway
        var intake: MessageIntake
        var homeAssistant: HomeAssistantDoor
    }

    init(
        site: SiteID, broker: BrokerSettings, store: any CoordinatorStore, zones: ZoneDatabase,
        workshop: SoundWorkshop, shelf: PackShelf, notices: NoticeSender?, clock: SystemClock, logger: Logger
    ) {
        (endings, ending) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
        look = BrokerLook(broker: broker)
        topics = Topics(site: site)
        self.store = store
        self.zones = zones
        self.workshop = workshop
        self.shelf = shelf
        self.notices = notices
        self.clock = clock
        self.logger = logger
        limited = LimitedLog(logger, clock: clock)
    }

    func connect(_ parts: Parts) {
        self.parts.withLock { $0 = parts }
        let intake = MessageIntake(
            connection: parts.reports, clock: clock, limited: limited,
            hasRoom: { [mailbox] in mailbox.messagesWaiting < CoordinatorSettings.readAhead },
            handlers: .init(
                readReport: { [weak self] in self?.read(report: $0) },
                turnedAway: { [weak self] in self?.post(.turnedAway($0)) }))
        let gateway = Gateway(
            clock: clock, limited: limited,
            hasRoom: { [mailbox] in mailbox.messagesWaiting < Self.requestReadAhead },
            handlers: .init(
                post: { [weak self] in self?.post($0) }, send: { [weak self] in self?.send($0, to: $1, parts.mqtt) },
                turnedAway: { intake.count { $0.requests += 1 } }))
        let homeAssistant = HomeAssistantDoor(
            topics: topics, clock: clock, limited: limited, post: { [weak self] in self?.post($0) })
        opened.withLock { $0 = Entrances(gateway: gateway, intake: intake, homeAssistant: homeAssistant) }
    }

    var entrances: Entrances {
        guard let entrances = opened.withLock({ $0 }) else {
            preconditionFailure("a message before the parts are connected")
        }
        return entrances
    }

    /// Queues an event, and says so in the log where there is no room for it.
    func post(_ event: CoordinatorEvent) {
        guard !mailbox.post(event), !mailbox.isClosed else { return }
        switch event.source {
        case .message:
            entrances.intake.count { turned in
                switch event {
                case .timeRequest: turned.questions += 1
                case .request: turned.requests += 1
                default: turned.reports += 1
                }
            }
            limited.log(.warning, about: "full", "more messages than can be handled; some are dropped")
        case .connection, .program:
            logger.error("the coordinator's mailbox is full; lost \(String(describing: event).prefix(80))")
        }
    }

    /// Waits for the work under way beside the runner. Nothing is begun after the runner has ended.
    func finishWork() {
        workshop.finishWork()
        shelf.finishWork()
        notices?.finishWork()
        commits.sync {}
        reads.sync {}
        entrances.gateway.finishWork()
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
            // A flood of reports is answered by as many of these.
            publish(
                MQTTMessage(
                    topic: topics.acked(node), payload: WireCodec.encode(acked), retain: true, priority: .patient),
                parts.mqtt)
        case .publishChange(let event):
            publish(MQTTMessage(topic: topics.change, payload: WireCodec.encode(event)), parts.mqtt)
        case .publishHomeAssistant(let message):
            publish(
                MQTTMessage(topic: message.topic, payload: Array(message.payload.utf8), retain: message.isRetained),
                parts.mqtt)
        case .publishRing(let action, let expirySeconds):
            publish(
                MQTTMessage(
                    topic: topics.ring(action.occurrence.source), payload: WireCodec.encode(action), retain: true,
                    messageExpirySeconds: expirySeconds), parts.mqtt)
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
                    qos: .atMostOnce, correlationData: correlation, priority: .prompt), parts.mqtt)
        case .reply(let origin, let answer): entrances.gateway.answer(answer, to: origin)
        case .removeRetained(let node):
            for topic in [topics.desired(node), topics.reported(node), topics.availability(node)] {
                publishRetained(topic, [], parts.mqtt)
            }
            // Not before an acknowledgement that still waits.
            publish(MQTTMessage(topic: topics.acked(node), payload: [], retain: true, priority: .patient), parts.mqtt)
        case .commit(let id, let operations): commit(id, operations)
        case .readHistory(let origin, let request): readHistory(origin, request)
        case .readServiceLevels(let origin, let request): readServiceLevels(origin, request)
        case .holdReports(let holds): entrances.intake.holdReports(holds)
        case .checkBroker: looks.async { [self] in post(.brokerChecked(look.openness())) }
        case .checkStore: reads.async { [self] in post(.storeChecked(store.check())) }
        case .sendNotice(let attempt, let message): notices?.send(message, attempt: attempt, post: post)
        case .readProcess(let origin, let request): post(.processRead(origin, request, .own()))
        case .loadZone(let name): loadZone(name)
        case .speak(let job, let text, let voice): workshop.speak(text, voice, job: job, post: post)
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
                tell(error, of: id)
            }
        }
    }

    /// Asks until it is known whether the commit is in the store.
    private func settle(_ id: CommitID) {
        do throws(StoreError) {
            if let summary = try store.settle() {
                post(.committed(id, summary))
            } else {
                post(.commitFailed(id, reason: "the connection to the store was lost before it had this"))
            }
        } catch {
            tell(error, of: id)
        }
    }

    private func tell(_ error: StoreError, of id: CommitID) {
        switch error.code {
        case .uncertain:
            post(.commitUncertain(id, reason: error.message))
            commits.asyncAfter(deadline: .now() + .seconds(1)) { [self] in if !mailbox.isClosed { settle(id) } }
        case .inUse where store.isShared:
            // What is in it now, somebody else decides: what this program knows of it is of before.
            ending.yield(FatalError(error.exitCode, error.message))
        case .corrupt, .newerVersion, .inUse, .notWritable, .exists, .full, .failed:
            post(.commitFailed(id, reason: error.message))
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

    private func readServiceLevels(_ origin: RequestOrigin, _ request: SLORequest) {
        reads.async { [self] in
            do throws(StoreError) {
                post(.serviceLevelsRead(origin, try store.serviceLevels(request)))
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
                    messageExpirySeconds: expirySeconds, priority: .urgent))
        } catch {
            post(.wakeRefused(wake, reason: error.message))
        }
    }

    /// At most once, so that no answer waits for acknowledgements.
    private func send(_ answer: [UInt8], to address: Gateway.Address, _ mqtt: MQTTClient) {
        switch address {
        case .mqtt(let responseTopic, let correlation):
            publish(
                MQTTMessage(topic: responseTopic, payload: answer, qos: .atMostOnce, correlationData: correlation), mqtt
            )
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
