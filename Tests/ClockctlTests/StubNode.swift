import ClockDomain
import ClockMQTT
import ClockWire
import Synchronization

/// A node as far as ringing goes: it says what rings, and obeys a ring action by saying so.
final class StubNode: Sendable {
    private let shared: Shared
    private let client: MQTTClient
    private let topics = Topics(site: Sample.site)
    let id: NodeID

    fileprivate struct State: Sendable {
        var reported: Reported
        var obeys: Bool
        var actions: [RingAction] = []
    }

    private final class Shared: Sendable {
        let state: Mutex<State>

        init(_ state: State) {
            self.state = Mutex(state)
        }
    }

    /// - Parameters:
    ///   - rings: the rings that sound or are snoozed there.
    ///   - obeys: true when it obeys ring actions.
    ///   - isKept: true when the broker keeps its availability.
    init(
        _ name: String, port: Int, rings: [RingReport] = [], timers: [TimerReport] = [], obeys: Bool = true,
        isKept: Bool = true, username: String? = nil, password: String? = nil
    ) throws {
        let topics = topics
        let id = Sample.id(name)
        self.id = id
        let shared = Shared(State(reported: StubNode.reported(rings, timers), obeys: obeys))
        self.shared = shared
        var configuration = MQTTConfiguration(host: "127.0.0.1", port: port, clientID: "node-\(name)")
        configuration.login = username.map { .init(username: $0, password: password) }
        configuration.will = .init(
            MQTTMessage(topic: topics.availability(id), payload: Availability.offline.payload, retain: true))
        client = try MQTTClient(configuration)
        try client.subscribe((topics.ringFilters + [topics.emergency]).map { MQTTSubscription($0) })
        try client.publish(
            MQTTMessage(topic: topics.availability(id), payload: Availability.online.payload, retain: isKept))
        try client.publish(
            MQTTMessage(
                topic: topics.reported(id), payload: WireCodec.encode(shared.state.withLock { $0.reported }),
                retain: isKept))
        try client.start { [weak client] event in
            guard case .message(let message, _) = event,
                let payload = shared.state.withLock({ $0.take(message, on: topics.parse(message.topic), in: id) })
            else { return }
            // A test whose report is lost fails by itself.
            try? client?.publish(
                MQTTMessage(topic: topics.reported(id), payload: payload, retain: isKept))
        }
    }

    /// Waits until the broker has all that was published.
    func settle() async throws {
        try await client.publishAcknowledged(MQTTMessage(topic: "settled/\(id)", payload: []))
    }

    /// Leaves the word of silent nodes at the broker.
    static func retainReports(of nodes: [NodeID], port: Int) async throws {
        let topics = Topics(site: Sample.site)
        let client = try MQTTClient(
            MQTTConfiguration(host: "127.0.0.1", port: port, clientID: "reports")
        )
        try client.start { _ in }
        for node in nodes {
            try client.publish(
                MQTTMessage(topic: topics.availability(node), payload: Availability.online.payload, retain: true))
            try await client.publishAcknowledged(
                MQTTMessage(topic: topics.reported(node), payload: WireCodec.encode(reported([], [])), retain: true))
        }
        await client.stop()
    }

    /// The rings that sound or are snoozed there.
    var rings: [RingReport] { shared.state.withLock { $0.reported.rings } }

    /// The actions that came, in order.
    var actions: [RingAction] { shared.state.withLock { $0.actions } }

    func stop(sendingWill: Bool = true) async {
        await client.stop(sendingWill: sendingWill)
    }

    private static func reported(_ rings: [RingReport], _ timers: [TimerReport]) -> Reported {
        Reported(
            instance: "stub", version: "0.1.0", started: Sample.now, zone: "Europe/Berlin",
            clock: ClockReport(trusted: true, reason: "stub", offsetMilliseconds: nil, delayMilliseconds: nil),
            store: nil, revision: 1, settings: .standard, audio: AudioReport(device: "default", state: .ok),
            voice: VoiceReport(name: "english", problems: []), next: nil, last: nil, rings: rings, timers: timers,
            ledgerPending: 0, problem: nil)
    }
}

extension StubNode.State {
    fileprivate mutating func take(_ message: MQTTMessage, on topic: Topic?, in node: NodeID) -> [UInt8]? {
        // A test whose message cannot be read fails by itself.
        switch topic {
        case .ring: return (try? WireCodec.decode(RingActionList.self, from: message.payload)).flatMap { take($0) }
        case .emergency:
            guard obeys, let word = try? WireCodec.decode(Emergency.self, from: message.payload) else { return nil }
            reported.emergency =
                word.sounds(in: node)
                ? EmergencyReport(id: word.id, begun: word.begun.at, heard: Sample.now, hasWords: false, problem: nil)
                : nil
            return WireCodec.encode(reported)
        default: return nil
        }
    }

    /// The report's payload when it changed by the action.
    fileprivate mutating func take(_ list: RingActionList) -> [UInt8]? {
        list.actions.filter { !actions.contains($0) }.compactMap { take($0) }.last
    }

    private mutating func take(_ action: RingAction) -> [UInt8]? {
        actions.append(action)
        guard obeys, let index = reported.rings.firstIndex(where: { $0.occurrence == action.occurrence }) else {
            return nil
        }
        switch action.kind {
        case .stop: reported.rings.remove(at: index)
        case .snooze:
            reported.rings[index].state = .snoozed
            reported.rings[index].since = nil
            reported.rings[index].until = action.at + .minutes(action.minutes ?? reported.rings[index].snoozeMinutes)
            reported.rings[index].snoozes += 1
        }
        return WireCodec.encode(reported)
    }
}

extension Sample {
    /// An alarm or a timer that rings since it was due.
    static func ring(
        _ source: String, _ label: String, state: RingReport.State = .ringing, snoozeMinutes: Int = 9
    ) -> RingReport {
        guard let source = RingSource(source) else { preconditionFailure("\(source) is not an id") }
        let occurrence = Occurrence(source: source, due: instant("2026-11-21T13:41:00.000Z"))
        return RingReport(
            occurrence: occurrence, label: label, state: state, since: state == .ringing ? occurrence.due : nil,
            until: state == .ringing ? nil : occurrence.due + .minutes(9), snoozes: state == .ringing ? 0 : 1,
            snoozeMinutes: snoozeMinutes)
    }
}
