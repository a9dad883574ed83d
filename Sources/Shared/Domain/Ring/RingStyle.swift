/// The sound, volume and limits of a ring.
public struct RingStyle: Hashable, Sendable, Codable {
    /// Name of a sound by ``soundNameRule``: one of the built-in ``AlarmSound``, or a file in the node's sounds folder.
    public var sound: String
    /// `nil`: the node's own volume.
    public var volume: Volume?
    /// The time from quiet to full volume, 0...900 seconds.
    public var rampSeconds: Int
    /// It stops by itself after ringing for so long in one go, 1...180 minutes.
    public var limitMinutes: Int
    /// The length of a snooze, 1...60 minutes; 0 if nobody can snooze it.
    public var snoozeMinutes: Int
    /// The rounds of the sound after which it is over by itself, ``playsRange``: a bell. `nil` where it rings until
    /// somebody stops it.
    public var plays: Int?
    /// True where people get a message when it rang until its limit and nobody stopped it.
    public var tellsUnanswered: Bool

    public static let rampRange = 0...900
    public static let limitRange = 1...180
    public static let snoozeRange = 0...60
    public static let playsRange = 1...20

    public static let alarm = RingStyle(
        sound: AlarmSound.bells.rawValue, volume: nil, rampSeconds: 0, limitMinutes: 10, snoozeMinutes: 9)
    /// Nobody has to stop it, so nobody gets a message.
    public static let bell = RingStyle(
        sound: AlarmSound.bells.rawValue, volume: nil, rampSeconds: 0, limitMinutes: 10, snoozeMinutes: 0,
        tellsUnanswered: false, plays: 1)
    public static let timer = RingStyle(
        sound: AlarmSound.beeps.rawValue, volume: nil, rampSeconds: 0, limitMinutes: 10, snoozeMinutes: 0)

    public init(
        sound: String, volume: Volume?, rampSeconds: Int, limitMinutes: Int, snoozeMinutes: Int,
        tellsUnanswered: Bool = true, plays: Int? = nil
    ) {
        self.sound = sound
        self.volume = volume
        self.rampSeconds = rampSeconds
        self.limitMinutes = limitMinutes
        self.snoozeMinutes = snoozeMinutes
        self.tellsUnanswered = tellsUnanswered
        self.plays = plays
    }

    /// True when `name` can name a sound, so that appended to a folder's name it cannot leave the folder. The sound
    /// need not exist.
    public static func isSoundName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// The rule in words, for messages to people.
    public static let soundNameRule = "1 to 64 of a-z, 0-9 and -"
}

/// The sounds that every node can make without a file, from gentle to urgent.
public enum AlarmSound: String, Hashable, Sendable, CaseIterable, Codable {
    case harp, bells, marimba, beeps, buzzer, siren
}
