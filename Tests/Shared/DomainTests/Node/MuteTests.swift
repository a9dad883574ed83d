import ClockDomain
import Testing

struct MuteTests {
    private static let noon = WallTime(seconds: 1_795_608_000)

    @Test(arguments: [
        (Mute.off, -1, false), (.off, 0, false), (.on, -1, true), (.on, 900 * 100_000, true),
        (.until(noon), -900, true), (.until(noon), -1, true), (.until(noon), 0, false), (.until(noon), 900, false),
        (.until(noon + .milliseconds(1)), 0, true), (.until(noon - .milliseconds(1)), 0, false),
    ])
    func aQuarterHourAtTheEndSpeaks(mute: Mute, seconds: Int, isSilent: Bool) {
        #expect(mute.silences(Self.noon + .seconds(seconds)) == isSilent)
    }

    @Test(arguments: [
        (3_600, Duration.zero, 3_600), (3_600, .milliseconds(59_999), 3_600), (3_600, .seconds(60), 3_660),
        (90, .zero, 60), (60, .seconds(59), 60), (Mute.lengths.upperBound, .seconds(30), Mute.lengths.upperBound),
    ])
    func itEndsOnTheMinuteThatPeopleSee(length: Int, after: Duration, end: Int) {
        let now = Self.noon + after
        let mute = Mute.ending(after: length, from: now)
        #expect(mute == .until(Self.noon + .seconds(end)))
        #expect(mute.silences(now))
    }
}
