import ClockDomain
import ClockInput
import Testing

struct QuietInputTests {
    @Test(arguments: [
        ("22:00-07:00", ["22:00-07:00"]),
        ("10pm-7am,1:30pm-15:00", ["22:00-07:00", "13:30-15:00"]),
        ("10pm-7am, sat-sun 10pm-9:30am", ["22:00-07:00", "sat,sun 22:00-09:30"]),
        ("sat, sun 10pm-9:30am, 13:00-15:00", ["sat,sun 22:00-09:30", "13:00-15:00"]),
        ("mon,wed,fri 13-15", ["mon,wed,fri 13:00-15:00"]),
        ("weekdays from 1pm to 3pm", ["mon,tue,wed,thu,fri 13:00-15:00"]),
        ("every sunday 10 pm - 9 am", ["sun 22:00-09:00"]), ("daily 22:00-07:00", ["22:00-07:00"]),
        ("samstags von 22 Uhr bis 9 Uhr", ["sat 22:00-09:00"]),
    ])
    func periods(text: String, periods: [String]) {
        #expect(QuietInput.periods(text)?.map(\.description) == periods)
    }

    @Test(arguments: [
        "", ",", "sat", "22:00-07:00,", "22:00-07:00, sat", "sat,sun", "tomorrow 10pm-7am", "25-7", "sat 10pm",
        "sat 10pm-7am sun", "some day 10pm-7am",
    ])
    func othersAreNone(text: String) {
        #expect(QuietInput.periods(text) == nil)
    }
}
