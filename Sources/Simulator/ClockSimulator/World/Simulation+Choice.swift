internal import ClockDomain
internal import ClockNodeCore

// Which of several brokers a node, or a person's client, is at. The client's own ``BrokerChoice`` decides. Here is what it
// goes by: a look at an earlier broker takes a round trip, or as long as an attempt may take.

extension Simulation {
    /// The client tries another broker now, and takes along what it has not sent, where its choice says so.
    ///
    /// - Returns: the port that is in use now.
    mutating func followChoice(from port: Int) -> Int {
        let machine = ports[port].machine
        guard ports[port].client.choice.count > 1 else { return port }
        let next = self.port(of: machine, at: ports[port].client.choice.current)
        guard next != port else { return port }
        let left = ports[port].client
        ports[port].client.stop()
        ports[next].client.takeOver(left)
        machines[machine].port = next
        return next
    }

    /// Has the next look at an earlier broker made in time, where one is due.
    mutating func awaitLook(_ port: Int) {
        guard let due = ports[port].client.choice.nextLook else { return }
        heap.push(.init(max(due, time), .looks, machine: port, a: ports[port].client.connection))
    }

    mutating func look(_ port: Int, connection: Int32) {
        guard isUsed(port, connection), let earlier = ports[port].client.choice.look(at: time) else { return }
        let other = self.port(of: ports[port].machine, at: earlier)
        let isCut = ports[other].outward.isCut || ports[other].homeward.isCut
        let length =
            isCut
            ? ports[port].client.pace.connectTimeout : ports[other].link.outwardDelay + ports[other].link.homewardDelay
        let isAnswered = !isCut && brokers[earlier].model.isUp
        heap.push(.init(time + length, .lookEnds, machine: port, a: connection, b: isAnswered ? 1 : 0))
    }

    mutating func endLook(_ port: Int, connection: Int32, isAnswered: Bool) {
        guard isUsed(port, connection) else { return }
        let machine = ports[port].machine
        var isWelcome = true
        if case .node = machines[machine].host { isWelcome = WakeWindow.isClosed(at: readClock(machine).wall) }
        let leaves = ports[port].client.choice.looked(isAnswered: isAnswered, at: time, isWelcome: isWelcome)
        guard leaves else { return awaitLook(port) }
        // Its last will says of it what its absence does.
        launch(port, isOutward: true, Parcel(kind: .closed, connection: connection))
        ports[port].client.leaves(at: time)
        end(port, "an earlier broker is back; leaving for it", reconnectingAfter: 0)
    }

    private mutating func isUsed(_ port: Int, _ connection: Int32) -> Bool {
        machines[ports[port].machine].program.isRunning && ports[port].client.isConnected
            && ports[port].client.connection == connection
    }
}
