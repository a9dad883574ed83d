internal import DequeModule

// The broker's machine: arrivals, deliveries, stops and starts.

extension Simulation {
    /// Receives a parcel from a host at the broker.
    mutating func arriveAtBroker(_ place: Int32, from port: Int) {
        var parcel = parcels.remove(place)
        let client = machines[port].clientNumber
        // The host closed the socket of an abandoned attempt.
        if parcel.kind == .connect, !ports[port].client.isConnecting(as: parcel.connection) { return }
        guard broker.model.isUp else {
            if parcel.kind == .connect {
                ports[port].homeward.startOver()
                launch(port, isOutward: false, Parcel(kind: .refused, connection: parcel.connection))
            } else if let message = parcel.message {
                drop(port, message, .connectionLost)
            }
            return
        }
        if parcel.kind == .connect { return accept(port, parcel.connection) }
        guard broker.ends[client].port == port, broker.ends[client].connection == parcel.connection,
            broker.model.isConnected(client)
        else {
            if let message = parcel.message { drop(port, message, .connectionLost) }
            return
        }
        switch parcel.kind {
        case .subscribe: broker.model.subscribe(client, machines[port].filters, at: now, topics)
        case .goodbye: endAtBroker(client, tellingWill: false)
        case .closed: endAtBroker(client, tellingWill: true)
        case .message:
            guard let message = parcel.message.take() else { preconditionFailure("a message parcel without a message") }
            if parcel.id > 0 { acknowledgeAtBroker(port, parcel.id) }
            broker.model.publish(message, at: now, topics)
        case .connect, .accepted, .refused, .takenOver: preconditionFailure("\(parcel.kind) does not come from a host")
        }
        sendOut()
    }

    private mutating func accept(_ port: Int, _ connection: Int32) {
        let client = machines[port].clientNumber
        let end = broker.ends[client]
        if broker.model.isConnected(client), end.port >= 0, end.port != port || end.connection != connection {
            report(end.port, .connections, .sessionEnded)
            launch(end.port, isOutward: false, Parcel(kind: .takenOver, connection: end.connection))
        }
        broker.ends[client] = (port, connection)
        ports[port].doubtAtBroker += 1
        ports[port].homeward.startOver()
        // Every program of this project starts clean, and its session ends with its connection.
        _ = broker.model.connect(
            client, cleanStart: true, sessionExpiry: .zero, will: machines[port].will, at: now, topics)
        launch(port, isOutward: false, Parcel(kind: .accepted, connection: connection))
        sendOut()
    }

    private mutating func acknowledgeAtBroker(_ port: Int, _ id: UInt32) {
        guard !ports[port].homeward.isCut else { return ports[port].client.arrived(id, acknowledgedAt: nil) }
        let delay = ports[port].link.homewardDelay
        let arrival = ports[port].homeward.arrivalInOrder(at: time, delay: delay)
        ports[port].client.arrived(id, acknowledgedAt: arrival)
        if !ports[port].client.waiting.isEmpty { heap.push(.init(arrival, .clientPumps, machine: port)) }
    }

    /// Sends the broker's deliveries.
    private mutating func sendOut() {
        if broker.model.outgoing.count == 1, let only = broker.model.outgoing.popLast() {
            // The usual case; the delivery is moved, not copied.
            send(only)
        } else {
            // Swapped as a whole, so that the list keeps its memory.
            var outgoing: [Broker.Delivery] = []
            swap(&outgoing, &broker.model.outgoing)
            for delivery in outgoing { send(delivery) }
            outgoing.removeAll(keepingCapacity: true)
            swap(&outgoing, &broker.model.outgoing)
        }
        guard !broker.model.dropped.isEmpty else { return }
        for drop in broker.model.dropped {
            self.drop(broker.ends[drop.client].port, drop.message, drop.isExpired ? .expired : .brokerQueueFull)
        }
        broker.model.dropped.removeAll()
    }

    private mutating func send(_ delivery: consuming Broker.Delivery) {
        let end = broker.ends[delivery.client]
        launch(
            end.port, isOutward: false,
            Parcel(
                kind: .message, isRetained: delivery.isRetained, connection: end.connection, message: delivery.message,
                id: delivery.id))
    }

    mutating func pump(_ client: Int) {
        broker.model.pump(client, at: now)
        sendOut()
    }

    // MARK: Ends of connections

    private mutating func endAtBroker(_ client: Int, tellingWill: Bool) {
        report(broker.ends[client].port, .connections, .sessionEnded)
        broker.model.disconnect(client, tellingWill: tellingWill, at: now, topics)
        sendOut()
    }

    mutating func breakAtBroker(_ port: Int, connection: Int32) {
        let client = machines[port].clientNumber
        guard broker.model.isConnected(client), broker.ends[client].port == port,
            broker.ends[client].connection == connection
        else { return }
        endAtBroker(client, tellingWill: true)
    }

    mutating func expireAtBroker(_ port: Int, doubt: Int32) {
        guard ports[port].doubtAtBroker == doubt else { return }
        let end = broker.ends[machines[port].clientNumber]
        guard end.port == port else { return }
        breakAtBroker(port, connection: end.connection)
        launch(port, isOutward: false, Parcel(kind: .closed, connection: end.connection))
    }

    // MARK: The broker's own life

    mutating func saveBroker() {
        if broker.model.isUp { broker.model.save() }
        scheduleSave(after: now)
    }

    mutating func scheduleSave(after start: TrueTime) {
        let next = start + broker.model.plan.autosaveInterval
        heap.push(.init(next.nanoseconds, .brokerSaves, machine: -1))
    }

    mutating func stopBroker(_ memory: BrokerMemory) {
        guard broker.model.isUp else {
            broker.memory = worse(broker.memory, memory)
            return
        }
        broker.memory = memory
        broker.model.stop(orderly: memory == .kept, at: now)
        report(.broker, nil, .brokerStopped)
        for end in broker.ends where end.port >= 0 {
            launch(end.port, isOutward: false, Parcel(kind: .closed, connection: end.connection))
        }
    }

    mutating func startBroker() {
        let memory = broker.memory
        broker.model.start(memory, at: now)
        report(.broker, nil, .brokerStarted(memory))
    }

    private func worse(_ x: BrokerMemory, _ y: BrokerMemory) -> BrokerMemory {
        switch (x, y) {
        case (.lost, _), (_, .lost): .lost
        case (.autosaved, _), (_, .autosaved): .autosaved
        case (.kept, .kept): .kept
        }
    }
}
