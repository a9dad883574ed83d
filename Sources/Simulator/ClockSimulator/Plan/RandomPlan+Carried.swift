internal import ClockDomain
internal import ClockWire

// Texts to speak and voice packs that people send to the rooms, and learners' results at the reading trainer.
//
// Half of all runs have none. Sounds and packs are thousands of bytes, and every room computes a digest of them, which
// costs more than everything else that a request causes.

extension RandomPlan {
    private static let texts = ["Dinner is ready", "Der Bus kommt", "Good night"]
    private static let words = ["Haus", "Baum", "Katze"]

    /// Two editions of one pack, and another.
    private static let packs = [
        SimulatedPack.list("german", files: [("eins.wav", 9_000), ("viertel.wav", Blob.chunkBytes + 500)]),
        SimulatedPack.list(
            "german", files: [("eins.wav", 9_500), ("zwei.wav", 4_000), ("viertel.wav", Blob.chunkBytes + 500)]),
        SimulatedPack.list("french", files: [("un.wav", 8_000), ("LICENSE", 1_000)]),
    ]

    func deliveries(_ plan: SimulationPlan) -> [PlannedRequest] {
        var draws = RandomDraws(seed: seed, Purpose.carried.rawValue)
        let perDay = draws.weighted([(5, 0), (4, 1), (1, 6)])
        var requests: [PlannedRequest] = []
        for _ in 0..<draws.count(meanThousandths: perDay * 1_000 * days) {
            let at = moment(plan, &draws)
            let client = draws.number(0...(plan.clients.count - 1))
            switch draws.number(0...9) {
            case 0...3: requests.append(PlannedRequest(at: at, client: client, what: .asking(saying(at, &draws))))
            case 4...6: requests += givingPack(plan, at: at, client, &draws)
            case 7: requests.append(PlannedRequest(at: at, client: client, what: .asking(takingPack(&draws))))
            case 8: requests.append(PlannedRequest(at: at, client: client, what: .asking(learning(&draws))))
            default: requests.append(PlannedRequest(at: at, client: client, what: .asking(wrongDelivery(&draws))))
            }
        }
        return requests
    }

    /// Now, or at a set time: soon, too soon, or hours from now.
    private func saying(_ at: TrueTime, _ draws: inout RandomDraws) -> any SiteRequest {
        var how = PlayOptions()
        if draws.tossesCoin() { how.at = (at + draws.scale(.seconds(1) ... .hours(30))).wall.truncatedToMilliseconds }
        if draws.tossesCoin() { how.targets = RingTargets(nodes: someNodes(&draws)) }
        if draws.tossesCoin() { how.volume = Volume(percent: draws.number(0...100)) }
        return SayRequest(text: draws.pick(Self.texts), how: how)
    }

    /// Somebody uploads a pack and gives it to rooms, which mostly get it as their voice some time later.
    private func givingPack(
        _ plan: SimulationPlan, at: TrueTime, _ client: Int, _ draws: inout RandomDraws
    ) -> [PlannedRequest] {
        let pack = draws.pick(Self.packs)
        let nodes = someNodes(&draws)
        var requests = [
            PlannedRequest(at: at, client: client, what: .asking(PackRequest(list: pack))),
            PlannedRequest(
                at: at + draws.scale(.milliseconds(500) ... .minutes(20)), client: client,
                what: .asking(PushRequest(pack: pack.reference.digest, nodes: nodes))),
        ]
        if draws.hits(percent: 60) {
            let voice = SettingsPatch(voice: pack.name)
            requests.append(
                PlannedRequest(
                    at: at + draws.scale(.seconds(1) ... .hours(12)), client: client,
                    what: .asking(SetRequest(nodes: nodes, change: voice))))
        }
        return requests.filter { $0.at < plan.healsAt }
    }

    private func takingPack(_ draws: inout RandomDraws) -> any SiteRequest {
        WithdrawRequest(name: draws.pick(Self.packs).name, nodes: draws.tossesCoin() ? [] : someNodes(&draws))
    }

    private func learning(_ draws: inout RandomDraws) -> any SiteRequest {
        guard draws.hits(percent: 75) else { return ScoresRequest(learner: "Ada") }
        let answers = (0..<draws.number(1...3)).map { _ in
            ScoreRequest.Answer(word: draws.pick(Self.words), known: draws.tossesCoin())
        }
        return ScoreRequest(learner: draws.pick(["Ada", "Ben"]), list: "animals", answers: answers)
    }

    private func wrongDelivery(_ draws: inout RandomDraws) -> any SiteRequest {
        switch draws.number(0...3) {
        case 0: OutcomeRequest(id: "nothing")
        case 1: ScoreRequest(learner: "Ada", list: "animals", answers: [])
        case 2: PushRequest(pack: Digest(of: []), nodes: someNodes(&draws))
        default: PlayRequest(sound: Digest(of: []), label: "never uploaded")
        }
    }
}
