internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockNodeCore
internal import ClockSimulator

/// The observations of a run in words.
struct TraceWords {
    /// The style of a line on a terminal.
    enum Style: Hashable, Sendable {
        case plain, dim, sound, fault, clock, person, violation

        /// ECMA-48 "select graphic rendition" parameters; `nil` for plain text.
        var parameters: String? {
            switch self {
            case .plain: nil
            case .dim: "2"
            case .sound: "1;32"
            case .fault: "33"
            case .clock: "35"
            case .person: "36"
            case .violation: "1;31"
            }
        }
    }

    /// One line.
    struct Told: Hashable {
        var text: String
        var style: Style

        init(_ text: String, _ style: Style = .plain) {
            self.text = text
            self.style = style
        }
    }

    let plan: SimulationPlan
    /// The names of faults and requests: by their numbers in the whole plan.
    private let faultNames: [String]
    private let requestNames: [String]

    init(plan: SimulationPlan, kept: KeptParts? = nil) {
        self.plan = plan
        let names = (kept?.parts ?? KeptParts.all(of: plan)).map { KeptParts(parts: [$0]).description }
        faultNames = names.filter { $0.hasPrefix("f") }
        requestNames = names.filter { $0.hasPrefix("p") }
    }

    func name(_ host: Host) -> String {
        switch host {
        case .node(let index): plan.nodes[index].id.rawValue
        case .coordinator(let index): plan.coordinators.count == 1 ? "coordinator" : "coordinator \(index)"
        case .client(let index): "client \(index)"
        case .broker: "broker"
        }
    }

