internal import ClockDomain
internal import DequeModule

// The brokers' machines: what comes to them, what goes out, and their own ups and downs.

extension Simulation {
    /// What has come to a broker from a host.
    mutating func arriveAtBroker(_ place: Int32, from port: Int) {
        var parcel = parcels.take(place)
        let broker = ports[port].broker
        let client = machines[ports[port].machine].clientNumber
        // An attempt that was given up meanwhile has no socket any more.
        if parcel.kind == .connect, !ports[port].client.isConnecting(as: parcel.connection) { return }
        guard brokers[broker].model.isUp else {
            if parcel.kind == .connect {
                ports[port].homeward.startOver()
                launch(port, isOutward: false, Parcel(kind: .refused, connection: parcel.connection))
            } else if let message = parcel.message {
                drop(port, message, .connectionLost)
            }
            return
        }
        if parcel.kind == .connect { return accept(port, parcel.connection) }
        guard brokers[broker].ends[client].port == port,
            brokers[broker].ends[client].connection == parcel.connection,
            brokers[broker].model.isConnected(client)
        else {
            if let message = parcel.message { drop(port, message, .connectionLost) }
            return
        }
        switch parcel.kind {
        case .subscribe:
            brokers[broker].model.subscribe(client, machines[ports[port].machine].filters, at: now, topics)
        case .goodbye: endAtBroker(broker, client, tellingWill: false)
        case .closed: endAtBroker(broker, client, tellingWill: true)
        case .message:
            guard let message = parcel.message.take() else {
                preconditionFailure("a message parcel without a message")
            }
            if parcel.id > 0 { acknowledgeAtBroker(port, parcel.id) }
            brokers[broker].model.publish(message, at: now, topics)
        case .connect, .accepted, .refused, .takenOver: preconditionFailure("\(parcel.kind) does not come from a host")
        }
        sendOut(broker)
    }

    private mutating func accept(_ port: Int, _ connection: Int32) {
        let broker = ports[port].broker
        let client = machines[ports[port].machine].clientNumber
        let end = brokers[broker].ends[client]
        if brokers[broker].model.isConnected(client), end.port >= 0, end.port != port || end.connection != connection {
            tell(port: end.port, .connections, .sessionEnded)
            launch(end.port, isOutward: false, Parcel(kind: .takenOver, connection: end.connection))
        }
        brokers[broker].ends[client] = (port, connection)
        ports[port].doubtAtBroker += 1
        ports[port].homeward.startOver()
        // Every program of this project starts clean and lets nothing outlive its connection.
        _ = brokers[broker].model.connect(
            client, cleanStart: true, sessionExpiry: .zero, will: machines[ports[port].machine].will, at: now, topics)
        launch(port, isOutward: false, Parcel(kind: .accepted, connection: connection))
        sendOut(broker)
    }

    private mutating func acknowledgeAtBroker(_ port: Int, _ id: UInt32) {
        guard !ports[port].homeward.isCut else {
            return ports[port].client.arrived(id, acknowledgedAt: nil)
        }
        let delay = ports[port].link.homewardDelay
        let arrival = ports[port].homeward.arrivalInOrder(at: time, delay: delay)
        ports[port].client.arrived(id, acknowledgedAt: arrival)
        if !ports[port].client.waiting.isEmpty { heap.push(.init(arrival, .clientPumps, machine: port)) }
    }

    /// Sends what the broker has to send.
    private mutating func sendOut(_ broker: Int) {
        if brokers[broker].model.outgoing.count == 1, let only = brokers[broker].model.outgoing.popLast() {
            // As nearly always; it is moved, not copied.
            send(only, from: broker)
        } else {
            // Taken whole, so that the list's memory is used again.
            var outgoing: [Broker.Delivery] = []
            swap(&outgoing, &brokers[broker].model.outgoing)
            for delivery in outgoing { send(delivery, from: broker) }
            outgoing.removeAll(keepingCapacity: true)
            swap(&outgoing, &brokers[broker].model.outgoing)
        }
        guard !brokers[broker].model.dropped.isEmpty else { return }
        for drop in brokers[broker].model.dropped {
            self.drop(
                brokers[broker].ends[drop.client].port, drop.message, drop.isExpired ? .expired : .brokerQueueFull)
        }
        brokers[broker].model.dropped.removeAll()
    }

    private mutating func send(_ delivery: consuming Broker.Delivery, from broker: Int) {
        let end = brokers[broker].ends[delivery.client]
        launch(
            end.port, isOutward: false,
            Parcel(
                kind: .message, isRetained: delivery.isRetained, connection: end.connection, message: delivery.message,
                id: delivery.id))
    }

    mutating func pump(_ client: Int, of broker: Int) {
        brokers[broker].model.pump(client, at: now)
        sendOut(broker)
    }

    // MARK: Ends of connections

    private mutating func endAtBroker(_ broker: Int, _ client: Int, tellingWill: Bool) {
        tell(port: brokers[broker].ends[client].port, .connections, .sessionEnded)
        brokers[broker].model.end(client, tellingWill: tellingWill, at: now, topics)
        sendOut(broker)
    }

    mutating func breakAtBroker(_ port: Int, connection: Int32) {
        let broker = ports[port].broker
        let client = machines[ports[port].machine].clientNumber
        guard brokers[broker].model.isConnected(client), brokers[broker].ends[client].port == port,
            brokers[broker].ends[client].connection == connection
        else { return }
        endAtBroker(broker, client, tellingWill: true)
    }

    mutating func expireAtBroker(_ port: Int, doubt: Int32) {
        guard ports[port].doubtAtBroker == doubt else { return }
        let end = brokers[ports[port].broker].ends[machines[ports[port].machine].clientNumber]
        guard end.port == port else { return }
        breakAtBroker(port, connection: end.connection)
        launch(port, isOutward: false, Parcel(kind: .closed, connection: end.connection))
    }

    // MARK: A broker's own life

    mutating func saveBroker(_ broker: Int) {
        if brokers[broker].model.isUp { brokers[broker].model.save() }
        scheduleSave(broker, after: now)
    }

    mutating func scheduleSave(_ broker: Int, after start: TrueTime) {
        let next = start + brokers[broker].model.plan.autosaveInterval
        heap.push(.init(next.nanoseconds, .brokerSaves, machine: -1, a: Int32(broker)))
    }

    mutating func stopBroker(_ broker: Int, _ memory: BrokerMemory) {
        guard brokers[broker].model.isUp else {
            brokers[broker].memory = worse(brokers[broker].memory, memory)
            return
        }
        brokers[broker].memory = memory
        brokers[broker].model.stop(orderly: memory == .kept, at: now)
        tell(.broker(broker), nil, .brokerStopped)
        for end in brokers[broker].ends where end.port >= 0 {
            launch(end.port, isOutward: false, Parcel(kind: .closed, connection: end.connection))
        }
    }

    mutating func startBroker(_ broker: Int) {
        let memory = brokers[broker].memory
        brokers[broker].model.start(memory, at: now)
        tell(.broker(broker), nil, .brokerStarted(memory))
    }

    private func worse(_ x: BrokerMemory, _ y: BrokerMemory) -> BrokerMemory {
        switch (x, y) {
        case (.lost, _), (_, .lost): .lost
        case (.autosaved, _), (_, .autosaved): .autosaved
        case (.kept, .kept): .kept
        }
    }
}
