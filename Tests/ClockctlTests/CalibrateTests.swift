import ArgumentParser
import ClockDomain
import ClockRuntime
import ClockSound
import ClockTestSupport
import Testing

@testable import ClockSite
@testable import ClockctlKit
@testable import ClockctlVoiceKit

@Suite("Trims from a recording")
struct CalibrateTests {
    private static func room(_ id: String, then: Int = 0, now: Int? = nil) throws -> CalibrationResult.Room {
        CalibrationResult.Room(
            node: try #require(NodeID(id)), room: id.prefix(1).uppercased() + id.dropFirst(), trimThen: then,
            trimNow: now ?? then)
    }

    private static func heard(_ instant: Double?, isFaint: Bool = false, spread: Double = 5e-6) -> RoomHearing? {
        instant.map { RoomHearing(instant: $0, rounds: 8, spread: spread, clearness: 40, isFaint: isFaint) }
    }

    private func result(
        _ instants: [Double?], faint: Set<Int> = [], rooms: [CalibrationResult.Room],
        distances: [String] = [], reference: String? = nil
    ) throws -> CalibrationResult {
        let hearing = TrainHearing(
            rooms: instants.enumerated().map { Self.heard($1, isFaint: faint.contains($0)) })
        return try CalibrationResult(
            hearing, rooms: rooms, distances: try DistanceWords.metres(distances),
            reference: reference.flatMap { NodeID($0) })
    }

    private func refusal(_ body: () throws -> CalibrationResult) -> String {
        do {
            _ = try body()
            return "none"
        } catch {
            return "\(error)"
        }
    }

    @Test("A late room is sent earlier, on top of the trim it has; the earliest one is the reference")
    func fitted() throws {
        let result = try result(
            [1.007_02, 1, 1.000_3],
            rooms: [Self.room("bedroom", then: 2_000), Self.room("kitchen"), Self.room("office")])
        #expect(result.reference.rawValue == "kitchen")
        #expect(result.rooms.map(\.trimNew) == [9_020, 0, 300])
        #expect(result.rooms.map(\.verdict) == [.measured, .reference, .measured])
        #expect(result.changes.map(\.node.rawValue) == ["bedroom", "office"])
    }

    @Test("With another reference an early room is sent later")
    func otherReference() throws {
        let result = try result(
            [1.007, 1], rooms: [Self.room("bedroom"), Self.room("kitchen")], reference: "bedroom")
        #expect(result.rooms.map(\.trimNew) == [0, -7_000])
    }

