internal import ClockDomain
internal import DequeModule

// The broker's machine: what comes to it, what goes out, and its own ups and downs.

extension Simulation {
    /// What has come to the broker from a host.
    mutating func arriveAtBroker(_ place: Int32, from machine: Int) {
        var parcel = take(place)
        let client = machines[machine].clientNumber
        // An attempt that was given up meanwhile has no socket any more.
        if parcel.kind == .connect, !machines[machine].client.isConnecting(as: parcel.connection) { return }
        guard broker.isUp else {
            if parcel.kind == .connect {
                machines[machine].homeward.startOver()
                launch(machine, isOutward: false, Parcel(kind: .refused, connection: parcel.connection))
            } else if let message = parcel.message {
                drop(machine, message, .connectionLost)
            }
            return
        }
        if parcel.kind == .connect { return accept(machine, parcel.connection) }
        guard brokerEnds[client].machine == machine, brokerEnds[client].connection == parcel.connection,
            broker.isConnected(client)
        else {
            if let message = parcel.message { drop(machine, message, .connectionLost) }
            return
        }
        switch parcel.kind {
        case .subscribe: broker.subscribe(client, machines[machine].filters, at: now, topics)
        case .goodbye: endAtBroker(client, tellingWill: false)
        case .closed: endAtBroker(client, tellingWill: true)
        case .message:
            guard let message = parcel.message.take() else {
                preconditionFailure("a message parcel without a message")
            }
            if parcel.id > 0 { acknowledgeAtBroker(machine, parcel.id) }
            broker.publish(message, at: now, topics)
        case .connect, .accepted, .refused, .takenOver: preconditionFailure("\(parcel.kind) does not come from a host")
        }
        sendOut()
    }

    private mutating func accept(_ machine: Int, _ connection: Int32) {
        let client = machines[machine].clientNumber
        let end = brokerEnds[client]
        if broker.isConnected(client), end.machine >= 0, end.machine != machine || end.connection != connection {
            tell(end.machine, .connections, .sessionEnded)
            launch(end.machine, isOutward: false, Parcel(kind: .takenOver, connection: end.connection))
        }
        brokerEnds[client] = (machine, connection)
        machines[machine].doubtAtBroker += 1
        machines[machine].homeward.startOver()
        // Every program of this project starts clean and lets nothing outlive its connection.
        _ = broker.connect(
            client, cleanStart: true, sessionExpiry: .zero, will: machines[machine].will, at: now, topics)
        launch(machine, isOutward: false, Parcel(kind: .accepted, connection: connection))
        sendOut()
    }

    private mutating func acknowledgeAtBroker(_ machine: Int, _ id: UInt32) {
        guard !machines[machine].homeward.isCut else {
            return machines[machine].client.arrived(id, acknowledgedAt: nil)
        }
        let delay = machines[machine].link.homewardDelay
        let arrival = machines[machine].homeward.arrivalInOrder(at: time, delay: delay)
        machines[machine].client.arrived(id, acknowledgedAt: arrival)
        if !machines[machine].client.waiting.isEmpty { heap.push(.init(arrival, .clientPumps, machine: machine)) }
    }

    /// Sends what the broker has to send.
    private mutating func sendOut() {
        if broker.outgoing.count == 1, let only = broker.outgoing.popLast() {
            // As nearly always; it is moved, not copied.
            send(only)
        } else {
            // Taken whole, so that the list's memory is used again.
            var outgoing: [Broker.Delivery] = []
            swap(&outgoing, &broker.outgoing)
            for delivery in outgoing { send(delivery) }
            outgoing.removeAll(keepingCapacity: true)
            swap(&outgoing, &broker.outgoing)
        }
        guard !broker.dropped.isEmpty else { return }
        for drop in broker.dropped {
            self.drop(brokerEnds[drop.client].machine, drop.message, drop.isExpired ? .expired : .brokerQueueFull)
        }
        broker.dropped.removeAll()
    }

    private mutating func send(_ delivery: consuming Broker.Delivery) {
        let end = brokerEnds[delivery.client]
        launch(
            end.machine, isOutward: false,
            Parcel(kind: .message, connection: end.connection, message: delivery.message, id: delivery.id))
    }

    mutating func pumpBroker(client: Int) {
        broker.pump(client, at: now)
        sendOut()
    }

    // MARK: Ends of connections

    private mutating func endAtBroker(_ client: Int, tellingWill: Bool) {
        tell(brokerEnds[client].machine, .connections, .sessionEnded)
        broker.end(client, tellingWill: tellingWill, at: now, topics)
        sendOut()
    }

    mutating func breakAtBroker(_ machine: Int, connection: Int32) {
        let client = machines[machine].clientNumber
        guard broker.isConnected(client), brokerEnds[client].machine == machine,
            brokerEnds[client].connection == connection
        else { return }
        endAtBroker(client, tellingWill: true)
    }

    mutating func expireAtBroker(_ machine: Int, doubt: Int32) {
        guard machines[machine].doubtAtBroker == doubt else { return }
        let connection = brokerEnds[machines[machine].clientNumber].connection
        guard brokerEnds[machines[machine].clientNumber].machine == machine else { return }
        breakAtBroker(machine, connection: connection)
        launch(machine, isOutward: false, Parcel(kind: .closed, connection: connection))
    }

    // MARK: The broker's own life

    mutating func saveBroker() {
        if broker.isUp { broker.save() }
        heap.push(.init((now + plan.broker.autosaveInterval).nanoseconds, .brokerSaves, machine: -1))
    }

    mutating func stopBroker(_ memory: BrokerMemory) {
        guard broker.isUp else {
            brokerMemory = worse(brokerMemory, memory)
            return
        }
        brokerMemory = memory
        broker.stop(orderly: memory == .kept, at: now)
        tell(.broker, nil, .brokerStopped)
        for end in brokerEnds where end.machine >= 0 {
            launch(end.machine, isOutward: false, Parcel(kind: .closed, connection: end.connection))
        }
    }

    mutating func startBroker() {
        broker.start(brokerMemory, at: now)
        tell(.broker, nil, .brokerStarted(brokerMemory))
    }

    private func worse(_ x: BrokerMemory, _ y: BrokerMemory) -> BrokerMemory {
        switch (x, y) {
        case (.lost, _), (_, .lost): .lost
        case (.autosaved, _), (_, .autosaved): .autosaved
        case (.kept, .kept): .kept
        }
    }
}
