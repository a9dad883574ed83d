import ClockDomain
import Testing

@Suite struct WakeWindowTests {
    @Test(
        "the window opens a minute and a half before a quarter hour and closes ten seconds after",
        arguments: [
            (0, false), (9, false), (10, true), (450, true), (809, true), (810, false), (885, false), (899, false),
        ])
    func window(second: Int64, isClosed: Bool) {
        let quarter = WallTime(seconds: 1_780_000_200)
        #expect(QuarterHour.isQuarterHour(quarter))
        #expect(WakeWindow.isClosed(at: quarter + .seconds(second)) == isClosed)
    }
}
