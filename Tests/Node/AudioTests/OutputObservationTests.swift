import Testing

@testable import ClockNodeAudio

@Suite("Learning an output's traits from one run")
struct OutputObservationTests {
    private static let rate = 44_100

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
            traits(depth: 2 * server) { min(server, $0 * server / (server * 17 / 10) / 100 * 100) }.depthNanoseconds
        }
        #expect(told[0] / 1_000_000 == 2_500)
        #expect(told[1] / 1_000_000 == 6_200)
    }

    @Test("An output whose pointer moves in steps, or that falls back later on, needs nothing more")
    func steps() {
        #expect(traits(depth: 300) { $0 % 40 }.depthNanoseconds == 300_000_000)
        #expect(traits(depth: 0) { $0 < 900 ? 0 : 500 }.depthNanoseconds == 0)
    }

    @Test("A reading that was interrupted says nothing about falling back")
    func interrupted() {
        let told = traits(depth: 300, pause: 3_000..<3_100) { (3_000..<3_100).contains($0) ? 90 : 0 }
        #expect(told.depthNanoseconds == 300_000_000)
    }
}
