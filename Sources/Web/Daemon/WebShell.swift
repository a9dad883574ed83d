internal import ClockDomain
internal import ClockMQTT
internal import ClockRuntime
internal import ClockWebCore
internal import ClockWire
internal import Dispatch
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

/// Carries out the mirror's effects, and turns the broker's messages into its events.
final class WebShell: Sendable {
    let mailbox = Mailbox<WebEvent>(own: 256, messages: 4_096)

    private let feed: Feed
    private let topics: Topics
    private let zones: ZoneDatabase
    private let logger: Logger
    private let limited: LimitedLog
    private let zoneReads = DispatchQueue(label: "time zone reads")
    private let questions: AsyncStream<Asked>.Continuation
    private let timers = Mutex<TimerQueue<Question>?>(nil)

    /// - Parameter questions: the requests for the coordinator; each at most once at a time.
    init(
        feed: Feed, topics: Topics, zones: ZoneDatabase, questions: AsyncStream<Asked>.Continuation,
        clock: SystemClock, logger: Logger
    ) throws {
        self.feed = feed
        self.topics = topics
        self.zones = zones
        self.questions = questions
        self.logger = logger
        limited = LimitedLog(logger, clock: clock)
        let timers = try TimerQueue<Question>(
            clock: clock, fired: { [weak self] in self?.post(.timer($0)) }, clockSet: {})
        self.timers.withLock { $0 = timers }
    }

    func post(_ event: WebEvent) {
        guard !mailbox.post(event), !mailbox.isClosed else { return }
        // The next status brings the state of the nodes and the coordinator again.
        limited.log(.warning, about: "full", "more messages come than this program can handle: it drops some")
    }

    func perform(_ effect: WebEffect) {
        switch effect {
        case .ask(let question, let number): questions.yield(Asked(question: question, number: number))
        case .loadZone(let name):
            zoneReads.async { [self] in
                do throws(FatalError) {
                    post(.zone(name, try zones.rules(named: name)))
                } catch {
                    limited.log(.warning, about: "zones", "\(error)")
                    post(.zone(name, nil))
                }
            }
        case .tell(let events, let snapshot): feed.send(events, snapshot)
        case .setTimer(let token, let deadline): timers.withLock { $0 }?.set(token, deadline)
        }
    }

    // MARK: The broker

    /// An event of the viewers' connection, which follows the site.
    func received(_ event: MQTTEvent) {
        switch event {
        case .connected:
            logger.info("connected to the broker")
            post(.connected)
        case .disconnected(let disconnect):
            if disconnect.reason == .stopped { return }
            if !disconnect.isRepetition { logger.warning("\(disconnect.message)") }
            post(.disconnected(reason: disconnect.message))
        case .message(let message, _): receive(message)
        case .subscribed, .subscriptionRefused, .publishRefused: logRefusal(event)
        }
    }

    private func logRefusal(_ event: MQTTEvent) {
        switch event {
        case .subscriptionRefused(let subscription, let error):
            limited.log(
                .error, about: subscription.filter,
                "the broker refuses to tell of \(subscription.filter): \(error.message)")
        case .publishRefused(let topic, let error):
            limited.log(.warning, about: topic, "the broker refuses \(topic): \(error.message)")
        case .connected, .disconnected, .message, .subscribed: break
        }
    }

    /// An event of the members' connection, which may read what viewers may not.
    func receivedByMember(_ event: MQTTEvent) {
        logRefusal(event)
        guard case .message(let message, _) = event, message.topic == topics.emergency else { return }
        if message.payload.isEmpty { return post(.emergency(nil)) }
        if let word = read(Emergency.self, message) { post(.emergency(word)) }
    }

    private func receive(_ message: MQTTMessage) {
        switch topics.parse(message.topic) {
        case .coordinatorAvailability: post(.coordinatorAvailability(Availability(payload: message.payload)))
        case .node(let node, .availability): post(.nodeAvailability(node, Availability(payload: message.payload)))
        case .node(let node, .reported):
            post(.reported(node, message.payload.isEmpty ? nil : read(Reported.self, message)))
        case .change: if let change = read(ChangeEvent.self, message) { post(.changed(change)) }
        case .wake: post(.woken)
        case .ring, .emergency, .chunk, .coordinatorPresence, .node, .request, .homeAssistantState,
            .homeAssistantCommand, nil:
            break
        }
    }

    private func read<Message: WireMessage>(_: Message.Type, _ message: MQTTMessage) -> Message? {
        do throws(WireError) {
            return try WireCodec.decode(from: message.payload)
        } catch {
            limited.log(.warning, about: message.topic, "refused a message on \(message.topic): \(error)")
            return nil
        }
    }
}

/// A request under way.
struct Asked: Sendable {
    var question: Question
    var number: Int
}

/// Sends the mirror's requests to the coordinator.
struct QuestionService: Service {
    let questions: AsyncStream<Asked>
    let link: SiteLink
    let shell: WebShell

    func run() async throws {
        await withDiscardingTaskGroup { group in
            for await asked in questions.cancelOnGracefulShutdown() {
                group.addTask { await ask(asked) }
            }
            group.cancelAll()
        }
    }

    private func ask(_ asked: Asked) async {
        do {
            switch asked.question {
            case .status:
                let answered = try await link.status(as: .viewer)
                shell.post(.status(answered.result, offset: answered.localOffset(of: answered.result.now)))
            case .schedule: shell.post(.schedule(try await link.schedule(as: .viewer)))
            }
        } catch {
            shell.post(.failed(asked.question, number: asked.number, reason: "\(error)"))
        }
    }
}

extension SiteLink.Answered {
    /// Returns the daemon's clock minus the site's, right within half the round trip; `nil` when that took too long to
    /// be of use.
    ///
    /// - Parameter siteNow: the site's time in its answer.
    func localOffset(of siteNow: WallTime) -> Duration? {
        guard roundTrip < .seconds(1) else { return nil }
        return arrived - siteNow - roundTrip / 2
    }
}

/// Ends the streams before the server ends, and sends them heartbeats meanwhile.
struct FeedService: Service {
    let feed: Feed

    /// Time between heartbeats; a page that receives none for longer counts the server as gone.
    static let interval: Duration = .seconds(15)

    func run() async throws {
        // Throws when it is stopped, by cancellation or by shutdown.
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: Self.interval)
                feed.beat()
            }
        }
        feed.endAll()
    }
}