    /// - Returns: `nil` if another line covers it.
    func told(_ observation: Observation, topic: (TopicID) -> String) -> Told? {
        switch observation.what {
        case .phase(let phase): Told("PHASE  \(phase)", .fault)
        case .faultBegan(let index): Told("FAULT  \(faultNames[index]) \(kind(plan.faults[index]))", .fault)
        case .faultEnded(let index): Told("over   \(faultNames[index]) \(kind(plan.faults[index]))", .fault)
        case .nodeStarted(let state, let origin, let zone):
            Told("START  state: \(origin), \(Self.state(state)), zone \(zone.name)", .fault)
        case .coordinatorStarted(let state):
            Told("START  store \(state.storeID) with \(Words.count(state.nodes.count, "node", "nodes"))", .fault)
        case .startFailed(let reason): Told("START FAILED  \(reason)", .fault)
        case .crashed(let power): Told(power ? "CRASH  power gone" : "CRASH  program killed", .fault)
        case .stopped: Told("STOP   in an orderly way", .fault)
        case .suspended: Told("SLEEP", .fault)
        case .resumed: Told("WOKE   from suspend", .fault)
        case .clockSet(let by): Told("CLOCK  set by \(Self.signed(by))", .clock)
        case .vouched(let isVouched):
            Told(isVouched ? "CLOCK  the time service vouches for it" : "CLOCK  nobody vouches for it", .clock)
        case .zoneChanged(let zone): Told("CLOCK  zone \(zone.name)", .clock)
        // The line of the core's effect, or of its event, covers these.
        case .playOrdered, .playCancelled, .ringOrdered, .ringStopped, .soundOrdered, .playbackAnswered, .ringAnswered:
            nil
        case .heard(let sound):
            Told(
                "HEARD  \(heard("\"\(sound.plan.words)\"", sound.volume, sound.target, observation.at))"
                    + (sound.missingClips > 0 ? ", \(sound.missingClips) clips missing" : ""), .sound)
        case .soundHeard(let order):
            Told("HEARD  #\(order.id) sound \(order.sound.short), meant for \(Self.instant(order.target))", .sound)
        case .ringCutShort(let order): Told("HEARD  the onset of ring #\(order.id), stopped too late", .sound)
        case .ringHeard(let order):
            Told("HEARD  ring #\(order.id) \(heard(order.sound, order.volume, order.target, observation.at))", .sound)
        case .alertHeard(let order): Told("HEARD  emergency #\(order.id) \(order.sound)", .sound)
        case .silenced(let id, let cutOff): Told("quiet  #\(id)\(cutOff ? ", cut off" : "")", .sound)
        case .stateStored(let state, let ticket):
            Told("disk   has save \(ticket): \(Self.state(state.wrappedValue))", .dim)
        case .stateNotStored(_, let ticket, let reason): Told("disk   has not save \(ticket): \(reason)", .fault)
        case .stateTurnedBack(let state):
            Told("disk   TURNED BACK: \(state.map(Self.state) ?? "nothing that can be read")", .fault)
        case .committed(let operations): Told("store  has \(Self.words(operations))", .dim)
        case .notCommitted(let reason): Told("store  has not: \(reason)", .fault)
        case .commitsLost(let count): Told("store  LOST its last \(Words.count(count, "commit", "commits"))", .fault)
        case .storeTurnedBack: Told("store  TURNED BACK to an old snapshot", .fault)
        case .leaseTaken: Told("lease  TAKEN, this one works", .fault)
        case .connected: Told("link   up", .dim)
        case .disconnected(let reason): Told("link   down: \(reason)", .fault)
        case .sessionEnded: Told("link   the broker takes it for gone", .fault)
        case .brokerStarted(let memory): Told("START  memory \(memory)", .fault)
        case .brokerStopped: Told("CRASH  broker gone", .fault)
        // The line of the core's effect covers its publication.
        case .published(let message) where isCores(message, observation.host): nil
        case .published(let message): Told("send   \(self.message(message, topic))", .dim)
        case .delivered(let message): Told("recv   \(self.message(message, topic))", .dim)
        case .dropped(let message, let reason):
            Told("lost   \(self.message(message, topic)): \(Self.words(reason))", .fault)
        case .requested(let index): Told("ASK    \(requestNames[index]) \(what(plan.people[index]))", .person)
        case .answered(let index, let answer): Told("ANSWER \(requestNames[index]) \(Self.answer(answer))", .person)
        case .timedOut(let index): Told("ANSWER \(requestNames[index]) none in time", .person)
        case .acted(let index, let action): Told("ACT    \(requestNames[index]) \(Self.words(action))", .person)
        case .silencedEverywhere(let index): Told("ANSWER \(requestNames[index]) no node shows it any more", .person)
        // The line of their delivery covers messages.
        case .nodeHandles(let event): event.source == .message ? nil : Told("event  \(Self.words(event))")
        case .coordinatorHandles(let event): isDelivered(event) ? nil : Told("event  \(Self.words(event))")
        case .nodePerforms(let effect): Told("   →   \(Self.words(effect))", .dim)
        case .coordinatorPerforms(let effect): Told("   →   \(Self.words(effect))", .dim)
        case .codecChanged(let message, let detail):
            Told("CODEC  \(self.message(message, topic)) came out otherwise: \(detail)", .violation)
        }
    }

    private func isDelivered(_ event: CoordinatorEvent) -> Bool {
        switch event {
        case .request, .contentReport, .held, .wakeHeard, .presenceHeard, .strayFound, .nodeListHeard,
            .broker(.availability), .broker(.reported), .broker(.ledger), .broker(.timeRequest):
            true
        default: false
        }
    }

    /// True if a core published the message, and not the program around it or a client.
    private func isCores(_ message: Message, _ host: Host) -> Bool {
        switch host {
        case .node: if case .availability = message.payload { false } else { true }
        case .coordinator: true
        case .client, .broker: false
        }
    }

    private func heard(_ sound: String, _ volume: Volume, _ target: WallTime, _ heard: TrueTime) -> String {
        "\(sound) at \(volume.percent) %, \(Self.signed(heard - TrueTime(target))) off its target"
    }

    // MARK: Small words

    /// `2027-05-01 01:00:00`, with milliseconds if they are not zero.
    static func instant(_ time: WallTime) -> String {
        let text = TraceLines.timeOfDay(time, digits: 3)
        let date = CivilDate(daysSinceEpoch: time.seconds.flooredQuotient(by: 86_400))
        return "\(date) " + (text.hasSuffix(".000") ? String(text.dropLast(4)) : text)
    }

    /// `+3ms`, `-1h00m`, `+12µs`: two figures' worth of it.
    static func signed(_ duration: Duration) -> String { (duration < .zero ? "-" : "+") + length(duration.magnitude) }

    static func length(_ duration: Duration) -> String {
        let nanoseconds = Int(duration.nanoseconds)
        let seconds = nanoseconds / 1_000_000_000
        switch nanoseconds {
        case ..<1_000: return "\(nanoseconds)ns"
        case ..<1_000_000: return "\(nanoseconds / 1_000)µs"
        case ..<10_000_000_000: return "\(nanoseconds / 1_000_000)ms"
        case ..<120_000_000_000: return "\(seconds)s"
        case ..<3_600_000_000_000: return "\(seconds / 60)m\(Words.padded(seconds % 60, 2))s"
        case ..<172_800_000_000_000: return "\(seconds / 3600)h\(Words.padded(seconds / 60 % 60, 2))m"
        default: return "\(seconds / 86_400)d\(Words.padded(seconds / 3600 % 24, 2))h"
        }
    }
}