    @Test("A speaker that is further away is not late: 343 m are a second")
    func distances() throws {
        let rooms = try [Self.room("bedroom"), Self.room("kitchen")]
        let result = try result([1.010, 1], rooms: rooms, distances: ["bedroom=4.43m,kitchen=100cm"])
        #expect(result.rooms.map(\.trimNew) == [0, 0])
        #expect(
            refusal { try self.result([1.01, 1], rooms: rooms, distances: ["bedroom=4m"]) }
                == "--distance: kitchen has none; say how far every room is, or none of them")
        #expect(
            refusal { try self.result([1.01, 1], rooms: rooms, distances: ["attic=4m"]) }
                == "--distance: attic is not one of the rooms that clicked")
    }

    @Test("Trims are counted from those that the rooms clicked with, and follow a reference that was moved since")
    func readAgain() throws {
        let applied = try result([1.007, 1], rooms: [Self.room("bedroom", then: 0, now: 7_000), Self.room("kitchen")])
        #expect(applied.changes.isEmpty)
        let moved = try result(
            [1.007, 1], rooms: [Self.room("bedroom"), Self.room("kitchen", then: 1_000, now: 4_000)])
        #expect(moved.rooms.map(\.trimNew) == [10_000, 4_000])
    }

    @Test("No trim follows for a room that was not heard, heard faintly, or is out of reach")
    func open() throws {
        let rooms = try [Self.room("attic"), Self.room("bedroom"), Self.room("kitchen"), Self.room("office")]
        let result = try result([nil, 0.9, 1, 2.1], faint: [1], rooms: rooms)
        #expect(result.reference.rawValue == "kitchen")
        #expect(result.rooms.map(\.verdict) == [.notHeard, .faint, .reference, .outOfRange])
        #expect(result.rooms.map(\.trimNew) == [nil, nil, 0, nil])
        #expect(
            refusal { try self.result([nil, 0.9, 1, 2.1], faint: [1], rooms: rooms, reference: "bedroom") }
                .hasPrefix("bedroom, the reference, was not heard clearly; "))
        #expect(
            refusal { try self.result([nil, 0.9, 1, 2.1], faint: [1], rooms: rooms, reference: "cellar") }
                == "--reference: cellar is not one of the rooms that clicked: attic, bedroom, kitchen, office")
    }

    @Test("The table says what was heard, what follows, and what to do next")
    func table() throws {
        let result = try result(
            [nil, 1.007_02, 1], rooms: [Self.room("attic"), Self.room("bedroom", then: -500), Self.room("kitchen")])
        let view = CalibrationView(result: result, knowsDistances: false, isApplied: false, width: 78)
        #expect(
            view.lines().map(\.plain).map { String($0.reversed().drop { $0 == " " }.reversed()) } == [
                "ROOM     HEARD           WITHIN  ROUNDS  TRIM NOW  TRIM NEW",
                "Attic    not heard            –  –           0 ms         –",
                "Bedroom  7.02 ms late  ±0.02 ms  8 of 8   -0.5 ms  +6.52 ms",
                "Kitchen  reference     ±0.02 ms  8 of 8      0 ms      0 ms",
                "Attic was not heard: move the microphone nearer to it or turn it up",
                "(--volume), and let the rooms click again. If other rooms clicked than those",
                "named, name them, all of them.",
                "34 cm of way are 1 ms: where the speakers are not equally far from the",
                "microphone, say how far each is, like --distance kitchen=2.5m.",
                "Nothing is set yet: the same command with --apply sets it.",
            ])
    }

    @Test(
        "Distances are read with their unit",
        arguments: [("kitchen=2.5m", 2.5), ("kitchen=80cm", 0.8), ("kitchen=10ft", 3.048), ("kitchen=0m", 0)])
    func distance(word: String, metres: Double) throws {
        #expect(try DistanceWords.metres([word]) == [try #require(NodeID("kitchen")): metres])
    }

    @Test(
        "What is no distance is refused",
        arguments: ["kitchen", "kitchen=2.5", "kitchen=-1m", "kitchen=101m", "=2m", "kitchen=infm", "kitchen=1m=2m"])
    func noDistance(word: String) {
        #expect(throws: FatalError.self) { try DistanceWords.metres([word]) }
    }

    @Test("What clicked is found again, and what is no such file is none")
    func kept() throws {
        let folder = try TemporaryFolder("calibrate")
        let path = try #require(PlayedTrain.path(environment: ["XDG_STATE_HOME": folder.file("state"), "HOME": "/x"]))
        #expect(path == folder.file("state/clocksmith/calibration.json"))
        #expect(
            PlayedTrain.path(environment: ["HOME": "/home/me"]) == "/home/me/.local/state/clocksmith/calibration.json")
        #expect(PlayedTrain.path(environment: [:]) == nil)
        #expect(PlayedTrain.kept(at: path) == nil)
        let train = PlayedTrain(
            site: try #require(SiteID("home")), target: WallTime(seconds: 1_800_000_000),
            rooms: [.init(node: try #require(NodeID("kitchen")), trimMicroseconds: -300)])
        try train.keep(at: path)
        #expect(PlayedTrain.kept(at: path) == train)
        try folder.write("{}", to: "state/clocksmith/calibration.json")
        #expect(PlayedTrain.kept(at: path) == nil)
    }

    @Test(
        "Options that do not go together are refused",
        arguments: [
            "calibrate", "calibrate kitchen --all", "calibrate kitchen bedroom --apply",
            "calibrate kitchen bedroom --nudge +5ms", "calibrate kitchen bedroom --distance kitchen=2m",
            "calibrate kitchen bedroom --by-ear", "calibrate kitchen --by-ear --recording a.wav",
            "calibrate kitchen --by-ear --nudge 5", "calibrate --recording a.wav --volume 50",
            "calibrate kitchen bedroom --reference kitchen", "calibrate kitchen bedroom --volume 101",
        ])
    func options(line: String) {
        #expect(throws: (any Error).self) { try Clockctl.parseAsRoot(line.split(separator: " ").map(String.init)) }
    }

    @Test("A nudge may be negative")
    func nudge() throws {
        let command = try Clockctl.parseAsRoot(["calibrate", "kitchen", "--by-ear", "--nudge", "-0.5ms"])
        #expect(try (command as? CalibrateCommand)?.nudgeMicroseconds() == -500)
    }
}
