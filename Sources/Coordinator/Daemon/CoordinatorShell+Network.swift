internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockMQTT
internal import ClockRuntime
internal import ClockWire
internal import Logging
internal import Synchronization

extension CoordinatorShell {
    /// Called on the network thread for everything the MQTT client reports.
    func received(_ event: MQTTEvent) {
        switch event {
        case .connected: post(.brokerConnected)
        case .disconnected(let disconnect):
            if disconnect.reason != .stopped { post(.brokerDisconnected(reason: disconnect.message)) }
        case .message(let message, let receipt): received(message, receipt)
        case .subscribed(let subscription): logger.debug("subscribed to \(subscription.filter)")
        case .subscriptionRefused(let subscription, let error):
            logger.error("the broker refuses \(subscription.filter): \(error)")
        case .publishRefused(let topic, let error):
            // Whoever asks chooses where the answer goes.
            limited.log(
                .error, about: "refused messages", "the broker refuses a message to \(topic.prefix(120)): \(error)")
        }
    }

    private func received(_ message: MQTTMessage, _ receipt: MQTTReceipt) {
        let levels = message.topic.split(separator: "/", omittingEmptySubsequences: false)
        if levels.dropLast().last == "request" { return received(request: message) }
        if message.topic == topics.wake {
            return received(wake: message, at: BootTime(nanoseconds: receipt.bootNanoseconds))
        }
        guard case .node(let node, let leaf) = topics.parse(message.topic) else {
            return refuse(message.topic, "the node's id is not \(NodeID.rule)")
        }
        guard leaf == .time else { return network.take(report: message, from: node) }
        guard network.takesQuestion(of: node, at: BootTime(nanoseconds: receipt.bootNanoseconds)) else { return }
        do throws(WireError) {
            let received = WallTime(nanoseconds: receipt.realtimeNanoseconds) + clock.wallOffset
            post(
                .timeRequest(
                    node, try WireCodec.decode(from: message.payload), received: received,
                    correlation: message.correlationData))
        } catch {
            refuse(message.topic, error.description)
        }
    }

    private func received(wake message: MQTTMessage, at boot: BootTime) {
        // An empty one is how a wake is removed.
        guard !message.payload.isEmpty, network.takesWake(of: topics.site, at: boot) else { return }
        do throws(WireError) {
            post(.wakeHeard(try WireCodec.decode(from: message.payload)))
        } catch {
            refuse(message.topic, error.description)
        }
    }

    /// Reads what a node says, beside the network thread.
    func read(report message: MQTTMessage) {
        guard case .node(let node, let leaf) = topics.parse(message.topic) else { return }
        // An empty retained message is how one is removed.
        if message.payload.isEmpty, leaf == .availability || leaf == .reported { return }
        do throws(WireError) {
            switch leaf {
            case .availability:
                guard let availability = Availability(payload: message.payload) else {
                    throw WireError(.invalid, "neither online nor offline")
                }
                post(.availability(node, availability))
            case .reported:
                let reported: Reported = try WireCodec.decode(from: message.payload)
                post(.reported(node, reported.clipped()))
            case .ledger: post(.ledger(node, try WireCodec.decode(from: message.payload)))
            case .sound: post(.soundReport(node, try WireCodec.decode(from: message.payload)))
            case .held: post(.held(node, try WireCodec.decode(from: message.payload)))
            case .pack: post(.packWant(node, try WireCodec.decode(from: message.payload)))
            case .time, .desired, .acked, .command, .reply:
                // Questions for the time do not wait to be read. The others are not subscribed to; what a broker sends
                // all the same means nothing here.
                logger.debug("message on unexpected topic \(message.topic)")
            }
        } catch {
            refuse(message.topic, error.description)
        }
    }

    private func received(request message: MQTTMessage) {
        guard let responseTopic = message.responseTopic else {
            return refuse(message.topic, "a request without a response topic cannot be answered")
        }
        guard responseTopic.hasPrefix(topics.reply(client: "")) else {
            return refuse(
                message.topic, "the response topic \(responseTopic.prefix(80)) is not under \(topics.reply(client: ""))"
            )
        }
        let isUpload = topics.parse(message.topic) == .request(.upload)
        switch network.take(request: message, isUpload: isUpload, from: responseTopic) {
        case .taken, .turnedAway(isToBeTold: false): break
        case .turnedAway(isToBeTold: true):
            reply(
                to: RequestOrigin(responseTopic: responseTopic, correlation: message.correlationData),
                .failed(RequestError(.unavailable, "too many of your requests wait already: ask again in a moment")))
        }
    }

    /// Reads a request, beside the network thread.
    func read(request message: MQTTMessage) {
        guard let responseTopic = message.responseTopic else { return }
        let origin = RequestOrigin(responseTopic: responseTopic, correlation: message.correlationData)
        do throws(WireError) {
            guard !message.retain else {
                throw WireError(
                    .invalid,
                    "a request is not to be retained, or it would be carried out again and again; clear the topic with "
                        + "an empty retained message")
            }
            guard message.messageExpirySeconds != nil else {
                throw WireError(
                    .invalid, "a request needs a message expiry: how many seconds somebody waits for its answer")
            }
            guard case .request(let verb) = topics.parse(message.topic) else {
                let known = RequestVerb.allCases.map(\.rawValue).joined(separator: ", ")
                throw WireError(.invalid, "no such request; there are \(known)")
            }
            post(.request(origin, try CoordinatorRequest(verb, payload: message.payload)))
        } catch {
            refuse(message.topic, error.description)
            post(.badRequest(origin, problem: error.description))
        }
    }

    /// Says once per topic and minute that a message was refused, and why.
    private func refuse(_ topic: String, _ reason: String) {
        limited.log(.warning, about: topic, "refused a message on \(topic.prefix(120)): \(reason)")
    }
}

extension CoordinatorRequest {
    init(_ verb: RequestVerb, payload: [UInt8]) throws(WireError) {
        switch verb {
        case .status:
            let _: StatusRequest = try WireCodec.decode(from: payload)
            self = .status
        case .history: self = .history(try WireCodec.decode(from: payload))
        case .set: self = .set(try WireCodec.decode(from: payload))
        case .announce: self = .announce(try WireCodec.decode(from: payload))
        case .wake:
            let _: WakeRequest = try WireCodec.decode(from: payload)
            self = .wake
        case .rename: self = .rename(try WireCodec.decode(from: payload))
        case .adopt: self = .adopt(try WireCodec.decode(from: payload))
        case .forget: self = .forget(try WireCodec.decode(from: payload))
        case .doctor:
            let _: DoctorRequest = try WireCodec.decode(from: payload)
            self = .doctor
        case .change: self = .change(try WireCodec.decode(from: payload))
        case .schedule: self = .schedule(try WireCodec.decode(from: payload))
        case .say: self = .say(try WireCodec.decode(from: payload))
        case .play: self = .play(try WireCodec.decode(from: payload))
        case .upload: self = .upload(try WireCodec.decode(from: payload))
        case .outcome: self = .outcome(try WireCodec.decode(from: payload))
        case .cancel: self = .cancel(try WireCodec.decode(from: payload))
        case .pack: self = .pack(try WireCodec.decode(from: payload))
        case .push: self = .push(try WireCodec.decode(from: payload))
        case .withdraw: self = .withdraw(try WireCodec.decode(from: payload))
        case .score: self = .score(try WireCodec.decode(from: payload))
        case .scores: self = .scores(try WireCodec.decode(from: payload))
        }
    }
}
