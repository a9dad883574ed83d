public import ClockDomain

/// The length or the end of a mute as people type it.
///
/// - `2h`, `1h30`, `an hour and a half`, `90`: ``DurationInput``; but not `7:00`, which could be a time of day.
/// - `until 7:00`, `until 7`, `until tomorrow at 6`, `bis 7 Uhr`: the next such time. `until monday`: its beginning.
public enum MuteInput: Hashable, Sendable {
    /// ``Mute/lengths``
    case length(seconds: Int)
    /// To come.
    case end(WallTime)

    /// - Parameter zone: the zone of times of day.
    public init(_ text: String, now: WallTime, zone: TimeZoneRules) throws(InputError) {
        guard text.utf8.count <= WordReader.maximumBytes else { throw InputError(.mute, text, "is too long") }
        let typed = text.lowercased()
        do throws(InputError) {
            if let word = ["until ", "till ", "bis "].first(where: typed.hasPrefix) {
                self = .end(try Self.end(String(text.dropFirst(word.count)), now: now, zone: zone))
            } else if typed.contains(":"), !typed.contains(where: \.isLetter) {
                throw InputError(.mute, text, "can be read in two ways", advice: "say until \(text), or 2h")
            } else {
                self = .length(seconds: try DurationInput.seconds(text, in: Mute.lengths))
            }
        } catch {
            throw InputError(.mute, text, error)
        }
    }

    private static func end(_ text: String, now: WallTime, zone: TimeZoneRules) throws(InputError) -> WallTime {
        let end: WallTime
        // A number alone is an hour here. A text that is no time is a day or an instant, or the error says so.
        if let time = try? TimeInput(text, seconds: true) {
            end = try time.instant(from: now, zone: zone, .ahead)
        } else {
            end = try TimeInput.moment(text, now: now, zone: zone, .ahead)
        }
        guard end > now else { throw InputError(.mute, text, "is over") }
        return end
    }
}
