internal import ClockDomain
internal import ClockWire

/// The settings as people type them: a name and a value, such as `volume 60`.
enum SettingWords: String, CaseIterable, Sendable {
    case volume, mute, quiet, voice, every, chime
    case selfWake = "self-wake"
    case volumeFloor = "volume-floor"
    case volumeCeiling = "volume-ceiling"
    case trim

    /// The reason for which words are not understandable, for the person who typed them.
    struct Refusal: Error, Hashable, CustomStringConvertible {
        var description: String
    }

    /// The form of a value.
    var form: String {
        switch self {
        case .volume, .volumeFloor, .volumeCeiling: "0-100"
        case .mute, .selfWake: "on|off"
        case .quiet: "HH:MM-HH:MM[,…]|off"
        case .voice: "NAME"
        case .every: "15|30|60|off"
        case .chime: Chime.builtIn.map(\.rawValue).joined(separator: "|") + "|NAME"
        case .trim: "+12.5ms"
        }
    }

    /// The setting that a word names, as `volume` and `volume=60` do.
    init?(naming word: String) {
        self.init(rawValue: word.prefix { $0 != "=" }.lowercased())
    }

    /// Reads `SETTING VALUE` and `SETTING=VALUE`; the second is for values that begin with a minus sign.
    /// - Throws: ``Refusal`` naming the word that is wrong or missing; it has read nothing then.
    static func change(_ words: [String]) throws(Refusal) -> SettingsPatch {
        guard !words.isEmpty else {
            throw Refusal(description: "what shall be set? Say one of \(names)")
        }
        var change = SettingsPatch()
        var seen: Set<SettingWords> = []
        var rest = words[...]
        while let name = rest.popFirst() {
            guard let setting = SettingWords(naming: name) else { throw unknown(name) }
            let attached = name.firstIndex(of: "=").map { String(name[name.index(after: $0)...]) }
            guard let value = attached ?? rest.popFirst() else {
                throw Refusal(description: "\(setting.rawValue) needs a value: \(setting.form)")
            }
            guard seen.insert(setting).inserted else {
                throw Refusal(description: "\(setting.rawValue) is said twice")
            }
            try setting.put(value, into: &change)
        }
        return change
    }

    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    private static func unknown(_ name: String) -> Refusal {
        let hint = NearestNames.suggestion(for: name, among: allCases.map(\.rawValue)) ?? "say one of \(names)"
        return Refusal(description: "\"\(name)\" is not a setting: \(hint)")
    }

    private func put(_ value: String, into change: inout SettingsPatch) throws(Refusal) {
        switch self {
        case .volume: change.volume = try volume(value)
        case .volumeFloor: change.volumeFloor = try volume(value)
        case .volumeCeiling: change.volumeCeiling = try volume(value)
        case .trim:
            guard let trim = TrimWords.microseconds(value), NodeSettings.trimRange.contains(trim) else {
                throw refusal(
                    value, "say a time like +12.5ms, at most a second; written trim=-3ms where it is negative")
            }
            change.trimMicroseconds = trim
        case .mute: change.muted = try onOrOff(value)
        case .selfWake: change.selfWake = try onOrOff(value)
        case .quiet: change.quiet = try quietPeriods(value)
        case .voice:
            guard NodeSettings.isVoiceName(value) else {
                throw refusal(value, "a voice's name has 1 to 64 of a-z, A-Z, 0-9, - and _")
            }
            change.voice = value
        case .every:
            guard let every = AnnouncementInterval(rawValue: value.lowercased()) else {
                throw refusal(value, "say how many minutes, 15, 30 or 60, or off")
            }
            change.every = every
        case .chime: change.chime = try Self.chime(value)
        }
    }

    private func volume(_ value: String) throws(Refusal) -> Volume {
        guard let volume = InputWords.volume(value) else {
            throw refusal(value, "say a number of percent from 0 to 100, without a sign")
        }
        return volume
    }

    /// Reads a chime's name.
    static func chime(_ value: String) throws(Refusal) -> Chime {
        let typed = value.lowercased()
        if let builtIn = Chime.builtIn.first(where: { $0.rawValue == typed }) { return builtIn }
        // Any name can be that of somebody's own chime, but one wrong letter is more likely a slip.
        if let near = Chime.builtIn.map(\.rawValue).first(where: { NearestNames.distance(typed, $0) == 1 }) {
            throw chime.refusal(value, "did you mean \(near)?")
        }
        guard let own = Chime(rawValue: value) else {
            throw chime.refusal(
                value, "say \(chime.form); the name of an own chime has 1 to 64 of a-z, A-Z, 0-9, - and _")
        }
        return own
    }

    private func onOrOff(_ value: String) throws(Refusal) -> Bool {
        switch value.lowercased() {
        case "on": true
        case "off": false
        default: throw refusal(value, "say on or off")
        }
    }

    private func quietPeriods(_ value: String) throws(Refusal) -> [QuietPeriod] {
        if value.lowercased() == "off" { return [] }
        var periods: [QuietPeriod] = []
        for text in value.split(separator: ",", omittingEmptySubsequences: false) {
            // A bound that is no time of day makes no span, and the refusal below shows the right form.
            let bounds = text.split(separator: "-", omittingEmptySubsequences: false).map { try? TimeInput(String($0)) }
            guard bounds.count == 2, let start = bounds[0], let end = bounds[1], start.day == nil, end.day == nil else {
                throw refusal(
                    String(text), "say a span like 22:00-07:00 or 10pm-7am, several with commas between, or off")
            }
            let period = QuietPeriod(start: start.time, end: end.time)
            periods.append(period)
        }
        guard periods.count <= NodeSettings.maximumQuietPeriods else {
            throw Refusal(
                description: "\(periods.count) quiet periods are over the limit of \(NodeSettings.maximumQuietPeriods)")
        }
        return periods
    }

    private func refusal(_ value: String, _ advice: String) -> Refusal {
        Refusal(description: "\(rawValue) cannot be \"\(value)\": \(advice)")
    }
}
