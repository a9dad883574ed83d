internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire
internal import DequeModule

// The way between hosts and the broker, and the hosts' MQTT clients.

extension Simulation {
    // MARK: Parcels

    /// Sends something on its way.
    mutating func launch(_ machine: Int, isOutward: Bool, _ parcel: consuming Parcel) {
        let link = machines[machine].link
        let delay = isOutward ? link.outwardDelay : link.homewardDelay
        let topic = parcel.message?.topic.index
        let way =
            isOutward
            ? machines[machine].outward.way(at: time, delay: delay, link, topic: topic, isAtLeastOnce: parcel.id > 0)
            : machines[machine].homeward.way(at: time, delay: delay, link, topic: topic, isAtLeastOnce: parcel.id > 0)
        if way.isGivenUp {
            if let message = parcel.message { drop(machine, message, .connectionLost) }
            return heap.push(.init(way.arrival, .linkGivesUp, machine: machine, a: parcel.connection))
        }
        if way.isDuplicated { enter(machine, isOutward, copy parcel, arrival: way.arrival) }
        enter(machine, isOutward, parcel, arrival: way.arrival)
    }

    private mutating func enter(_ machine: Int, _ isOutward: Bool, _ parcel: consuming Parcel, arrival: Int64) {
        let isHolding = isOutward ? machines[machine].outward.isHolding : machines[machine].homeward.isHolding
        let place: Int32
        if let free = freeParcels.popLast() {
            place = free
            parcels[Int(free)] = parcel
        } else {
            place = Int32(parcels.count)
            parcels.append(parcel)
        }
        guard isHolding else {
            return heap.push(.init(arrival, isOutward ? .parcelAtBroker : .parcelAtHost, machine: machine, a: place))
        }
        hold(machine, isOutward, place)
    }

    mutating func take(_ place: Int32) -> Parcel {
        let (kind, connection, id) = (parcels[Int(place)].kind, parcels[Int(place)].connection, parcels[Int(place)].id)
        let message = parcels[Int(place)].message.take()
        freeParcels.append(place)
        return Parcel(kind: kind, connection: connection, message: message, id: id)
    }

    // MARK: Partitions and clogs

    /// Nothing comes through now, or little. What is at most once has no queue to speak of.
    private mutating func hold(_ machine: Int, _ isOutward: Bool, _ place: Int32) {
        let held = isOutward ? machines[machine].outward.held.count : machines[machine].homeward.held.count
        if held >= plan.broker.queueLimit, parcels[Int(place)].id == 0, parcels[Int(place)].kind == .message {
            if let message = take(place).message { drop(machine, message, .senderQueueFull) }
            return
        }
        if isOutward {
            machines[machine].outward.held.append(place)
        } else {
            machines[machine].homeward.held.append(place)
        }
        awaitRelease(machine, isOutward)
    }

    /// Has the next message come through a clogged way, if there is one.
    mutating func awaitRelease(_ machine: Int, _ isOutward: Bool) {
        let release =
            isOutward
            ? machines[machine].outward.nextRelease(after: time) : machines[machine].homeward.nextRelease(after: time)
        guard let release else { return }
        let generation =
            isOutward ? machines[machine].outward.clogGeneration : machines[machine].homeward.clogGeneration
        heap.push(.init(release, .linkReleases, machine: machine, a: generation, b: isOutward ? 0 : 1))
    }

    mutating func releaseClogged(_ machine: Int, generation: Int32, isOutward: Bool) {
        guard generation == (isOutward ? machines[machine].outward : machines[machine].homeward).clogGeneration else {
            return
        }
        let place: Int32?
        if isOutward {
            place = machines[machine].outward.release()
        } else {
            place = machines[machine].homeward.release()
        }
        if let place {
            let arrival =
                isOutward
                ? machines[machine].outward.arrivalOfHeld(at: time) : machines[machine].homeward.arrivalOfHeld(at: time)
            heap.push(.init(arrival, isOutward ? .parcelAtBroker : .parcelAtHost, machine: machine, a: place))
        }
        awaitRelease(machine, isOutward)
    }

    /// The way is as it should be again: what was held comes through, TCP's next try permitting.
    mutating func releaseHeld(_ machine: Int, isOutward: Bool, cutFor span: Int64) {
        var direction = isOutward ? machines[machine].outward : machines[machine].homeward
        let link = machines[machine].link
        var arrival = time + (isOutward ? link.outwardDelay : link.homewardDelay)
        arrival += direction.random.below(min(span, 60_000_000_000) + 1)
        arrival = direction.arrivalOfHeld(at: arrival)
        let held = direction.held
        direction.held = []
        if isOutward { machines[machine].outward = direction } else { machines[machine].homeward = direction }
        for place in held {
            heap.push(.init(arrival, isOutward ? .parcelAtBroker : .parcelAtHost, machine: machine, a: place))
        }
        if isOutward {
            for id in machines[machine].heldAcknowledgements { acknowledge(machine, id, at: arrival) }
            machines[machine].heldAcknowledgements = []
        } else {
            machines[machine].client.acknowledgementsArrive(at: arrival)
            if !machines[machine].client.waiting.isEmpty { heap.push(.init(arrival, .clientPumps, machine: machine)) }
        }
    }

