import ClockDomain
import Foundation
import Testing

@testable import ClockWire

/// ``NodeSetting/all`` has every property of the settings, and everything that follows the table has every row.
struct NodeSettingTests {
    private static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The standard settings with another value of one of them.
    private func settings(unlikeIn setting: NodeSetting) throws -> NodeSettings {
        var settings = NodeSettings.standard
        switch setting.kind {
        case .volume(let path, _): settings[keyPath: path] = try #require(Volume(percent: 43))
        case .flag(let path, _): settings[keyPath: path].toggle()
        case .mute(let path): settings[keyPath: path] = .on
        case .quiet(let path, _): settings[keyPath: path] = [try #require(QuietPeriod("22:00-07:00"))]
        case .every(let path, _): settings[keyPath: path] = .hour
        case .chime(let path, _): settings[keyPath: path] = .own("cuckoo")
        case .voice(let path, _): settings[keyPath: path] = "german"
        case .calendars(let path, _): settings[keyPath: path] = ["berlin", "school-free"]
        case .delay(let path, let range, _): settings[keyPath: path] = range.upperBound
        }
        return settings
    }

    private func properties(_ settings: NodeSettings) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: Mirror(reflecting: settings).children.map { ($0.label ?? "", "\($0.value)") })
    }

    @Test func everyPropertyIsOfOneRow() throws {
        let standard = properties(.standard)
        let changed = try NodeSetting.all.map { setting in
            let other = properties(try settings(unlikeIn: setting))
            let changed = standard.keys.filter { standard[$0] != other[$0] }
            #expect(changed.count == 1, "\(setting.key) changes \(changed)")
            return changed.first ?? ""
        }
        let missing = Set(standard.keys).subtracting(changed)
        #expect(missing.isEmpty, "NodeSetting.all has no row for \(missing.sorted())")
        #expect(changed.count == Set(changed).count)
        #expect(Set(NodeSetting.all.map(\.key)).count == changed.count)
        #expect(Set(NodeSetting.all.map(\.word)).count == changed.count)
    }

    @Test(arguments: NodeSetting.all.map(\.key))
    func eachSettingGoesThroughTheCodecsAndAPatch(key: String) throws {
        let setting = try #require(NodeSetting.all.first { $0.key == key })
        let other = try settings(unlikeIn: setting)
        let read = try JSONDecoder().decode(NodeSettings.self, from: JSONEncoder().encode(other))
        #expect(read == other)
        let patch = SettingsPatch(all: other, unlike: .standard)
        #expect(NodeSetting.all.filter(patch.changes).map(\.key) == [key])
        let json = try JSONEncoder().encode(patch)
        let fields = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(Array(fields.keys) == [key])
        #expect(try JSONDecoder().decode(SettingsPatch.self, from: json) == patch)
        #expect(patch.applied(to: .standard) == other)
        #expect(SettingsPatch(all: .standard).applied(to: other) == .standard)
        #expect(setting.words(other, \.rfc3339) != setting.words(.standard, \.rfc3339))
    }

    private static let end = WallTime(seconds: 1_795_608_000)

    @Test(arguments: [
        (#"{"muted":false}"#, Mute.off), (#"{"muted":true}"#, .on),
        (#"{"muted":false,"muted_until":"2026-11-25T12:00:00.000Z"}"#, .until(end)),
    ])
    func aMuteIsAFlagAndPerhapsItsEnd(json: String, mute: Mute) throws {
        let patch = try JSONDecoder().decode(SettingsPatch.self, from: Data(json.utf8))
        #expect(patch == SettingsPatch(mute: mute))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(patch), as: UTF8.self) == json)
        #expect(patch.applied(to: NodeSettings(mute: .until(Self.end + .hours(1)))).mute == mute)
        let settings = NodeSettings(mute: mute)
        #expect(try JSONDecoder().decode(NodeSettings.self, from: JSONEncoder().encode(settings)) == settings)
    }

    @Test func aQuietPeriodHasItsDaysBeforeIt() throws {
        let json = #"{"quiet":["22:00-07:00","sat,sun 22:00-09:30"]}"#
        let patch = try JSONDecoder().decode(SettingsPatch.self, from: Data(json.utf8))
        #expect(patch.quiet?.map(\.days) == [.everyDay, WeekdaySet([.saturday, .sunday])])
        #expect(String(decoding: try JSONEncoder().encode(patch), as: UTF8.self) == json)
    }

    /// A wish for silence without an end is kept.
    @Test func theFlagGoesBeforeTheEnd() throws {
        let json = #"{"muted":true,"muted_until":"2026-11-25T12:00:00.000Z"}"#
        #expect(try JSONDecoder().decode(SettingsPatch.self, from: Data(json.utf8)).mute == .on)
    }

    @Test func theLengthOfAMuteBecomesItsEnd() throws {
        var patch = try JSONDecoder().decode(SettingsPatch.self, from: Data(#"{"muted_for_s":3600}"#.utf8))
        #expect(patch.muteSeconds == 3_600 && patch.mute == nil)
        #expect(patch.applied(to: .standard) == .standard)
        #expect(try JSONDecoder().decode(SettingsPatch.self, from: JSONEncoder().encode(patch)) == patch)
        patch.volume = .full
        #expect(
            patch.accepted(at: Self.end + .seconds(3))
                == SettingsPatch(volume: .full, mute: .until(Self.end + .hours(1))))
        for length in [0, 59, Mute.lengths.upperBound + 1] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(SettingsPatch.self, from: Data(#"{"muted_for_s":\#(length)}"#.utf8))
            }
        }
    }

    /// A setting that some program did not write has a meaning where it is absent.
    @Test func onlyTheFirstSevenHaveToBeThere() {
        let needed = NodeSetting.all.filter { setting in
            var settings = NodeSettings.standard
            return !setting.field.takesAbsent(into: &settings)
        }
        #expect(
            needed.map(\.key) == ["volume", "muted", "quiet", "every", "chime", "voice", "self_wake"],
            "a new setting needs `absent:` in its row")
    }

    @Test func theProtocolNamesEachSetting() throws {
        let page = try String(contentsOf: Self.project.appendingPathComponent("docs/protocol.md"), encoding: .utf8)
        let heads = page.split(separator: "\n").filter { $0.hasPrefix("- `") }.map { $0.prefix { $0 != ":" } }
        for setting in NodeSetting.all {
            #expect(
                heads.contains { $0.contains("`\(setting.key)`") }, "docs/protocol.md has no item for \(setting.key)")
        }
    }
}
