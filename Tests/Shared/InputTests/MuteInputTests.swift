import ClockDomain
import ClockInput
import Testing

struct MuteInputTests {
    /// A Saturday.
    private static let now = WallTime(rfc3339: "2026-11-21T13:41:33Z")!

    private func read(_ text: String) throws(InputError) -> MuteInput {
        try MuteInput(text, now: Self.now, zone: .utc)
    }

    @Test(arguments: [
        ("2h", 7_200), ("1h30", 5_400), ("for 2 hours", 7_200), ("an hour and a half", 5_400), ("45", 2_700),
        ("2 Stunden", 7_200), ("1:30 hours", 5_400), ("31d", 31 * 86_400), ("1m", 60),
    ])
    func lengths(text: String, seconds: Int) throws {
        #expect(try read(text) == .length(seconds: seconds))
    }

    @Test(arguments: [
        ("until 15:30", "2026-11-21T15:30:00Z"), ("until 13:00", "2026-11-22T13:00:00Z"),
        ("Until 7", "2026-11-22T07:00:00Z"), ("until tomorrow at 6", "2026-11-22T06:00:00Z"),
        ("till half past seven in the evening", "2026-11-21T19:30:00Z"), ("bis 7 Uhr", "2026-11-22T07:00:00Z"),
        ("until monday", "2026-11-23T00:00:00Z"), ("until mon 7:00", "2026-11-23T07:00:00Z"),
        ("until 2026-12-24", "2026-12-24T00:00:00Z"), ("until 2026-11-21T14:00:00Z", "2026-11-21T14:00:00Z"),
    ])
    func ends(text: String, end: String) throws {
        #expect(try read(text) == .end(#require(WallTime(rfc3339: end))))
    }

    @Test(arguments: [
        ("7:00", "say until 7:00"), ("59s", "not in the range 1m to"), ("32d", "not in the range"),
        ("loud", "write 2h, 30m"), ("until", "write 2h, 30m"), ("until ", "write 2h, 30m"),
        ("until 25:00", "write 2h, 30m"), ("until mondays at 7", "repeats"), ("until today", "is over"),
        ("until 2026-11-21T13:00:00Z", "is over"), ("until yesterday", "is over"),
    ])
    func refusals(text: String, part: String) {
        let error = #expect(throws: InputError.self) { try read(text) }
        #expect(error?.description.contains(part) ?? false, "\(error?.description ?? "")")
    }
}
