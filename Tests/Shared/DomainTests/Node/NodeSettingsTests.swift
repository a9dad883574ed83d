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
