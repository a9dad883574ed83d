import ClockDomain
import Testing

@testable import ClockSound

@Suite("Click trains")
struct ClickTrainTests {
    @Test("Rooms sound one after another, with time to die away", arguments: [2, 3, 7, 16])
    func apart(rooms: Int) throws {
        let train = try #require(ClickTrain(rooms: rooms))
        let onsets = (0..<rooms).flatMap { train.onsets(room: $0) }.sorted()
        for (earlier, later) in zip(onsets, onsets.dropFirst()) {
            #expect(Double(later - earlier) / 44_100 >= 0.3 + CalibrationChirp.seconds)
        }
    }

    @Test("At most four instants of a room meet other rooms' chirps, however it is shifted", arguments: [2, 3, 6, 16])
    func unmistakable(rooms: Int) throws {
        let train = try #require(ClickTrain(rooms: rooms))
        // 2.5 ms, what the search allows.
        let reach = 110
        for room in 0..<rooms {
            let own = train.onsets(room: room)
            let others = (0..<rooms).filter { $0 != room }.flatMap { train.onsets(room: $0) }
            for shift in others.map({ $0 - own[0] }) + others.map({ $0 - own[4] }) {
                let met = own.count { instant in others.contains { abs(instant + shift - $0) <= reach } }
                #expect(met <= 4)
            }
        }
    }

    @Test("A room's sound has its eight chirps, no click at their edges, and no loud peak")
    func frames() throws {
        let train = try #require(ClickTrain(rooms: 3))
        let frames = train.frames(room: 1)
        #expect(Double(frames.count) / 44_100 == train.duration.secondsWithFraction)
        let sounding = frames.indices.filter { frames[$0] != 0 }
        #expect(Double(sounding.count) > 0.95 * Double(ClickTrain.rounds) * CalibrationChirp.seconds * 44_100)
        #expect(frames.allSatisfy { $0.magnitude <= 16_384 })
        for onset in train.onsets(room: 1) {
            #expect(frames[onset..<onset + 22].allSatisfy { $0.magnitude < 600 })
        }
    }

    @Test("One room alone, and more than sixteen, make no train")
    func bounds() {
        #expect(ClickTrain(rooms: 1) == nil)
        #expect(ClickTrain(rooms: 17) == nil)
    }
}
