internal import ClockCoordinatorCore
internal import ClockNodeCore
internal import ClockWire
internal import DequeModule

// The ways between hosts and the broker, and the hosts' MQTT clients.

extension Simulation {
    // MARK: Parcels

    /// Sends a parcel on its way.
    mutating func launch(_ port: Int, isOutward: Bool, _ parcel: consuming Parcel) {
        let link = ports[port].link
        let delay = isOutward ? link.outwardDelay : link.homewardDelay
        let topic = parcel.message?.topic.index
        let way = ports[port][isOutward].way(at: time, delay: delay, link, topic: topic, isAtLeastOnce: parcel.id > 0)
        if way.isGivenUp {
            if let message = parcel.message { drop(port, message, .connectionLost) }
            return heap.push(.init(way.arrival, .linkGivesUp, machine: port, a: parcel.connection))
        }
        if way.isDuplicated { enter(port, isOutward, copy parcel, arrival: way.arrival) }
        enter(port, isOutward, parcel, arrival: way.arrival)
    }

    private mutating func enter(_ port: Int, _ isOutward: Bool, _ parcel: consuming Parcel, arrival: Int64) {
        let place = parcels.put(parcel)
        guard ports[port][isOutward].isHolding else {
            return heap.push(.init(arrival, isOutward ? .parcelAtBroker : .parcelAtHost, machine: port, a: place))
        }
        hold(port, isOutward, place)
    }

    // MARK: Partitions and clogs

    /// Holds a parcel on a way that is cut or clogged. Of messages at most once it holds a limited number.
    private mutating func hold(_ port: Int, _ isOutward: Bool, _ place: Int32) {
        if ports[port][isOutward].held.count >= broker.model.plan.queueLimit, parcels[place].id == 0,
            parcels[place].kind == .message
        {
            if let message = parcels.remove(place).message { drop(port, message, .senderQueueFull) }
            return
        }
        ports[port][isOutward].held.append(place)
        awaitRelease(port, isOutward)
    }

    /// Schedules the next release of a clogged way, if a message waits.
    mutating func awaitRelease(_ port: Int, _ isOutward: Bool) {
        guard let release = ports[port][isOutward].nextRelease(after: time) else { return }
        let generation = ports[port][isOutward].clogGeneration
        heap.push(.init(release, .linkReleases, machine: port, a: generation, b: isOutward ? 0 : 1))
    }

    mutating func releaseClogged(_ port: Int, generation: Int32, isOutward: Bool) {
        guard generation == ports[port][isOutward].clogGeneration else { return }
        if let place = ports[port][isOutward].release() {
            let arrival = ports[port][isOutward].arrivalOfHeld(at: time)
            heap.push(.init(arrival, isOutward ? .parcelAtBroker : .parcelAtHost, machine: port, a: place))
        }
        awaitRelease(port, isOutward)
    }

    /// Delivers the held parcels after the end of a cut or clog, at TCP's next retransmission.
    mutating func releaseHeld(_ port: Int, isOutward: Bool, cutFor span: Int64) {
        let link = ports[port].link
        var arrival = time + (isOutward ? link.outwardDelay : link.homewardDelay)
        arrival += ports[port][isOutward].random.below(min(span, 60_000_000_000) + 1)
        arrival = ports[port][isOutward].arrivalOfHeld(at: arrival)
        let held = ports[port][isOutward].held
        ports[port][isOutward].held = []
        for place in held {
            heap.push(.init(arrival, isOutward ? .parcelAtBroker : .parcelAtHost, machine: port, a: place))
        }
        if isOutward {
            for id in ports[port].heldAcknowledgements { acknowledge(port, id, at: arrival) }
            ports[port].heldAcknowledgements = []
        } else {
            ports[port].client.acknowledgementsArrive(at: arrival)
            if !ports[port].client.waiting.isEmpty { heap.push(.init(arrival, .clientPumps, machine: port)) }
        }
    }

    // MARK: Connecting

    mutating func connectSoon(_ port: Int, after wait: Int64) {
        heap.push(
            .init(
                time + wait, .connects, machine: port, a: ports[port].client.connection,
                b: machines[port].program.incarnation))
    }

    mutating func beginConnecting(_ port: Int, connection: Int32, incarnation: Int32) {
        guard isCurrent(port, connection, incarnation) else { return }
        ports[port].client.beginAttempt()
        ports[port].outward.startOver()
        ports[port].heldAcknowledgements = []
        let number = ports[port].client.connection
        launch(port, isOutward: true, Parcel(kind: .connect, connection: number))
        heap.push(.init(time + ClientModel.connectTimeout, .connectTimesOut, machine: port, a: number, b: incarnation))
    }

