internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire

// Voice packs on their way to the rooms. A checker also claims that desired and reported agree in the end.

extension Scenario {
    static var packs: [Scenario] {
        [
            Scenario(
                "pack-through-faults",
                "a voice pack comes to four rooms: one is killed twice while it comes, one is off, the broker forgets",
                plan: .site(44, from: "09:50", hours: 2, nodes: 4).asking(
                    give(german, at: pushed, then: "10:07:02", to: [0, 1, 2, 3])
                ).adding(
                    .at(pushed, until: "10:12", .node(0), .node(1), is: .clog(messagesPerSecond: 1)),
                    .at("10:07:06", until: "10:07:20", .node(0), is: .crash),
                    .at("10:07:30", until: "10:07:50", .node(0), is: .powerCut),
                    .at("10:00", until: "10:40", .node(2), is: .powerCut),
                    .at("10:07:05", until: "10:07:09", .broker, is: .brokerDown(.lost)),
                    .at("10:07:40", until: "10:07:55", .coordinator(0), is: .crash)
                ).changing { plan in
                    plan.nodes[3].link = LinkPlan(
                        outwardDelay: .milliseconds(5), homewardDelay: .milliseconds(30), jitter: .milliseconds(20),
                        lossPerMillion: 20_000, duplicatePerMillion: 200_000, reorderPerMillion: 100_000)
                }
            ) { for node in 0..<4 { $0.has(node, german) } },
            Scenario(
                "pack-replaced", "a new edition of a voice pack replaces the first, and reuses a part of it",
                plan: .site(45, from: "09:50", hours: 1, nodes: 2).asking(
                    give(german, at: pushed, then: "10:07:02", to: [0, 1])
                ).asking(give(better, at: "10:20", then: "10:20:02", to: [0])).adding(
                    .at("10:20:03", until: "10:20:30", .node(0), is: .crash))
            ) {
                $0.has(0, better)
                $0.has(1, german)
            },
            Scenario(
                "pack-withdrawn", "a room that is off loses a voice pack; a room that speaks with it keeps it",
                plan: .site(46, from: "09:50", hours: 1, nodes: 2).asking(
                    give(german, at: pushed, then: "10:07:02", to: [0, 1])
                ).asking([
                    ("10:10", SetRequest(nodes: [RandomPlan.nodeID(1)], change: SettingsPatch(voice: "german"))),
                    ("10:20", WithdrawRequest(name: "german", nodes: [RandomPlan.nodeID(0)])),
                    ("10:20:30", WithdrawRequest(name: "german", nodes: [RandomPlan.nodeID(1)])),
                ]).adding(.at("10:15", until: "10:30", .node(0), is: .powerCut))
            ) {
                $0.has(0, nil)
                $0.has(1, german)
                guard $0.outcome.answers[4]?.failure != nil else {
                    return $0.expect(false, "a node lost the pack that it speaks with")
                }
            },
        ]
    }

    private static let pushed = "10:07"

    /// Four files of one chunk, and one of three.
    private static let german = SimulatedPack.list(
        "german",
        files: [
            ("eins.wav", 40_000), ("zwei.wav", 41_000), ("drei.wav", 42_000),
            ("viertel.wav", 2 * Blob.chunkBytes + 500), ("LICENSE", 1_000),
        ])
    /// An edition of the same name: one file differs and one is new.
    private static let better = SimulatedPack.list(
        "german",
        files: [
            ("eins.wav", 40_000), ("zwei.wav", 41_000), ("drei.wav", 47_000), ("vier.wav", 30_000),
            ("viertel.wav", 2 * Blob.chunkBytes + 500), ("LICENSE", 1_000),
        ])

    private static func give(
        _ list: PackList, at: String, then: String, to nodes: [Int]
    ) -> [(at: String, what: any SiteRequest)] {
        [
            (at, PackRequest(list: list)),
            (then, PushRequest(pack: list.reference.digest, nodes: nodes.map { RandomPlan.nodeID($0) })),
        ]
    }
}

extension SimulationPlan {
    fileprivate func asking(_ requests: [(at: String, what: any SiteRequest)]) -> SimulationPlan {
        requests.reduce(self) { $0.asking($1) }
    }
}

extension Expectations {
    /// At the end a node has this pack installed, and no other.
    fileprivate mutating func has(_ node: Int, _ list: PackList?) {
        let wanted = list.map { [$0.name: $0.reference.digest] } ?? [:]
        let found = outcome.packs[node]
        expect(
            found == wanted,
            "node \(node) has \(found.map { "\($0.key) \($0.value.short)" }.sorted().joined(separator: ", "))")
    }
}
