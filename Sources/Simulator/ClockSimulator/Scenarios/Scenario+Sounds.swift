internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

// Texts to speak, on their way to the rooms.

extension Scenario {
    static var sounds: [Scenario] {
        [
            Scenario(
                "said-everywhere", "a text is said in five rooms over links that lose, double and reorder",
                plan: .site(40, from: "09:50", hours: 1, nodes: 5).asking(say(), say(at: "10:09:30")).changing { plan in
                    for node in plan.nodes.indices {
                        plan.nodes[node].link = LinkPlan(
                            outwardDelay: .milliseconds(5), homewardDelay: .milliseconds(30), jitter: .milliseconds(20),
                            lossPerMillion: 20_000, duplicatePerMillion: 200_000, reorderPerMillion: 100_000)
                    }
                }
            ) { for node in 0..<5 { $0.played(node, [nil, "10:09:30"]) } },
            Scenario(
                "broker-restarts-between-chunks", "the broker forgets a sound of which the rooms have a part",
                plan: .site(41, from: "09:50", hours: 1, nodes: 3).asking(say(at: "10:08")).adding(
                    .at(said, until: "10:07:04", .node(0), .node(1), .node(2), is: .clog(messagesPerSecond: 1)),
                    .at("10:07:03", until: "10:07:06", .broker, is: .brokerDown(.lost)))
            ) { for node in 0..<3 { $0.played(node, ["10:08"]) } },
            Scenario(
                "killed-between-chunks", "a node is killed while a sound comes, another while it has it",
                plan: .site(42, from: "09:50", hours: 1, nodes: 2).asking(say(at: "10:08")).adding(
                    .at(said, until: "10:07:04", .node(0), is: .clog(messagesPerSecond: 1)),
                    .at("10:07:03", until: "10:07:20", .node(0), is: .crash),
                    .at("10:07:30", until: "10:07:40", .node(1), is: .crash))
            ) { for node in 0..<2 { $0.played(node, ["10:08"]) } },
            Scenario(
                "said-too-late", "a sound comes so slowly that its instant passes, and one node is dead then",
                plan: .site(43, from: "09:50", hours: 1, nodes: 2).asking(say()).adding(
                    .at(said, until: "10:09", .node(0), is: .clog(messagesPerSecond: 1)),
                    .at("10:07:02", until: "10:07:30", .node(1), is: .crash))
            ) {
                for node in 0..<2 {
                    $0.expect($0.outcome.sounds[node].isEmpty, "node \(node) was heard")
                    $0.expect(
                        $0.outcome.soundRecords[node].map(\.outcome) == [.missed],
                        "node \(node) recorded \($0.outcome.soundRecords[node].map(\.outcome.rawValue))")
                }
            },
        ]
    }

    private static let said = "10:07"

    private static func say(at: String? = nil) -> (at: String, what: any SiteRequest) {
        (said, SayRequest(text: "Dinner is ready", how: PlayOptions(at: at.map(WallTime.at))))
    }
}

extension Expectations {
    /// A node played carried sounds at these instants (`nil`: at any), each within 25 ms, and recorded them.
    fileprivate mutating func played(_ node: Int, _ instants: [String?]) {
        let heard = outcome.sounds[node]
        expect(heard.count == instants.count, "node \(node) was heard \(heard.count) times, not \(instants.count)")
        for (sound, instant) in zip(heard, instants) {
            let error = sound.at - TrueTime(sound.order.target)
            expect(error.magnitude <= .milliseconds(25), "node \(node): \(error) off at \(sound.order.target)")
            if let instant {
                expect(sound.order.target == .at(instant), "node \(node) was heard for \(sound.order.target)")
            }
        }
        let records = outcome.soundRecords[node].map(\.outcome)
        expect(
            records == instants.map { _ in .played },
            "node \(node) recorded \(records.map(\.rawValue).joined(separator: ", "))")
    }
}