    // MARK: Connecting

    mutating func connectSoon(_ machine: Int, after wait: Int64) {
        heap.push(
            .init(
                time + wait, .connects, machine: machine, a: machines[machine].client.connection,
                b: machines[machine].incarnation))
    }

    mutating func beginConnecting(_ machine: Int, connection: Int32, incarnation: Int32) {
        guard machines[machine].isRunning, machines[machine].incarnation == incarnation,
            machines[machine].client.connection == connection
        else { return }
        machines[machine].client.beginAttempt()
        machines[machine].outward.startOver()
        machines[machine].heldAcknowledgements = []
        let number = machines[machine].client.connection
        launch(machine, isOutward: true, Parcel(kind: .connect, connection: number))
        heap.push(
            .init(time + ClientModel.connectTimeout, .connectTimesOut, machine: machine, a: number, b: incarnation))
    }

    mutating func timeOutConnecting(_ machine: Int, connection: Int32, incarnation: Int32) {
        guard machines[machine].isRunning, machines[machine].incarnation == incarnation,
            machines[machine].client.connection == connection, case .connecting = machines[machine].client.phase
        else { return }
        disconnected(machine, "cannot reach broker: no answer within 10.0 s")
    }

    private mutating func connected(_ machine: Int) {
        machines[machine].client.accepted(at: time)
        tell(machine, .connections, .connected)
        launch(machine, isOutward: true, Parcel(kind: .subscribe, connection: machines[machine].client.connection))
        switch machines[machine].host {
        case .node(let index):
            publish(node: index, .availability(.online))
            post(node: index, .brokerConnected)
        case .coordinator(let index):
            post(coordinator: index, .broker(0, .connected))
            post(coordinator: index, .broker(0, .reportsConnected))
        case .client, .broker: break
        }
        pumpClient(machine)
        // A connection that is made while little comes through may be given up as well.
        if machines[machine].outward.isCut || machines[machine].homeward.isCut { doubtConnection(machine) }
    }

    /// The connection, or an attempt at one, has failed, as the host knows.
    private mutating func disconnected(_ machine: Int, _ reason: String, mendsByItself: Bool = true) {
        let wait = machines[machine].client.failed(mendsByItself: mendsByItself, at: time)
        machines[machine].doubt += 1
        connectSoon(machine, after: wait)
        tell(machine, .connections, .disconnected(reason: reason))
        switch machines[machine].host {
        case .node(let index): post(node: index, .brokerDisconnected)
        case .coordinator(let index):
            post(coordinator: index, .broker(0, .disconnected(reason: reason)))
            post(coordinator: index, .broker(0, .reportsDisconnected(reason: reason)))
        case .client, .broker: break
        }
    }

    /// TCP gives up after too many losses; both ends learn of it.
    mutating func giveUp(_ machine: Int, connection: Int32) {
        breakAtBroker(machine, connection: connection)
        guard machines[machine].isRunning, machines[machine].client.connection == connection,
            !machines[machine].client.isStopped
        else { return }
        if case .waiting = machines[machine].client.phase { return }
        disconnected(machine, "lost the connection to the broker: Connection timed out")
    }

    // MARK: Keep-alive

    /// Nothing comes through: unless that changes, somebody's keep-alive ends the connection.
    mutating func doubtConnection(_ machine: Int) {
        guard machines[machine].client.isConnected else { return }
        machines[machine].doubt += 1
        if machines[machine].outward.isCut {
            // One and a half times the keep-alive after the last packet, which came within the last keep-alive.
            let wait = machines[machine].random.within(ClientModel.keepAlive / 2, ClientModel.keepAlive * 3 / 2)
            machines[machine].doubtAtBroker += 1
            heap.push(.init(time + wait, .keepAliveAtBroker, machine: machine, a: machines[machine].doubtAtBroker))
        }
        // The next ping within a keep-alive, and its answer within another.
        let wait = machines[machine].random.within(ClientModel.keepAlive, ClientModel.keepAlive * 2)
        heap.push(.init(time + wait, .keepAliveAtHost, machine: machine, a: machines[machine].doubt))
    }

    /// The host is gone or asleep without a word.
    mutating func doubtAtBroker(_ machine: Int) {
        machines[machine].doubtAtBroker += 1
        let wait = machines[machine].random.within(ClientModel.keepAlive / 2, ClientModel.keepAlive * 3 / 2)
        heap.push(.init(time + wait, .keepAliveAtBroker, machine: machine, a: machines[machine].doubtAtBroker))
    }

