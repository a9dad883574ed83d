internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockMQTT
internal import ClockRuntime
internal import ClockWire
internal import Logging

extension CoordinatorShell {
    /// The topic on which mosquitto publishes the messages dropped since its start because a queue was full. Other
    /// brokers have nothing there.
    static let brokerDropsTopic = "$SYS/broker/publish/messages/dropped"

    /// Handles all events of the reports' connection. The client calls it on its network thread.
    func receivedReport(_ event: MQTTEvent) {
        switch event {
        case .connected: post(.broker(.reportsConnected))
        case .disconnected(let disconnect):
            // A connection that follows the other one to its broker is back at once.
            guard disconnect.reason != .stopped, disconnect.reason != .returning else { return }
            post(.broker(.reportsDisconnected(reason: disconnect.message)))
        case .message(let message, _):
            guard case .node(let node, _) = topics.parse(message.topic) else {
                return inbox.refuse(message.topic, "the node's id is not \(NodeID.rule)")
            }
            intake.enqueue(message, from: node)
        case .subscribed(let subscription): logger.debug("subscribed to \(subscription.filter)")
        case .subscriptionRefused(let subscription, let error):
            logger.error("the broker refuses \(subscription.filter): \(error)")
        case .publishRefused: preconditionFailure("nothing is published on the connection of the reports")
        }
    }

    /// Handles all other events from the broker. The client calls it on its network thread.
    func received(_ event: MQTTEvent) {
        switch event {
        case .connected:
            let place = client.place ?? 0
            // Both connections use one broker: a node's report arrives where the coordinator asks for it.
            reports.stay(at: place)
            post(.broker(.connected(place: place)))
        case .disconnected(let disconnect):
            if disconnect.reason == .sessionTakenOver { displaced() }
            guard disconnect.reason != .stopped else { return }
            post(.broker(.disconnected(reason: disconnect.message)))
        case .message(let message, let receipt): received(message, receipt)
        case .subscribed(let subscription): logger.debug("subscribed to \(subscription.filter)")
        case .subscriptionRefused(let subscription, let error):
            // A broker that hides its counts is as good as one without any.
            let isOfNoMatter = subscription.filter == Self.brokerDropsTopic
            logger.log(level: isOfNoMatter ? .debug : .error, "the broker refuses \(subscription.filter): \(error)")
        case .publishRefused(let topic, let error):
            // The requester chooses the topic of the answer.
            inbox.limited.log(
                .error, about: "refused messages", "the broker refuses a message to \(topic.prefix(120)): \(error)")
        }
    }

    private func received(_ message: MQTTMessage, _ receipt: MQTTReceipt) {
        let levels = message.topic.split(separator: "/", omittingEmptySubsequences: false)
        if levels.dropLast().last == "request", let verb = levels.last {
            return received(request: message, receipt, verb)
        }
        let boot = BootTime(nanoseconds: receipt.bootNanoseconds)
        if message.topic == topics.wake { return received(wake: message, at: boot) }
        if message.topic == topics.coordinatorPresence { return received(presence: message, at: boot) }
        if message.topic == Self.brokerDropsTopic {
            if let total = Int(String(decoding: message.payload.prefix(20), as: UTF8.self)) {
                post(.broker(.dropped(total: total)))
            }
            return
        }
        if message.topic == topics.emergency { return received(emergency: message, at: boot) }
        if topics.isRing(message.topic) { return received(ring: message, at: boot) }
        if homeAssistant.receive(message, receipt) { return }
        guard case .node(let node, .time) = topics.parse(message.topic) else {
            return inbox.refuse(message.topic, "the node's id is not \(NodeID.rule)")
        }
        guard intake.takesQuestion(of: node, at: boot) else { return }
        do throws(WireError) {
            let received = WallTime(nanoseconds: receipt.realtimeNanoseconds) + clock.wallOffset
            let request: TimeRequest = try WireCodec.decode(from: message.payload)
            post(.broker(.timeRequest(node, request, received: received, correlation: message.correlationData)))
        } catch {
            inbox.refuse(message.topic, error.description)
        }
    }

    /// Checks that a message under `ring/` is a list of stops and snoozes on the topic of a writer. An empty message
    /// clears one.
    private func received(ring message: MQTTMessage, at boot: BootTime) {
        guard !message.payload.isEmpty, intake.takesRing(at: boot) else { return }
        let topic = topics.parse(message.topic)
        var node: NodeID?
        if case .ring(.node(let writer)) = topic { node = writer }
        do throws(WireError) {
            guard topic != nil else { throw WireError(.invalid, "nobody of this site writes there") }
            let _: RingActionList = try WireCodec.decode(from: message.payload)
            if let node { post(.nodeListHeard(node, bytes: message.payload.count)) }
        } catch {
            post(
                .strayFound(
                    StrayMessage(
                        topic: message.topic, bytes: message.payload.count, node: node, problem: error.description)))
        }
    }

    private func received(wake message: MQTTMessage, at boot: BootTime) {
        // An empty message removes a wake.
        guard !message.payload.isEmpty, intake.takesWake(of: topics.site, at: boot) else { return }
        do throws(WireError) {
            post(.wakeHeard(try WireCodec.decode(from: message.payload)))
        } catch {
            inbox.refuse(message.topic, error.description)
        }
    }

    private func received(presence message: MQTTMessage, at boot: BootTime) {
        guard !message.payload.isEmpty, intake.takesPresence(of: topics.site, at: boot) else { return }
        do throws(WireError) {
            post(.presenceHeard(try WireCodec.decode(from: message.payload), isRetained: message.retain))
        } catch {
            inbox.refuse(message.topic, error.description)
        }
    }

    private func received(emergency message: MQTTMessage, at boot: BootTime) {
        guard !message.payload.isEmpty, intake.takesRing(at: boot) else { return }
        do throws(WireError) {
            post(.emergencyHeard(try WireCodec.decode(from: message.payload)))
        } catch {
            inbox.refuse(message.topic, error.description)
        }
    }

    /// Passes requests over MQTT to the gateway. The broker's access rules have already checked the requester's role: a
    /// client without it cannot publish to the verb's topic. MQTT names only the topic of the answer.
    private func received(request message: MQTTMessage, _ receipt: MQTTReceipt, _ verb: Substring) {
        // The door answers these.
        guard verb != RequestVerb.pair.rawValue else { return }
        // The gateway's name for it, so that both share one log line.
        let name = "request/\(verb)"
        guard let responseTopic = message.responseTopic else {
            return inbox.refuse(name, "a request without a response topic cannot be answered")
        }
        guard responseTopic.hasPrefix(topics.reply(client: "")) else {
            return inbox.refuse(
                name, "the response topic \(responseTopic.prefix(80)) is not under \(topics.reply(client: ""))")
        }
        var problem: String?
        if message.messageExpirySeconds == nil {
            problem = "a request needs a message expiry: how many seconds somebody waits for its answer"
        }
        if message.retain {
            problem =
                "a request is not to be retained, or it would be carried out again and again; clear the topic with "
                + "an empty retained message"
        }
        let expiry = Int64(message.messageExpirySeconds ?? 0) * 1_000_000_000 - receipt.waitedNanoseconds
        gateway.enqueue(
            Gateway.Inquiry(
                verb: RequestVerb(String(verb)), payload: message.payload, asker: responseTopic, role: .admin,
                address: .mqtt(responseTopic: responseTopic, correlation: message.correlationData),
                deadline: BootTime(nanoseconds: receipt.bootNanoseconds) + .nanoseconds(expiry), problem: problem))
    }
}
