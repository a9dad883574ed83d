internal import ClockDomain
internal import ClockInput
internal import ClockWire

/// Reads settings as people type them: a name and a value, such as `volume 60`.
enum SettingWords {
    /// The reason for which words are not understandable, for the person who typed them.
    struct Refusal: Error, Hashable, CustomStringConvertible {
        var description: String
    }

    /// Returns the setting that a word names, as `volume` and `volume=60` do.
    static func setting(naming word: String) -> NodeSetting? {
        let typed = word.prefix { $0 != "=" }.lowercased()
        return NodeSetting.all.first { $0.word == typed }
    }

    /// Reads `SETTING VALUE` and `SETTING=VALUE`; the second is for values that begin with a minus sign.
    ///
    /// - Parameters:
    ///   - now: the beginning of spans.
    ///   - zone: the zone of times of day.
    /// - Throws: ``Refusal`` naming the word that is wrong or missing; it has read nothing then.
    static func change(_ words: [String], now: WallTime, zone: TimeZoneRules) throws(Refusal) -> SettingsPatch {
        guard !words.isEmpty else {
            throw Refusal(description: "what shall be set? Say one of \(names.joined(separator: ", "))")
        }
        var change = SettingsPatch()
        var said: Set<String> = []
        var rest = words[...]
        while let name = rest.popFirst() {
            guard let setting = setting(naming: name) else { throw unknown(name) }
            let attached = name.firstIndex(of: "=").map { String(name[name.index(after: $0)...]) }
            guard let value = attached ?? rest.popFirst() else {
                throw Refusal(description: "\(setting.word) needs a value: \(setting.form)")
            }
            guard said.insert(setting.key).inserted else { throw Refusal(description: "\(setting.word) is said twice") }
            let following = setting.isPhrase ? rest.prefix { Self.setting(naming: $0) == nil } : []
            let used = try setting.put([value] + following, into: &change, now: now, zone: zone)
            rest = rest.dropFirst(used - 1)
        }
        return change
    }

    static var names: [String] { NodeSetting.all.map(\.word) }

    /// The settings as lines of help: `volume 0-100             how loud, in percent`.
    static var help: String {
        NodeSetting.all.map { setting in
            // A value with a sign is attached, or it would be read as an option.
            let usage = setting.word + (setting.form.hasPrefix("+") ? "=" : " ") + setting.form
            return "  \(usage)\(String(repeating: " ", count: max(1, 25 - usage.count)))\(setting.summary)"
        }.joined(separator: "\n")
    }

    private static func unknown(_ name: String) -> Refusal {
        let hint = NearestNames.suggestion(for: name, among: names) ?? "say one of \(names.joined(separator: ", "))"
        return Refusal(description: "\"\(name)\" is not a setting: \(hint)")
    }

    /// Reads a chime's name.
    static func chime(_ value: String) throws(Refusal) -> Chime {
        let typed = value.lowercased()
        let builtIn = Chime.builtIn.map(\.rawValue)
        if let named = Chime.builtIn.first(where: { $0.rawValue == typed }) { return named }
        // Any name can be that of somebody's own chime, but one wrong letter is more likely a slip.
        if let near = builtIn.first(where: { NearestNames.distance(typed, $0) == 1 }) {
            throw refusal("chime", value, "did you mean \(near)?")
        }
        guard let own = Chime(rawValue: value) else {
            throw refusal(
                "chime", value,
                "say \(builtIn.joined(separator: "|"))|NAME; the name of an own chime has 1 to 64 of a-z, A-Z, 0-9, - and _"
            )
        }
        return own
    }

    /// Reads `on`, `off`, and a length or an end as ``MuteInput`` does.
    static func mute(
        _ value: String, into change: inout SettingsPatch, now: WallTime, zone: TimeZoneRules
    ) throws(InputError) {
        if let mute = ["on": Mute.on, "off": .off][value.lowercased()] {
            change.mute = mute
            return
        }
        switch try MuteInput(value, now: now, zone: zone) {
        case .length(let seconds): change.muteSeconds = seconds
        case .end(let end): change.mute = .until(end)
        }
    }

