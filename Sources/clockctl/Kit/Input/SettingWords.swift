internal import ClockDomain
internal import ClockWire

/// The settings as people type them: a name and a value, such as `volume 60`.
enum SettingWords: String, CaseIterable, Sendable {
    case volume, mute, quiet, voice, every, chime
    case selfWake = "self-wake"

    /// Why words were not understood, in words for the person who typed them.
    struct Refusal: Error, Hashable, CustomStringConvertible {
        var description: String
    }

    /// What a value looks like.
    var form: String {
        switch self {
        case .volume: "0-100"
        case .mute, .selfWake: "on|off"
        case .quiet: "HH:MM-HH:MM[,…]|off"
        case .voice: "NAME"
        case .every: "15|30|60|off"
        case .chime: Chime.allCases.map(\.rawValue).joined(separator: "|")
        }
    }

    /// Reads `SETTING VALUE` pairs.
    /// - Throws: ``Refusal`` naming the word that is wrong or missing; nothing is read then.
    static func change(_ words: [String]) throws(Refusal) -> SettingsPatch {
        guard !words.isEmpty else {
            throw Refusal(description: "what shall be set? Say one of \(names)")
        }
        var change = SettingsPatch()
        var seen: Set<SettingWords> = []
        var rest = words[...]
        while let name = rest.popFirst() {
            guard let setting = SettingWords(rawValue: name.lowercased()) else { throw unknown(name) }
            guard let value = rest.popFirst() else {
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
        case .volume:
            let digits = value.hasSuffix("%") ? String(value.dropLast()) : value
            guard let percent = Int(digits), let volume = Volume(percent: percent) else {
                throw refusal(value, "say a number of percent from 0 to 100")
            }
            change.volume = volume
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
        case .chime:
            guard let chime = Chime(rawValue: value.lowercased()) else { throw refusal(value, "say \(form)") }
            change.chime = chime
        }
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
            guard let period = QuietPeriod(String(text)) else {
                throw refusal(String(text), "say a span like 22:00-07:00, several with commas between, or off")
            }
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
