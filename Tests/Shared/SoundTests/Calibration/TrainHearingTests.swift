import ClockDomain
import Testing

@testable import ClockSound

@Suite("What a recording tells of a click train")
struct TrainHearingTests {
    /// The largest error that is allowed, in seconds.
    private static let tolerance = 0.1e-3

    private func expectDelays(_ house: SimulatedHouse, areCertain: Bool = true) throws {
        let train = try #require(ClickTrain(rooms: house.rooms.count))
        let hearing = try TrainHearing(of: train, in: house.recording(of: train))
        for (index, room) in house.rooms.enumerated() {
            let delay = try #require(hearing.delay(of: index, after: 0), "room \(index) was not heard")
            let error = delay - (room.delay - house.rooms[0].delay)
            #expect(abs(error) <= Self.tolerance, "room \(index) is off by \(error * 1e3) ms")
            #expect(hearing.rooms[index]?.isFaint == false || !areCertain)
        }
    }

    private func problem(_ recording: MicrophoneRecording, rooms: Int = 2) throws -> String {
        let train = try #require(ClickTrain(rooms: rooms))
        do throws(RecordingProblem) {
            _ = try TrainHearing(of: train, in: recording)
            return "none"
        } catch {
            return error.description
        }
    }

    @Test("Rooms from 40 ms early to 40 ms late")
    func delays() throws {
        try expectDelays(SimulatedHouse(rooms: [.init(delay: 0.04), .init(delay: 0), .init(delay: 0.080_123)]))
    }

    @Test("A room a quarter of a second late, as by Bluetooth, with another one's chirps between its own")
    func lateRoom() throws {
        try expectDelays(SimulatedHouse(rooms: [.init(delay: 0), .init(delay: 0.25)]))
    }

    @Test("Echoes louder than the way itself do not pass for it, nor do a loud room's for a quiet one")
    func echoes() throws {
        try expectDelays(
            SimulatedHouse(rooms: [
                .init(delay: 0.04, reverberation: 0.8, echo: 1.4),
                .init(delay: 0, level: 0.05, reverberation: 0.3, echo: 2),
            ]))
    }

    @Test("Noise 10 dB below the clicks")
    func noise() throws {
        try expectDelays(
            SimulatedHouse(
                rooms: [.init(delay: 0.01, reverberation: 0.5), .init(delay: 0.0371, reverberation: 0.4)],
                signalToNoise: 10))
    }

    @Test(
        "The recorder's clock and rate, and a room's own crystal",
        arguments: [(44_100, 100e-6), (48_000, -100e-6), (16_000, -100e-6), (8_000, 50e-6), (96_000, 100e-6)])
    func recorders(rate: Int, drift: Double) throws {
        try expectDelays(
            SimulatedHouse(
                rooms: [.init(delay: 0.02, reverberation: 0.4), .init(delay: 0.0412, crystal: 60e-6)], rate: rate,
                drift: drift, signalToNoise: 20),
            // The simulated recorder does not filter, so at 8,000 Hz half of the band comes back as noise.
            areCertain: rate > 8_000)
    }

    @Test("The recorder's drift is told")
    func drift() throws {
        let house = SimulatedHouse(rooms: [.init(delay: 0), .init(delay: 0.01)], rate: 16_000, drift: 80e-6)
        let train = try #require(ClickTrain(rooms: 2))
        let hearing = try TrainHearing(of: train, in: house.recording(of: train))
        #expect(abs(hearing.recorderDrift - 80e-6) < 2e-6)
    }