    mutating func timeOutConnecting(_ port: Int, connection: Int32, incarnation: Int32) {
        guard isCurrent(port, connection, incarnation), case .connecting = ports[port].client.phase else { return }
        let seconds = ClientModel.connectTimeout / 1_000_000_000
        disconnected(port, "cannot reach broker: no answer within \(seconds).0 s")
    }

    /// True while that program runs and its client has that connection or attempt.
    private mutating func isCurrent(_ port: Int, _ connection: Int32, _ incarnation: Int32) -> Bool {
        return machines[port].program.isRunning && machines[port].program.incarnation == incarnation
            && ports[port].client.connection == connection && !ports[port].client.isStopped
    }

    private mutating func connected(_ port: Int) {
        ports[port].client.accepted(at: time)
        report(port, .connections, .connected)
        launch(port, isOutward: true, Parcel(kind: .subscribe, connection: ports[port].client.connection))
        switch machines[port].host {
        case .node(let index):
            nodes[index].ringActions.connected()
            publish(node: index, .availability(.online))
            post(node: index, .brokerConnected)
        case .coordinator(let index):
            post(coordinator: index, .broker(.connected(place: 0)))
            post(coordinator: index, .broker(.reportsConnected))
        case .client, .broker: break
        }
        pumpClient(port)
        // A connection made during a cut may fail as well.
        if ports[port].outward.isCut || ports[port].homeward.isCut { doubtConnection(port) }
    }

    /// Records that the host noticed the failure of its connection or attempt.
    private mutating func disconnected(_ port: Int, _ reason: String, mendsByItself: Bool = true) {
        let wait = ports[port].client.failed(mendsByItself: mendsByItself, at: time)
        disconnect(port, reason, reconnectingAfter: wait)
    }

    /// Reports the host's disconnection to its program, and schedules the next attempt.
    mutating func disconnect(_ port: Int, _ reason: String, reconnectingAfter wait: Int64) {
        ports[port].doubt += 1
        connectSoon(port, after: wait)
        report(port, .connections, .disconnected(reason: reason))
        switch machines[port].host {
        case .node(let index): post(node: index, .brokerDisconnected)
        case .coordinator(let index):
            post(coordinator: index, .broker(.disconnected(reason: reason)))
            post(coordinator: index, .broker(.reportsDisconnected(reason: reason)))
        case .client, .broker: break
        }
    }

    /// Ends a connection after too many losses, as TCP does; both ends learn it.
    mutating func giveUp(_ port: Int, connection: Int32) {
        breakAtBroker(port, connection: connection)
        guard isCurrent(port, connection, machines[port].program.incarnation) else { return }
        if case .waiting = ports[port].client.phase { return }
        disconnected(port, "lost the connection to the broker: Connection timed out")
    }

    // MARK: Keep-alive

    /// Doubts a connection on which nothing comes through: unless that changes, a keep-alive ends it.
    mutating func doubtConnection(_ port: Int) {
        guard ports[port].client.isConnected else { return }
        ports[port].doubt += 1
        if ports[port].outward.isCut {
            // One and a half times the keep-alive after the last packet, which arrived within the last keep-alive.
            let wait = machines[port].random.within(ClientModel.keepAlive / 2, ClientModel.keepAlive * 3 / 2)
            ports[port].doubtAtBroker += 1
            heap.push(.init(time + wait, .keepAliveAtBroker, machine: port, a: ports[port].doubtAtBroker))
        }
        let noticed = ClientModel.silence
        let wait = machines[port].random.within(noticed.lowerBound, noticed.upperBound)
        heap.push(.init(time + wait, .keepAliveAtHost, machine: port, a: ports[port].doubt))
    }

    /// Starts the broker's keep-alive for a host that vanished or sleeps.
    mutating func doubtAtBroker(_ port: Int) {
        ports[port].doubtAtBroker += 1
        let wait = machines[port].random.within(ClientModel.keepAlive / 2, ClientModel.keepAlive * 3 / 2)
        heap.push(.init(time + wait, .keepAliveAtBroker, machine: port, a: ports[port].doubtAtBroker))
    }

    mutating func expireAtHost(_ port: Int, doubt: Int32) {
        guard ports[port].doubt == doubt, machines[port].program.isRunning,
            ports[port].client.isConnected
        else { return }
        launch(port, isOutward: true, Parcel(kind: .closed, connection: ports[port].client.connection))
        disconnected(port, "lost the connection to the broker: no answer to the keep-alive")
    }