    mutating func expireAtHost(_ machine: Int, doubt: Int32) {
        guard machines[machine].doubt == doubt, machines[machine].isRunning, machines[machine].client.isConnected else {
            return
        }
        launch(machine, isOutward: true, Parcel(kind: .closed, connection: machines[machine].client.connection))
        disconnected(machine, "lost the connection to the broker: no answer to the keep-alive")
    }

    // MARK: Arriving at the host

    mutating func arriveAtHost(_ place: Int32, _ machine: Int) {
        var parcel = take(place)
        guard machines[machine].isRunning, machines[machine].client.connection == parcel.connection,
            !machines[machine].client.isStopped
        else {
            if let message = parcel.message { drop(machine, message, .connectionLost) }
            return
        }
        switch parcel.kind {
        case .accepted:
            if case .connecting = machines[machine].client.phase { connected(machine) }
        case .refused:
            if case .connecting = machines[machine].client.phase {
                disconnected(machine, "cannot reach broker: Connection refused")
            }
        case .closed:
            if case .waiting = machines[machine].client.phase { return }
            disconnected(machine, "lost the connection to the broker")
        case .takenOver:
            if case .waiting = machines[machine].client.phase { return }
            disconnected(machine, "another client has connected under this identifier", mendsByItself: false)
            if case .coordinator(let index) = machines[machine].host { post(lease: index, .displaced) }
        case .message:
            guard let message = parcel.message.take() else {
                preconditionFailure("a message parcel without a message")
            }
            guard machines[machine].client.isConnected else { return drop(machine, message, .connectionLost) }
            if parcel.id > 0 { acknowledge(machine, parcel.id) }
            deliver(message, to: machine)
        case .connect, .subscribe, .goodbye: preconditionFailure("\(parcel.kind) does not come from a broker")
        }
    }

    /// The broker hears that the host has the message, at once or when the way there is free again.
    private mutating func acknowledge(_ machine: Int, _ id: UInt32) {
        guard !machines[machine].outward.isCut else { return machines[machine].heldAcknowledgements.append(id) }
        let delay = machines[machine].link.outwardDelay
        acknowledge(machine, id, at: machines[machine].outward.arrivalInOrder(at: time, delay: delay))
    }

    private mutating func acknowledge(_ machine: Int, _ id: UInt32, at arrival: Int64) {
        let client = machines[machine].clientNumber
        broker.acknowledge(client, id, at: TrueTime(nanoseconds: arrival))
        if broker.isFull(client) { heap.push(.init(arrival, .brokerPumps, machine: client)) }
    }

    // MARK: Sending

    /// What a program does with a message: it hands it to its client.
    mutating func publish(_ machine: Int, _ message: consuming Message) {
        counts.published += 1
        tell(machine, message.isTimeReply ? .deliveries : .publications, .published(message))
        sampleCodec(machine, message)
        if message.qos == .atMostOnce {
            guard machines[machine].client.isConnected else { return drop(machine, message, .notConnected) }
        }
        guard machines[machine].client.hasRoom else { return drop(machine, message, .senderQueueFull) }
        guard machines[machine].client.waiting.isEmpty, machines[machine].client.maySend(message, at: time) else {
            machines[machine].client.waiting.append(message)
            return pumpClient(machine)
        }
        send(machine, message)
    }

    /// Sends what waits, as far as the window of unacknowledged messages allows.
    mutating func pumpClient(_ machine: Int) {
        while let next = machines[machine].client.waiting.first, machines[machine].client.maySend(next, at: time) {
            machines[machine].client.waiting.removeFirst()
            send(machine, next)
        }
    }

    private mutating func send(_ machine: Int, _ message: consuming Message) {
        if let expiry = message.expiry, expiry <= now { return drop(machine, message, .expired) }
        let id = message.qos == .atLeastOnce ? machines[machine].client.markSent(message) : 0
        launch(
            machine, isOutward: true,
            Parcel(kind: .message, connection: machines[machine].client.connection, message: message, id: id))
    }

    /// The program leaves: its last word, what still waits, and DISCONNECT.
    mutating func sayGoodbye(_ machine: Int) {
        guard machines[machine].client.isConnected else { return }
        if let farewell = machines[machine].will { publish(machine, farewell) }
        let connection = machines[machine].client.connection
        for message in machines[machine].client.waiting {
            launch(machine, isOutward: true, Parcel(kind: .message, connection: connection, message: message, id: 1))
        }
        launch(machine, isOutward: true, Parcel(kind: .goodbye, connection: connection))
    }

    mutating func drop(_ machine: Int, _ message: Message, _ reason: Observation.DropReason) {
        tell(machine, .deliveries, .dropped(message, reason))
    }
}