    @Test("A door that slams over two rounds, and a recording begun late, cost those rounds and nothing else")
    func lostRounds() throws {
        var house = SimulatedHouse(rooms: [.init(delay: 0), .init(delay: 0.0123)], rate: 16_000)
        house.lead = -1.2
        let train = try #require(ClickTrain(rooms: 2))
        var samples = house.recording(of: train).samples
        var generator = SplitMix64(seed: 3)
        let slam = Int(2.3 * 16_000)
        for frame in slam..<slam + 8_000 { samples[frame] += Float.random(in: -0.6...0.6, using: &generator) }
        let hearing = try TrainHearing(of: train, in: MicrophoneRecording(samples: samples, rate: 16_000))
        let delay = try #require(hearing.delay(of: 1, after: 0))
        #expect(abs(delay - 0.0123) <= Self.tolerance)
        #expect(hearing.rooms.allSatisfy { room in room.map { $0.rounds < 8 } ?? false })
    }

    @Test("A room that did not play is not heard, however much the others echo")
    func missingRoom() throws {
        var house = SimulatedHouse(
            rooms: [
                .init(delay: 0.03, reverberation: 1), .init(delay: 0),
                .init(delay: 0.05, level: 0.2, reverberation: 0.6),
            ],
            rate: 16_000, signalToNoise: 20)
        house.rooms[1].isSilent = true
        let train = try #require(ClickTrain(rooms: 3))
        let hearing = try TrainHearing(of: train, in: house.recording(of: train))
        #expect(hearing.rooms.map { $0 != nil } == [true, false, true])
        #expect(hearing.delay(of: 1, after: 0) == nil)
    }

    @Test("A room whose first arrival may be lost in the noise is faint")
    func faint() throws {
        let house = SimulatedHouse(
            rooms: [.init(delay: 0), .init(delay: 0.02, level: 0.04, reverberation: 1, echo: 1.5)], rate: 16_000,
            signalToNoise: 10)
        let train = try #require(ClickTrain(rooms: 2))
        let hearing = try TrainHearing(of: train, in: house.recording(of: train))
        #expect(hearing.rooms[0]?.isFaint == false)
        #expect(hearing.rooms[1]?.isFaint != false)
    }

    @Test("A recording that is too short, silent, clipped, or of something else says what to do")
    func refusals() throws {
        let train = try #require(ClickTrain(rooms: 2))
        let house = SimulatedHouse(rooms: [.init(delay: 0), .init(delay: 0.01)], rate: 16_000)
        let good = house.recording(of: train)
        #expect(
            try problem(MicrophoneRecording(samples: Array(good.samples.prefix(32_000)), rate: 16_000))
                == "is 2.0 s long, and the clicks of 2 rooms last 8.2 s; "
                + "begin to record before they play, and stop after it"
        )
        let quiet = try problem(MicrophoneRecording(samples: good.samples.map { $0 / 1_000 }, rate: 16_000))
        #expect(quiet.hasPrefix("is silent: nothing in it is louder than -7"), "\(quiet)")
        #expect(quiet.hasSuffix(" dB; choose the right microphone and turn it up"), "\(quiet)")
        #expect(
            try problem(MicrophoneRecording(samples: .init(repeating: 0, count: 200_000), rate: 16_000))
                == "is silent: it has only zeros; choose the right microphone and turn it up")
        let clipped = try problem(house.recording(of: train, gain: 8))
        #expect(clipped.hasPrefix("is clipped: ") && clipped.hasSuffix("and record again"), "\(clipped)")
        var generator = SplitMix64(seed: 9)
        let noise = (0..<200_000).map { _ in Float.random(in: -0.1...0.1, using: &generator) }
        #expect(
            try problem(MicrophoneRecording(samples: noise, rate: 16_000)).hasPrefix("has no clicks of 2 rooms in it; ")
        )
    }

    @Test("A recording of other rooms than those named is none, in noise and in digital silence", arguments: [60, 300])
    func otherTrain(signalToNoise: Double) throws {
        let others = try #require(ClickTrain(rooms: 3))
        let three = SimulatedHouse(
            rooms: [.init(delay: 0.007), .init(delay: 0), .init(delay: 0.046_35)], rate: 44_100,
            signalToNoise: signalToNoise
        ).recording(of: others)
        #expect(try problem(three).hasPrefix("has no clicks of 2 rooms in it; "))
    }
}
