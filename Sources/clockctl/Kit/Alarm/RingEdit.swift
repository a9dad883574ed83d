internal import ClockDomain
internal import ClockRuntime
internal import ClockWire

/// The changes on a command line of the way in which an alarm rings: a `nil` leaves its part as it is.
struct RingEdit: Sendable {
    private(set) var sound: String?
    /// `.some(nil)`: the node's own.
    private var volume: Volume??
    private var rampSeconds: Int?
    private var snoozeMinutes: Int?
    private var limitMinutes: Int?
    private var tellsUnanswered: Bool?

    /// - Throws: ``FatalError`` naming the option, the value and the permitted form.
    init(_ options: AlarmOptions) throws(FatalError) {
        sound = try options.sound.map { text throws(FatalError) in try InputWords.sound(text, "--sound") }
        volume = try options.volume.map { text throws(FatalError) in
            text == "node" ? nil : try InputWords.volume(text, "--volume")
        }
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

    /// True when the command line changes nothing.
    var isEmpty: Bool {
        sound == nil && volume == nil && rampSeconds == nil && snoozeMinutes == nil && limitMinutes == nil
            && tellsUnanswered == nil
    }

    func apply(to style: inout RingStyle) {
        if let sound { style.sound = sound }
        if let volume { style.volume = volume }
        if let rampSeconds { style.rampSeconds = rampSeconds }
        if let snoozeMinutes { style.snoozeMinutes = snoozeMinutes }
        if let limitMinutes { style.limitMinutes = limitMinutes }
        if let tellsUnanswered { style.tellsUnanswered = tellsUnanswered }
    }
}
