import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// The labels of spoken rings: from a change to a voice pack in each room's document.
struct SpokenTextTests {
    private var harness = CoreHarness(at: "18:01:00")
    /// By the last document of each room.
    private var packs: [NodeID: [PackReference]] = [:]

    init() {
        harness.join(kitchen)
        harness.join(bedroom)
        harness.commitAll()
    }

    private struct Order: Equatable {
        var job: Int
        var texts: [String]
        var voice: String
    }

    /// Notes the documents among the effects, and returns the packs that are ordered.
    private mutating func orders(_ effects: [CoordinatorEffect]) -> [Order] {
        effects.compactMap { effect in
            switch effect {
            case .makeSpokenPack(let job, let texts, let voice):
                return Order(job: job, texts: texts, voice: voice.name)
            case .publish(.desired(let node, let desired)): packs[node] = desired.packs
            default: break
            }
            return nil
        }
    }

    private static var spoken: RingStyle {
        var ring = RingStyle.bell
        ring.sound = SpokenText.name
        return ring
    }

    private static func pack(_ seed: Int) -> PackReference {
        PackReference(
            name: SpokenText.name, digest: Digest(of: [UInt8(truncatingIfNeeded: seed)]), listBytes: 100, bytes: 1_000)!
    }

    /// Makes a change, and returns the packs that it orders.
    private mutating func order(_ changes: Change...) -> [Order] {
        harness.request(ChangeRequest(changes: changes))
        return orders(harness.effects + harness.answerZones() + harness.commitAll())
    }

    private mutating func made(_ job: Int, _ pack: PackReference?, failure: String? = nil) {
        let effects = harness.send(.spokenPackMade(job: job, pack, failure: failure)) + harness.commitAll()
        #expect(orders(effects) == [])
    }

    private mutating func advance(_ time: Duration) -> [Order] { orders(harness.advance(time)) }

    @Test("an alarm that speaks has its label spoken, with any sound; one without a word says the time alone")
    mutating func speaking() {
        var work = draft("07:00", label: "Work")
        work.speaks = true
        #expect(order(.addAlarm(work)) == [Order(job: 1, texts: ["Work"], voice: "english")])
        var wordless = draft("08:00", label: "")
        wordless.speaks = true
        #expect(order(.addAlarm(wordless)) == [])
    }

    @Test("rooms with the same labels and the same voice share one pack, which goes with the last label")
    mutating func life() {
        let both = draft("09:00", label: "Take your pills", ring: Self.spoken, nodes: [kitchen, bedroom])
        #expect(order(.addAlarm(both)) == [Order(job: 1, texts: ["Take your pills"], voice: "english")])
        made(1, Self.pack(1))
        #expect(packs == [kitchen: [Self.pack(1)], bedroom: [Self.pack(1)]])
        // One room says more: the other keeps its pack.
        let more = draft("10:00", label: "Tea", ring: Self.spoken)
        let orders = order(.addAlarm(more))
        #expect(orders.map(\.job) == [2] && orders.first.map { Set($0.texts) } == ["Take your pills", "Tea"])
        made(2, Self.pack(2))
        #expect(packs == [kitchen: [Self.pack(2)], bedroom: [Self.pack(1)]])
        // Another time orders nothing, and known labels are not spoken again.
        #expect(order(.editAlarm(a2, revision: 1, draft("11:00", label: "Tea", ring: Self.spoken))) == [])
        #expect(order(.removeAlarm(a2)) == [])
        #expect(packs == [kitchen: [Self.pack(1)], bedroom: [Self.pack(1)]])
        #expect(order(.removeAlarm(a1)) == [])
        #expect(packs == [kitchen: [], bedroom: []])
    }

    @Test("in an emergency its rooms get the words, beside their labels, until its end")
    mutating func emergency() {
        _ = order(.addAlarm(draft("09:00", label: "Tea", ring: Self.spoken)))
        made(1, Self.pack(1))
        var word = Emergency(
            id: "e1", begun: .init(at: harness.now.wall, by: nil), text: "Leave the building", nodes: [kitchen])
        let ordered = orders(harness.send(.emergencyHeard(word)))
        #expect(ordered.map { Set($0.texts) } == [["Tea", "Leave the building"]])
        made(2, Self.pack(2))
        #expect(packs[kitchen] == [Self.pack(2)] && packs[bedroom] ?? [] == [])
        word.ended = word.begun
        #expect(orders(harness.send(.emergencyHeard(word))).map(\.texts) == [["Tea"]])
        made(3, Self.pack(3))
        #expect(packs[kitchen] == [Self.pack(3)])
    }

    @Test("a timer says its name; a ring without a word is refused")
    mutating func timers() {
        func timer(_ name: String) -> Change {
            .startTimer(name: name, seconds: 600, targets: RingTargets(nodes: [kitchen]), ring: Self.spoken)
        }
        #expect(order(timer("Eggs")) == [Order(job: 1, texts: ["Eggs"], voice: "english")])
        for name in ["", "…"] {
            harness.request(ChangeRequest(changes: [timer(name)]))
            #expect(harness.refusal?.message.hasSuffix("has no word: give it a label") == true)
        }
    }

