import Testing

@testable import ClockNodeAudio

@Suite("Learning an output's traits from one run")
struct OutputObservationTests {
    private static let rate = 44_100

    /// - Parameters: in milliseconds.
    private static func told(depth: Int, settling: Int = 0) -> OutputTraits {
        OutputTraits(
            depthNanoseconds: Int64(depth) * 1_000_000, settlingNanoseconds: Int64(settling) * 1_000_000)
    }

    /// Observes a run of 5 s. The device's buffer holds 200 ms; behind it are `depth` ms, and the stream falls back by
    /// `behind(milliseconds)`.
    private func traits(
        depth: Int, pause: Range<Int> = 0..<0, behind: (Int) -> Int
    ) -> OutputTraits {
        var observation = OutputObservation(rate: Self.rate)
        for milliseconds in stride(from: 0, to: 5_000, by: 5) {
            let position = Self.rate * (milliseconds - behind(milliseconds)) / 1000
            observation.note(
                pointer: position + Self.rate * depth / 1000, position: position,
                elapsedNanoseconds: pause.contains(milliseconds) ? nil : Int64(milliseconds) * 1_000_000)
        }
        return observation.traits
    }

    @Test(
        "A server that takes its time to tell its depth needs sounds earlier by the time that a lead-in has no room for"
    )
    func settling() {
        // As PulseAudio does with an output of 1 and 2 s.
        let told = [1_000, 2_000].map { server in
            traits(depth: 2 * server) { min(server, $0 * server / (server * 17 / 10) / 100 * 100) }
        }
        #expect(told == [Self.told(depth: 2_000, settling: 1_700), Self.told(depth: 4_000, settling: 3_400)])
    }

    /// Milliseconds by which an output is behind, by those since the start.
    private static let standstills: [(behind: @Sendable (Int) -> Int, settling: Int)] = [
        // Suspended for good, at once or after a little motion, and one that creeps on.
        ({ $0 }, 0), ({ max(0, $0 - 60) }, 0), ({ $0 - $0 / 500 * 10 }, 0),
        // Woken after 1.5 s.
        ({ $0 < 60 ? 0 : min(1_400, $0 - 60) }, 1_500),
    ]

    @Test("An output that stands still does not settle, until it has played on", arguments: standstills)
    func standstill(behind: @Sendable (Int) -> Int, settling: Int) {
        #expect(traits(depth: 4_000, behind: behind) == Self.told(depth: 4_000, settling: settling))
    }

    @Test("A stream that starts again has not fallen back")
    func restart() {
        var observation = OutputObservation(rate: Self.rate)
        for start in [0, 500] {
            observation.restart()
            for milliseconds in stride(from: 200, to: 2_000, by: 5) {
                let position = Self.rate * (milliseconds - start) / 1000
                observation.note(
                    pointer: position + Self.rate, position: position,
                    elapsedNanoseconds: Int64(milliseconds) * 1_000_000)
            }
        }
        #expect(observation.traits == Self.told(depth: 1_000))
    }

    @Test("An output whose pointer moves in steps, or that falls back later on, needs nothing more")
    func steps() {
        #expect(traits(depth: 300) { $0 % 40 } == Self.told(depth: 300))
        #expect(traits(depth: 0) { $0 < 900 ? 0 : 500 } == Self.told(depth: 0))
        #expect(traits(depth: 300) { $0 < 900 ? 0 : 500 } == Self.told(depth: 300))
    }

    @Test("A reading that was interrupted says nothing about falling back")
    func interrupted() {
        let told = traits(depth: 300, pause: 3_000..<3_100) { (3_000..<3_100).contains($0) ? 90 : 0 }
        #expect(told == Self.told(depth: 300))
    }

    @Test(
        "Orders come earlier by the depth, and by the settling that their lead-in has no room for",
        arguments: [
            (depth: 0, settling: 0, advance: 0, hurried: 0), (300, 0, 300, 300), (2_000, 1_000, 2_000, 3_000),
            (2_000, 1_700, 2_500, 3_700), (4_000, 3_400, 6_200, 7_400),
        ])
    func advance(depth: Int, settling: Int, advance: Int64, hurried: Int64) {
        let traits = Self.told(depth: depth, settling: settling)
        #expect(traits.advanceNanoseconds == advance * 1_000_000)
        #expect(traits.hurriedAdvanceNanoseconds == hurried * 1_000_000)
    }

    /// A run that is too short for the depth, as known or as seen, only adds to what is known.
    @Test(
        "A run that was cut short makes no output shallower",
        arguments: [
            (known: 2_000, seen: 300, milliseconds: 4_200, learned: 2_000), (2_000, 300, 4_300, 300),
            (300, 2_000, 100, 2_000), (300, 0, 200, 300), (300, 0, 300, 0), (0, 300, 0, 300),
        ])
    func cutShort(known: Int, seen: Int, milliseconds: Int64, learned: Int) {
        #expect(
            Self.told(depth: known).learning(Self.told(depth: seen), after: milliseconds * 1_000_000)
                == Self.told(depth: learned))
        #expect(
            Self.told(depth: known, settling: known).learning(
                Self.told(depth: seen, settling: seen), after: milliseconds * 1_000_000)
                == Self.told(depth: learned, settling: learned))
    }

    @Test("An output that once had no clock has none until a whole run shows one")
    func clock() {
        let none = OutputTraits(hasClock: false)
        #expect(none.learning(OutputTraits(), after: 200_000_000) == none)
        #expect(none.learning(OutputTraits(), after: 300_000_000) == OutputTraits())
    }
}