    // MARK: Arriving at the host

    mutating func arriveAtHost(_ place: Int32, _ port: Int) {
        var parcel = parcels.remove(place)
        guard isCurrent(port, parcel.connection, machines[port].program.incarnation) else {
            if let message = parcel.message { drop(port, message, .connectionLost) }
            return
        }
        switch parcel.kind {
        case .accepted: if case .connecting = ports[port].client.phase { connected(port) }
        case .refused:
            if case .connecting = ports[port].client.phase {
                disconnected(port, "cannot reach broker: Connection refused")
            }
        case .closed:
            if case .waiting = ports[port].client.phase { return }
            disconnected(port, "lost the connection to the broker")
        case .takenOver:
            if case .waiting = ports[port].client.phase { return }
            disconnected(port, "another client has connected under this identifier", mendsByItself: false)
            if case .coordinator(let index) = machines[port].host { post(lease: index, .displaced) }
        case .message:
            guard let message = parcel.message.take() else { preconditionFailure("a message parcel without a message") }
            guard ports[port].client.isConnected else { return drop(port, message, .connectionLost) }
            if parcel.id > 0 { acknowledge(port, parcel.id) }
            deliver(message, isRetained: parcel.isRetained, at: port)
        case .connect, .subscribe, .goodbye: preconditionFailure("\(parcel.kind) does not come from the broker")
        }
    }

    /// Tells the broker that the host has the message, at once or when the way there is free again.
    private mutating func acknowledge(_ port: Int, _ id: UInt32) {
        guard !ports[port].outward.isCut else { return ports[port].heldAcknowledgements.append(id) }
        let delay = ports[port].link.outwardDelay
        acknowledge(port, id, at: ports[port].outward.arrivalInOrder(at: time, delay: delay))
    }

    private mutating func acknowledge(_ port: Int, _ id: UInt32, at arrival: Int64) {
        let client = machines[port].clientNumber
        broker.model.acknowledge(client, id, at: TrueTime(nanoseconds: arrival))
        if broker.model.isFull(client) { heap.push(.init(arrival, .brokerPumps, machine: client)) }
    }

    // MARK: Sending

    /// Passes a program's message to its client.
    mutating func publish(_ port: Int, _ message: consuming Message) {
        counts.published += 1
        report(port, message.isTimeReply ? .deliveries : .publications, .published(message))
        sampleCodec(port, message)
        if message.qos == .atMostOnce {
            guard ports[port].client.isConnected else { return drop(port, message, .notConnected) }
        }
        guard ports[port].client.hasRoom else { return drop(port, message, .senderQueueFull) }
        guard ports[port].client.waiting.isEmpty, ports[port].client.maySend(message, at: time) else {
            ports[port].client.waiting.append(message)
            return pumpClient(port)
        }
        send(port, message)
    }

    /// Sends waiting messages, as far as the window of unacknowledged messages allows.
    mutating func pumpClient(_ port: Int) {
        while let next = ports[port].client.waiting.first, ports[port].client.maySend(next, at: time) {
            ports[port].client.waiting.removeFirst()
            send(port, next)
        }
        if let instant = ports[port].client.awaitedAcknowledgement() {
            heap.push(.init(instant, .clientPumps, machine: port))
        }
    }

    private mutating func send(_ port: Int, _ message: consuming Message) {
        if let expiry = message.expiry, expiry <= now { return drop(port, message, .expired) }
        let id = message.qos == .atLeastOnce ? ports[port].client.markSent(message) : 0
        launch(
            port, isOutward: true,
            Parcel(kind: .message, connection: ports[port].client.connection, message: message, id: id))
    }

    /// Sends a leaving program's farewell, its waiting messages and DISCONNECT.
    mutating func sayGoodbye(_ port: Int) {
        guard ports[port].client.isConnected else { return }
        if let farewell = machines[port].will { publish(port, farewell) }
        let connection = ports[port].client.connection
        for message in ports[port].client.waiting {
            launch(port, isOutward: true, Parcel(kind: .message, connection: connection, message: message, id: 1))
        }
        launch(port, isOutward: true, Parcel(kind: .goodbye, connection: connection))
    }

    mutating func drop(_ port: Int, _ message: Message, _ reason: Observation.DropReason) {
        report(port, .deliveries, .dropped(message, reason))
    }
}