    @Test("another voice speaks the labels anew; an alarm that is off needs none")
    mutating func voice() {
        _ = order(.addAlarm(draft("09:00", label: "Pills", ring: Self.spoken)))
        made(1, Self.pack(1))
        harness.request(SetRequest(nodes: [kitchen], change: SettingsPatch(voice: "english-24h")))
        let ordered = orders(harness.effects + harness.commitAll())
        #expect(ordered == [Order(job: 2, texts: ["Pills"], voice: "english-24h")])
        made(2, Self.pack(2))
        #expect(packs[kitchen] == [Self.pack(2)])
        let off = draft("09:00", label: "Pills", on: false, ring: Self.spoken)
        #expect(order(.editAlarm(a1, revision: 1, off)) == [])
        #expect(packs[kitchen] == [])
    }

    @Test("what could not be spoken is tried again, later each time; the rest is sent")
    mutating func failures() {
        #expect(order(.addAlarm(draft("09:00", label: "Pills", ring: Self.spoken))).count == 1)
        harness.send(.spokenPackMade(job: 1, nil, failure: "espeak-ng is not there"))
        #expect(
            harness.warnings == [
                "cannot have labels spoken: espeak-ng is not there; those ring with a tone until it works"
            ])
        #expect(advance(.seconds(59)) == [])
        #expect(advance(.seconds(1)).map(\.job) == [2])
        made(2, Self.pack(2), failure: "one text is silent")
        #expect(packs[kitchen] == [Self.pack(2)], "some words are more than none")
        #expect(advance(.seconds(119)) == [])
        #expect(advance(.seconds(1)).map(\.job) == [3])
        packs = [:]
        made(3, Self.pack(2))
        #expect(packs.isEmpty, "the same pack is no change")
        #expect(advance(.hours(2)) == [])
    }

    @Test("what fails for several rooms is tried again together; a pack that lacks a label displaces none at first")
    mutating func rounds() {
        _ = order(.addAlarm(draft("09:00", label: "Pills", ring: Self.spoken)))
        made(1, Self.pack(1))
        let more = [
            Change.addAlarm(draft("10:00", label: "Tea", ring: Self.spoken)),
            .addAlarm(draft("10:00", label: "Bed", ring: Self.spoken, nodes: [bedroom])),
        ]
        harness.request(ChangeRequest(changes: more))
        #expect(orders(harness.effects + harness.answerZones() + harness.commitAll()).map(\.job) == [2])
        let next = harness.send(.spokenPackMade(job: 2, nil, failure: "no engine"))
        #expect(orders(next + harness.commitAll()).map(\.job) == [3])
        made(3, Self.pack(3), failure: "one text is silent")
        #expect(packs[kitchen] == [Self.pack(1)] && packs[bedroom]?.isEmpty == true)
        #expect(advance(.seconds(59)) == [])
        #expect(advance(.seconds(1)).map(\.job) == [4], "a minute after the first failure, not after the last")
    }

    @Test("a restart asks for the pack again, and changes nothing where it is the same; so does a lost file")
    mutating func restart() {
        let store = MemoryStore.empty()
        harness = CoreHarness(at: "18:01:00", store: store)
        harness.join(kitchen)
        #expect(order(.addAlarm(draft("09:00", label: "Pills", ring: Self.spoken))).count == 1)
        made(1, Self.pack(1))
        #expect(packs[kitchen] == [Self.pack(1)])
        harness = CoreHarness(at: "18:05:00", store: store)
        packs = [:]
        made(1, Self.pack(1))
        #expect(packs.isEmpty)
        let lost = harness.send(.contentUnreadable(Self.pack(1).digest, reason: "it is gone"))
        #expect(orders(lost).map(\.texts) == [["Pills"]])
        made(2, Self.pack(1))
        #expect(packs.isEmpty)
    }

    @Test("a pack that the store refuses comes when the store works again")
    mutating func failingStore() {
        #expect(order(.addAlarm(draft("09:00", label: "Pills", ring: Self.spoken))).count == 1)
        harness.send(.spokenPackMade(job: 1, Self.pack(1), failure: nil))
        harness.failCommit()
        #expect(packs[kitchen] == [])
        #expect(advance(.seconds(11)) == [])
        #expect(orders(harness.commitAll()) == [])
        #expect(packs[kitchen] == [Self.pack(1)])
    }

    @Test("doctor names a text that a room lacks by its words")
    mutating func doctor() throws {
        _ = order(.addAlarm(draft("09:00", label: "Take your pills", ring: Self.spoken)))
        let file = SpokenText.file(of: "Take your pills")
        let sounds = SoundsReport(
            folder: "/sounds", names: [], problems: [SoundProblem(sound: file, finding: "it has not come", fix: "wait")]
        )
        harness.request(DoctorRequest())
        harness.send(.reported(kitchen, reported(sounds: sounds)))
        harness.send(.reported(bedroom, reported()))
        harness.send(.storeChecked(StoreCheck(sizeBytes: 1, freeBytes: nil, problem: nil)))
        let report = try #require(harness.replies.first?.value as? DoctorReport)
        let check = try #require(report.checks.first { $0.subject == "kitchen sound Take your pills" })
        #expect(check.verdict == .failed)
    }

    @Test("nobody else gives a pack of this name")
    mutating func push() throws {
        let bytes: [UInt8] = [1]
        let file = try #require(
            PackFile(name: PackList.manifest, content: Blob(id: Digest(of: bytes), bytes: bytes.count)!))
        let list = try PackList(name: SpokenText.name, files: [file])
        harness.request(PackRequest(list: list))
        harness.send(.packFound(CoreHarness.origin, list.reference, missing: []))
        harness.request(PushRequest(pack: list.reference.digest, nodes: [kitchen]))
        #expect(
            harness.refusal?.message == "the coordinator makes the voice pack spoken itself: give yours another name")
    }
}
