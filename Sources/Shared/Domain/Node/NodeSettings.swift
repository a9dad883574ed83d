/// The settings of one node. Part of the desired document; the node obeys the last one it stored.
public struct NodeSettings: Hashable, Sendable {
    public var volume: Volume
    /// Silences announcements. Alarms still ring.
    public var mute: Mute
    /// Local times in which nothing is announced.
    public var quiet: [QuietPeriod]
    /// The quarter hours that the node announces.
    public var every: AnnouncementInterval
    public var chime: Chime
    /// Name of the voice pack.
    public var voice: String
    /// True if the node wakes itself when no wake message came.
    public var selfWake: Bool
    /// The delay of the sound beyond the delays that the output reports and the configuration names, in microseconds,
    /// within ``trimRange``. The node sends the sound earlier by it.
    public var trimMicroseconds: Int
    /// The least volume of any sound, but an announcement at volume 0 is silent nevertheless; at most
    /// ``volumeCeiling``.
    public var volumeFloor: Volume
    /// Nothing is louder.
    public var volumeCeiling: Volume
    /// The holiday calendars on whose days nothing is announced, as ``CalendarNames`` has them; empty for none.
    public var holidays: [String]

    public static let standard = NodeSettings()

    public init(
        volume: Volume = .standard, mute: Mute = .off, quiet: [QuietPeriod] = [],
        every: AnnouncementInterval = .quarterHour, chime: Chime = .strike, voice: String = "english",
        selfWake: Bool = true, trimMicroseconds: Int = 0, volumeFloor: Volume = .silent, volumeCeiling: Volume = .full,
        holidays: [String] = []
    ) {
        self.volume = volume
        self.mute = mute
        self.quiet = quiet
        self.every = every
        self.chime = chime
        self.voice = voice
        self.selfWake = selfWake
        self.trimMicroseconds = trimMicroseconds
        self.volumeFloor = volumeFloor
        self.volumeCeiling = volumeCeiling
        self.holidays = holidays
    }

    /// The greatest error of one node's output, and as much again.
    public static let trimRange = -1_000_000...1_000_000

    public var announcementVolume: Volume { volume == .silent ? .silent : clamped(volume) }

    /// Returns the volume of a ring that asks for `asked`, or for the node's own volume.
    ///
    /// Never softer than ``Volume/ringFloor``, unless it asks for silence itself; then within floor and ceiling.
    public func ringVolume(_ asked: Volume?) -> Volume {
        clamped(asked == .silent ? .silent : max(asked ?? volume, .ringFloor))
    }

    /// The volume of an emergency: its own floor, over any ceiling.
    public var emergencyVolume: Volume { max(volume, volumeFloor, .emergencyFloor) }

    /// Returns the volume of a sound that people play at `asked`, or at the node's own volume.
    public func playVolume(_ asked: Volume?) -> Volume { asked.map(clamped) ?? announcementVolume }

    private func clamped(_ volume: Volume) -> Volume { min(max(volume, volumeFloor), volumeCeiling) }

    /// The fault of the settings as a whole, for people; `nil` when there is none.
    public var contradiction: String? {
        guard volumeFloor > volumeCeiling else { return nil }
        return "a volume floor of \(volumeFloor.percent) % is above the volume ceiling of \(volumeCeiling.percent) %"
    }

    /// At most this many quiet periods.
    public static let maximumQuietPeriods = 8

    /// True when `name` can name a voice pack: a plain folder name of 1 to 64 of `a-z A-Z 0-9 - _`.
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
    /// An emergency is never softer, 4 dB below the loudest.
    public static let emergencyFloor = Volume(unchecked: 90)

    /// `nil` outside 0...100.
    public init?(percent: Int) {
        guard (0...100).contains(percent) else { return nil }
        self.percent = percent
    }

    private init(unchecked percent: Int) { self.percent = percent }

    public static func < (a: Volume, b: Volume) -> Bool { a.percent < b.percent }
}

/// The interval at which a node announces the time.
public enum AnnouncementInterval: String, Hashable, Sendable, CaseIterable, Codable {
    case quarterHour = "15"
    case halfHour = "30"
    case hour = "60"
    case off = "off"

    /// True when the node announces the quarter hour that local clocks show as `time`.
    public func includes(_ time: LocalTime) -> Bool {
        switch self {
        case .quarterHour: time.minute % 15 == 0
        case .halfHour: time.minute % 30 == 0
        case .hour: time.minute == 0
        case .off: false
        }
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
