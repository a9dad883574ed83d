internal import ClockDomain
internal import ClockWire

// People's requests: mostly sensible, some that must be refused, often several at once.

extension RandomPlan {
    func requests(_ plan: SimulationPlan) -> [PlannedRequest] {
        var draws = RandomDraws(seed: seed, Purpose.people.rawValue)
        let perDay = draws.weighted([(2, 2), (5, 12), (3, 60), (1, 300)])
        var requests: [PlannedRequest] = []
        var defined = Defined()
        for _ in 0..<draws.count(meanThousandths: perDay * 1_000 * days) {
            let at = moment(plan, &draws)
            // One in five has company in the same second, each request from any client.
            for _ in 0...(draws.hits(percent: 20) ? draws.number(1...3) : 0) {
                let moment = at + draws.duration(.zero ... .milliseconds(400))
                let client = draws.number(0...(plan.clients.count - 1))
                let (what, reactions) = request(plan, at: moment, &defined, &draws)
                requests.append(PlannedRequest(at: moment, client: client, what: what))
                requests += reactions
            }
        }
        return requests
    }

    private func request(
        _ plan: SimulationPlan, at: TrueTime, _ defined: inout Defined, _ draws: inout RandomDraws
    ) -> (PlannedRequest.What, [PlannedRequest]) {
        guard draws.hits(percent: 45) else { return (question(plan, &draws), []) }
        var changes: [Change] = []
        var reactions: [PlannedRequest] = []
        // From time to time several at once: all of them or none.
        for _ in 0...(draws.hits(percent: 10) ? draws.number(1...3) : 0) {
            let (change, more) = change(plan, at: at, &defined, &draws)
            changes.append(change)
            reactions += more
        }
        return (.asking(ChangeRequest(changes: changes)), reactions)
    }

    /// Lines of a requested page: as many as a screen shows. Longer ones only cost time.
    private static let longestPage = 100

    private func question(_ plan: SimulationPlan, _ draws: inout RandomDraws) -> PlannedRequest.What {
        switch draws.number(0...99) {
        case 0...11: .asking(StatusRequest())
        case 12...14: .asking(ScheduleRequest(limit: draws.number(1...ScheduleRequest.maximumLimit)))
        case 15...24: .asking(HistoryRequest(limit: draws.number(1...Self.longestPage)))
        case 25...69: .asking(SetRequest(nodes: someNodes(&draws), change: patch(&draws)))
        case 70...79: .asking(AnnounceRequest(nodes: draws.tossesCoin() ? [] : someNodes(&draws)))
        case 80...84: .asking(WakeRequest())
        case 85...89: .asking(RenameRequest(node: anyNode(&draws), room: draws.pick(["Küche", "Bad", "Büro", "🕰"])))
        case 90...91: .asking(ForgetRequest(node: anyNode(&draws)))
        case 92...93: .asking(DoctorRequest())
        case 94: silence(plan, after: plan.start, &draws).what
        default: wrongRequest(&draws)
        }
    }

    private func anyNode(_ draws: inout RandomDraws) -> NodeID { Self.nodeID(draws.number(0...(nodes - 1))) }

    func someNodes(_ draws: inout RandomDraws) -> [NodeID] {
        if draws.hits(percent: 20) { return (0..<min(nodes, 50)).map(Self.nodeID) }
        return [anyNode(&draws)]
    }

    private func patch(_ draws: inout RandomDraws) -> SettingsPatch {
        switch draws.number(0...9) {
        case 0...1: SettingsPatch(volume: Volume(percent: draws.number(0...100)))
        case 2...3: SettingsPatch(mute: draws.tossesCoin() ? .on : .off)
        case 4: SettingsPatch(quiet: draws.tossesCoin() ? [] : [quietHours(&draws)])
        case 5: SettingsPatch(every: draws.pick(AnnouncementInterval.allCases))
        case 6...7: SettingsPatch(chime: draws.pick(Chime.builtIn + [.westminster, .own("cuckoo")]))
        case 8: SettingsPatch(voice: draws.pick(["english", "german"]))
        default: SettingsPatch(selfWake: draws.hits(percent: 80))
        }
    }

    private func quietHours(_ draws: inout RandomDraws) -> QuietPeriod {
        QuietPeriod(
            start: LocalTime(secondOfDay: draws.number(0...95) * 900),
            end: LocalTime(secondOfDay: draws.number(0...95) * 900))
    }

    private func wrongRequest(_ draws: inout RandomDraws) -> PlannedRequest.What {
        guard let stranger = NodeID("nobody") else { preconditionFailure("nobody is an id") }
        return switch draws.number(0...4) {
        case 0: .asking(SetRequest(nodes: [stranger], change: patch(&draws)))
        case 1: .asking(SetRequest(nodes: [anyNode(&draws), stranger], change: patch(&draws)))
        case 2: .asking(RenameRequest(node: anyNode(&draws), room: ""))
        case 3: .asking(HistoryRequest(limit: HistoryRequest.maximumLimit + 1))
        default: .asking(ForgetRequest(node: stranger))
        }
    }
}
