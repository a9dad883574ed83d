import ClockDomain
import Foundation
import Testing

struct NodeSettingsTests {
    @Test func volumeIsAPercentage() {
        #expect(Volume(percent: 0)?.percent == 0)
        #expect(Volume(percent: 100)?.percent == 100)
        for percent in [-1, 101, Int.min, Int.max] { #expect(Volume(percent: percent) == nil) }
    }

    @Test(arguments: ["a", "kitchen", "room-12", "0", "a--b", String(repeating: "x", count: 32)])
    func identifiersAreLowerCaseNames(_ name: String) {
        #expect(NodeID(name)?.rawValue == name)
        #expect(SiteID(name)?.rawValue == name)
    }

    @Test(arguments: [
        "", "-", "-a", "a-", "Kitchen", "kitchen sink", "kitchen/sink", "a+b", "#", "küche", "a.b", "a_b", "a\n", "a\0",
        "..", String(repeating: "x", count: 33), "ｋitchen",
    ])
    func whatCouldHurtATopicOrAPathIsNoIdentifier(_ name: String) {
        #expect(NodeID(name) == nil)
        #expect(SiteID(name) == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([NodeID].self, from: JSONEncoder().encode([name]))
        }
    }

    @Test(arguments: [
        ("22:00-07:00", ["22:00", "23:59", "0:00", "6:59"], ["7:00", "12:00", "21:59"]),
        ("12:30-14:00", ["12:30", "13:59"], ["12:29", "14:00", "0:00"]),
        ("22:00-00:00", ["22:00", "23:59"], ["0:00", "21:59"]),
        ("00:00-06:00", ["0:00", "5:59"], ["6:00", "23:59"]),
        ("08:00-08:00", ["0:00", "7:59", "8:00", "23:59"], []),
    ])
    func quietPeriodsReachFromStartUntilJustBeforeEnd(text: String, inside: [String], outside: [String]) throws {
        let period = try #require(QuietPeriod(text))
        #expect(period.description == text)
        for time in inside { #expect(try period.contains(#require(LocalTime(hourAndMinute: time))), "\(time)") }
        for time in outside { #expect(try !period.contains(#require(LocalTime(hourAndMinute: time))), "\(time)") }
    }

    @Test func quietPeriodsAreExactToTheSecond() throws {
        let period = try #require(QuietPeriod("22:00-07:00"))
        #expect(period.contains(LocalTime(secondOfDay: 7 * 3600 - 1)))
        #expect(!period.contains(LocalTime(secondOfDay: 22 * 3600 - 1)))
    }

    @Test(arguments: [
        "", "-", "22:00", "22:00-", "-07:00", "22:00-07:00-08:00", "22:00 - 07:00", "24:00-07:00", "22-07",
        "22:00–07:00",
    ])
    func otherTextIsNoQuietPeriod(_ text: String) {
        #expect(QuietPeriod(text) == nil)
    }

    @Test(arguments: [
        (AnnouncementInterval.quarterHour, [0, 15, 30, 45]), (.halfHour, [0, 30]), (.hour, [0]), (.off, []),
    ])
    func anIntervalIncludesItsMinutesOfEveryHour(interval: AnnouncementInterval, minutes: [Int]) throws {
        for hour in 0..<24 {
            let included = try [0, 15, 30, 45].filter {
                interval.includes(try #require(LocalTime(hour: hour, minute: $0)))
            }
            #expect(included == minutes)
        }
    }

    @Test(arguments: [
        ("english", true), ("Big-Ben_2", true), (String(repeating: "v", count: 64), true), ("", false), ("..", false),
        ("a/b", false), ("a b", false), ("é", false), ("e\u{301}", false), (String(repeating: "v", count: 65), false),
    ])
    func aVoiceIsAPlainFolderName(name: String, isValid: Bool) {
        #expect(NodeSettings.isVoiceName(name) == isValid)
    }
}