    fileprivate static func quietPeriods(_ value: String, _ setting: String) throws(Refusal) -> [QuietPeriod] {
        if value.lowercased() == "off" { return [] }
        guard let periods = QuietInput.periods(value) else {
            throw refusal(
                setting, value,
                "say a span like 22:00-07:00 or sat-sun 10pm-9:30am, several with commas between, or off")
        }
        guard periods.count <= NodeSettings.maximumQuietPeriods else {
            throw Refusal(
                description: "\(periods.count) quiet periods are over the limit of \(NodeSettings.maximumQuietPeriods)")
        }
        return periods
    }

    fileprivate static func refusal(_ setting: String, _ value: String, _ advice: String) -> Refusal {
        Refusal(description: "\(setting) cannot be \"\(value)\": \(advice)")
    }
}

extension NodeSetting {
    /// True when a value can have several words.
    fileprivate var isPhrase: Bool {
        switch kind {
        case .mute, .quiet: true
        case .volume, .flag, .every, .chime, .voice, .calendars, .delay: false
        }
    }

    /// Reads a value that somebody typed: as many of the words as are one.
    ///
    /// - Returns: the number of these.
    fileprivate func put(
        _ words: ArraySlice<String>, into change: inout SettingsPatch, now: WallTime, zone: TimeZoneRules
    ) throws(SettingWords.Refusal) -> Int {
        do throws(SettingWords.Refusal) {
            try put(words.joined(separator: " "), into: &change, now, zone)
            return words.count
        } catch {
            // The refusal of the whole text names all that was meant.
            guard words.count > 1, let used = try? put(words.dropLast(), into: &change, now: now, zone: zone) else {
                throw error
            }
            return used
        }
    }

    private func put(
        _ value: String, into change: inout SettingsPatch, _ now: WallTime, _ zone: TimeZoneRules
    ) throws(SettingWords.Refusal) {
        func found<Value>(_ read: Value?, _ advice: String) throws(SettingWords.Refusal) -> Value {
            guard let read else { throw SettingWords.refusal(word, value, advice) }
            return read
        }
        switch kind {
        case .volume(let path, _):
            change[dynamicMember: path] = try found(
                InputWords.volume(value), "say a number of percent from 0 to 100, without a sign")
        case .flag(let path, _):
            change[dynamicMember: path] = try found(["on": true, "off": false][value.lowercased()], "say on or off")
        case .mute:
            do throws(InputError) {
                try SettingWords.mute(value, into: &change, now: now, zone: zone)
            } catch {
                throw SettingWords.Refusal(description: "\(word): \(error)")
            }
        case .quiet(let path, _): change[dynamicMember: path] = try SettingWords.quietPeriods(value, word)
        case .every(let path, _):
            change[dynamicMember: path] = try found(
                AnnouncementInterval(rawValue: value.lowercased()), "say how many minutes, 15, 30 or 60, or off")
        case .chime(let path, _): change[dynamicMember: path] = try SettingWords.chime(value)
        case .voice(let path, _):
            change[dynamicMember: path] = try found(
                NodeSettings.isVoiceName(value) ? value : nil,
                "a voice's name has 1 to 64 of a-z, A-Z, 0-9, - and _")
        case .calendars(let path, _):
            let words = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let names: [String] = try found(
                value.lowercased() == "none" ? [] : CalendarNames(words)?.names,
                "say the names of calendars with commas between, or none")
            change[dynamicMember: path] = names
        case .delay(let path, let range, _):
            change[dynamicMember: path] = try found(
                TrimWords.microseconds(value).flatMap { range.contains($0) ? $0 : nil },
                "say a time like +12.5ms, at most a second; written \(word)=-3ms where it is negative")
        }
    }

    /// Returns values to offer; for voices and chimes those of the site's nodes.
    func examples(_ words: [String]) -> [String] {
        switch kind {
        case .volume: stride(from: 0, through: 100, by: 10).map(String.init)
        case .flag: ["on", "off"]
        case .mute: ["on", "off", "1h", "2h"]
        case .quiet: ["22:00-07:00", "off"]
        case .voice:
            Set(NodeCompletion.statuses(words).flatMap { ($0.voice?.installed ?? []) + $0.packs.map(\.name) })
                .subtracting([SpokenText.name]).sorted()
        case .every: AnnouncementInterval.allCases.map(\.rawValue)
        case .chime:
            Chime.builtIn.map(\.rawValue)
                + Set(NodeCompletion.statuses(words).flatMap { $0.voice?.chimes ?? [] }).sorted()
        case .calendars: ["none"]
        case .delay: ["0", "+10ms"]
        }
    }
}
