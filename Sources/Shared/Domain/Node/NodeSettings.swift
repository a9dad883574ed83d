/// What people set for one node. Part of the desired document; the node obeys the last one it stored.
public struct NodeSettings: Hashable, Sendable {
    public var volume: Volume
    /// Silences announcements until it is taken back. Alarms ring all the same.
    public var muted: Bool
    /// Daily local times in which nothing is announced.
    public var quiet: [QuietPeriod]
    /// Which quarter hours are announced.
    public var every: AnnouncementInterval
    public var chime: Chime
    /// Name of the voice pack.
    public var voice: String
    /// Whether the node wakes itself when no wake message came.
    public var selfWake: Bool
    /// How much later the sound is heard than the node's output says, in microseconds, beside what its configuration
    /// says; within ``trimRange``. It is sent so much earlier.
    public var trimMicroseconds: Int
    /// Nothing that is heard is quieter, but an announcement at volume 0 is silent all the same; at most
    /// ``volumeCeiling``.
    public var volumeFloor: Volume
    /// Nothing is louder.
    public var volumeCeiling: Volume

    public static let standard = NodeSettings()

    public init(
        volume: Volume = .standard, muted: Bool = false, quiet: [QuietPeriod] = [],
        every: AnnouncementInterval = .quarterHour, chime: Chime = .strike, voice: String = "english",
        selfWake: Bool = true, trimMicroseconds: Int = 0, volumeFloor: Volume = .silent, volumeCeiling: Volume = .full
    ) {
        self.volume = volume
        self.muted = muted
        self.quiet = quiet
        self.every = every
        self.chime = chime
        self.voice = voice
        self.selfWake = selfWake
        self.trimMicroseconds = trimMicroseconds
        self.volumeFloor = volumeFloor
        self.volumeCeiling = volumeCeiling
    }

    /// What one node's output can be off by, and as much again.
    public static let trimRange = -1_000_000...1_000_000

    /// How loud an announcement is.
    public var announcementVolume: Volume { volume == .silent ? .silent : clamped(volume) }

    /// How loud something rings that asks for `asked`, or for the node's own volume.
    ///
    /// Never softer than ``Volume/ringFloor``, unless it asks for silence itself; then within floor and ceiling.
    public func ringVolume(_ asked: Volume?) -> Volume {
        clamped(asked == .silent ? .silent : max(asked ?? volume, .ringFloor))
    }

    /// How loud a sound is that people have played at `asked`, or at the node's own volume.
    public func playVolume(_ asked: Volume?) -> Volume { asked.map(clamped) ?? announcementVolume }

    private func clamped(_ volume: Volume) -> Volume { min(max(volume, volumeFloor), volumeCeiling) }

    /// What is wrong with the settings as a whole, for people; `nil` when nothing is.
    public var contradiction: String? {
        guard volumeFloor > volumeCeiling else { return nil }
        return "a volume floor of \(volumeFloor.percent) % is above the volume ceiling of \(volumeCeiling.percent) %"
    }

    /// At most this many quiet periods.
    public static let maximumQuietPeriods = 8

    /// Whether `name` can name a voice pack: a plain folder name of 1 to 64 of `a-z A-Z 0-9 - _`.
    public static func isVoiceName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.unicodeScalars.allSatisfy {
                switch $0 {
                case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
                default: false
                }
            }
    }
}

/// Loudness in percent, 0 (silent) to 100 (full scale); equal steps sound equal.
public struct Volume: Hashable, Comparable, Sendable {
    public let percent: Int

    public static let standard = Volume(unchecked: 80)
    public static let silent = Volume(unchecked: 0)
    public static let full = Volume(unchecked: 100)
    /// The softest that an alarm or timer rings: 28 dB below full scale.
    ///
    /// A small loudspeaker that makes 75 dB(A) of the bells in a bed a metre away makes 47 dB(A) of them then. People wake
    /// up from 42 dB(A) on (WHO, Night Noise Guidelines for Europe, 2009, table 5.1: waking up in the night).
    public static let ringFloor = Volume(unchecked: 30)

    /// `nil` outside 0...100.
    public init?(percent: Int) {
        guard (0...100).contains(percent) else { return nil }
        self.percent = percent
    }

    private init(unchecked percent: Int) { self.percent = percent }

    public static func < (a: Volume, b: Volume) -> Bool { a.percent < b.percent }
}

/// How often the time is announced.
public enum AnnouncementInterval: String, Hashable, Sendable, CaseIterable, Codable {
    case quarterHour = "15"
    case halfHour = "30"
    case hour = "60"
    case off = "off"

    /// Whether the quarter hour that local clocks show as `time` is announced.
    public func includes(_ time: LocalTime) -> Bool {
        switch self {
        case .quarterHour: time.minute % 15 == 0
        case .halfHour: time.minute % 30 == 0
        case .hour: time.minute == 0
        case .off: false
        }
    }
}

/// A daily span of local time: from `start` until just before `end`; over midnight when `end` is not after `start`
/// (equal bounds are the whole day).
public struct QuietPeriod: Hashable, Sendable {
    public var start: LocalTime
    public var end: LocalTime

    public init(start: LocalTime, end: LocalTime) {
        self.start = start
        self.end = end
    }

    public func contains(_ time: LocalTime) -> Bool {
        start < end ? (start..<end).contains(time) : time >= start || time < end
    }
}

extension QuietPeriod: CustomStringConvertible {
    /// `22:00-07:00`
    public var description: String { "\(start.hourAndMinute)-\(end.hourAndMinute)" }

    /// Reads `HH:MM-HH:MM`; `nil` for anything else.
    public init?(_ text: String) {
        let bounds = text.split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, let start = LocalTime(hourAndMinute: bounds[0]),
            let end = LocalTime(hourAndMinute: bounds[1])
        else { return nil }
        self.init(start: start, end: end)
    }
}

extension LocalTime {
    /// Reads `H:MM` or `HH:MM` on a 24-hour clock; `nil` for anything else.
    public init?(hourAndMinute text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1])
        else { return nil }
        self.init(hour: hour, minute: minute)
    }
}
