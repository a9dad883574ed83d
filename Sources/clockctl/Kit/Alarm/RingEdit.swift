internal import ClockDomain
internal import ClockRuntime

/// The changes on a command line of the way in which an alarm rings: a `nil` leaves its part as it is.
struct RingEdit: Sendable {
    private(set) var sound: String?
    /// `.some(nil)`: the node's own.
    private var volume: Volume??
    private var rampSeconds: Int?
    private var snoozeMinutes: Int?
    private var limitMinutes: Int?
    private var tellsUnanswered: Bool?
    /// `.some(nil)`: it rings until somebody stops it.
    private var plays: Int??

    /// - Throws: ``FatalError`` naming the option, the value and the permitted form.
    init(_ options: AlarmOptions) throws(FatalError) {
        try self.init(sound: options.sound, volume: options.volume, plays: options.plays)
        rampSeconds = try options.ramp.map { text throws(FatalError) in
            try InputWords.seconds(text, "--ramp", in: RingStyle.rampRange)
        }
        snoozeMinutes = try options.snooze.map { text throws(FatalError) in
            text == "off" ? 0 : try InputWords.minutes(text, "--snooze", in: 1...RingStyle.snoozeRange.upperBound)
        }
        limitMinutes = try options.limit.map { text throws(FatalError) in
            try InputWords.minutes(text, "--limit", in: RingStyle.limitRange)
        }
        tellsUnanswered = try options.unanswered.map { text throws(FatalError) in
            guard text == "tell" || text == "ignore" else {
                throw FatalError(.usage, "--unanswered: \"\(text.prefix(64))\" is neither tell nor ignore")
            }
            return text == "tell"
        }
    }

    /// The edit of a program's bells.
    ///
    /// - Throws: as ``init(_:)``.
    init(_ options: BellOptions) throws(FatalError) {
        try self.init(sound: options.sound, volume: options.volume, plays: options.plays)
        if plays == .some(nil) { throw FatalError(.usage, "--plays: a program's bells end by themselves; say 1 to 20") }
    }

    private init(sound: String?, volume: String?, plays: String?) throws(FatalError) {
        self.sound = try sound.map { text throws(FatalError) in try InputWords.sound(text, "--sound") }
        self.volume = try volume.map { text throws(FatalError) in
            text == "node" ? nil : try InputWords.volume(text, "--volume")
        }
        self.plays = try plays.map { text throws(FatalError) in
            if text == "off" { return nil }
            guard let plays = Int(text), RingStyle.playsRange.contains(plays) else {
                throw FatalError(
                    .usage,
                    "--plays: \"\(text.prefix(40))\" is neither \(RingStyle.playsRange.lowerBound) to "
                        + "\(RingStyle.playsRange.upperBound) nor off")
            }
            return plays
        }
    }

    /// True for a ring that is over by itself after some rounds of its sound.
    var makesBell: Bool { plays.flatMap(\.self) != nil }

    /// True when the command line changes nothing.
    var isEmpty: Bool {
        sound == nil && volume == nil && rampSeconds == nil && snoozeMinutes == nil && limitMinutes == nil
            && tellsUnanswered == nil && plays == nil
    }

    func apply(to style: inout RingStyle) {
        if let sound { style.sound = sound }
        if let volume { style.volume = volume }
        if let rampSeconds { style.rampSeconds = rampSeconds }
        if let snoozeMinutes { style.snoozeMinutes = snoozeMinutes }
        if let limitMinutes { style.limitMinutes = limitMinutes }
        if let tellsUnanswered { style.tellsUnanswered = tellsUnanswered }
        if let plays { style.plays = plays }
    }
}
