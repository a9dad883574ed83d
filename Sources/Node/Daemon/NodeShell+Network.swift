internal import ClockDomain
internal import ClockMQTT
internal import ClockNodeCore
internal import ClockRuntime
internal import ClockWire
internal import Logging
internal import Synchronization

extension NodeShell {
    /// Called on the network thread for everything the MQTT client reports.
    func received(_ event: MQTTEvent) {
        switch event {
        case .connected:
            logger.info("connected to the broker\(mqtt.placeWords)")
            announceAvailability(.online)
            ringActions.withLock { $0.connected() }
            post(.brokerConnected)
        case .disconnected(let disconnect):
            log(disconnect)
            post(.brokerDisconnected)
        case .message(let message, let receipt): received(message, receipt)
        case .subscribed(let subscription): logger.debug("subscribed to \(subscription.filter)")
        case .subscriptionRefused(let subscription, let error):
            logger.error("the broker refuses \(subscription.filter): \(error)")
        case .publishRefused(let topic, let error):
            inbox.limited.log(.error, about: topic, "the broker refuses a message to \(topic): \(error)")
        }
    }

    private func log(_ disconnect: MQTTDisconnect) {
        switch disconnect.reason {
        case .stopped: break
        case .returning: logger.info("\(disconnect.message)")
        case .sessionTakenOver where disconnect.reasonCode != nil:
            logger.error(
                "another program has connected as node \"\(node)\": two nodes have this id; give one of them another")
        default:
            // The client reports repetitions; once is enough for a log.
            logger.log(level: disconnect.isRepetition ? .debug : .warning, "\(disconnect.message)")
        }
    }

    private func received(_ message: MQTTMessage, _ receipt: MQTTReceipt) {
        do throws(WireError) {
            switch topics.parse(message.topic) {
            case .wake: post(.wake(try WireCodec.decode(from: message.payload)))
            case .node(node, .desired):
                post(.desired(try WireCodec.decode(from: message.payload), isRetained: message.retain))
            case .node(node, .acked): post(.acked(try WireCodec.decode(from: message.payload)))
            case .node(node, .command):
                guard !message.retain else { throw WireError(.invalid, "a command must not be retained") }
                post(.command(try WireCodec.decode(from: message.payload)))
            case .node(node, .reply):
                let receivedAt = NodeCore.Receipt(
                    wall: WallTime(nanoseconds: receipt.realtimeNanoseconds) + clock.wallOffset,
                    boot: BootTime(nanoseconds: receipt.bootNanoseconds))
                post(.timeReply(try WireCodec.decode(from: message.payload), receivedAt: receivedAt))
            case .ring(let writer): try received(message, receipt, of: writer)
            // An empty payload removes the retained one.
            case .emergency where message.payload.isEmpty: break
            case .emergency:
                let left = message.retain ? message.messageExpirySeconds : nil
                post(.emergency(try WireCodec.decode(from: message.payload), left: left.map { .seconds(Int64($0)) }))
            // An empty payload removes a chunk.
            case .chunk(let chunk, let blob, let content):
                if !message.payload.isEmpty { post(.chunk(chunk, of: blob, in: content, message.payload)) }
            default:
                // This node has subscribed to nothing else; a broker that sends it all the same is not worth more than
                // this.
                logger.debug("ignored a message on \(message.topic), which this node has not subscribed to")
            }
        } catch {
            refuse(message.topic, error.description)
        }
    }

    private func received(_ message: MQTTMessage, _ receipt: MQTTReceipt, of writer: RingWriter) throws(WireError) {
        // An empty payload removes a retained message.
        guard !message.payload.isEmpty else { return }
        let boot = BootTime(nanoseconds: receipt.bootNanoseconds)
        guard ringActions.withLock({ $0.reads(message.payload.count, of: writer, at: boot) }) else {
            return refuse(message.topic, "too many of its kind")
        }
        let list: RingActionList = try WireCodec.decode(from: message.payload)
        for action in list.actions {
            switch ringActions.withLock({ $0.evaluate(action, of: writer, at: boot) }) {
            case .taken: post(.ringAction(action))
            case .repeated: break
            case .tooMany: refuse(message.topic, "too many of its kind")
            }
        }
    }
}
