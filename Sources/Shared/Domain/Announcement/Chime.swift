/// The sound at the quarter hours besides the words.
public enum Chime: Hashable, Sendable, RawRepresentable, Codable {
    case none
    /// One stroke of the hour bell, exactly on the hour, before the words.
    case strike
    /// The hour counted by the hour bell, one to twelve; the first stroke is exactly on the hour.
    case count
    /// The Westminster Quarters. The first, second and third quarter begin on their instant; the melody of the hour comes
    /// before it, and the hour is counted as with ``count``.
    case westminster
    /// Somebody's own recordings, by the name of their folder; never the name of a built-in chime.
    case own(String)

    public static let builtIn: [Chime] = [.none, .strike, .count, .westminster]

    /// `nil` for a text that cannot be the name of a folder, by the rule for voice packs.
    public init?(rawValue: String) {
        if let chime = Self.builtIn.first(where: { $0.rawValue == rawValue }) {
            self = chime
        } else if NodeSettings.isVoiceName(rawValue) {
            self = .own(rawValue)
        } else {
            return nil
        }
    }

    public var rawValue: String {
        switch self {
        case .none: "none"
        case .strike: "strike"
        case .count: "count"
        case .westminster: "westminster"
        case .own(let name): name
        }
    }

    /// Returns the clips for a local time of `time`, before the words, and the index of the clip that marks the
    /// instant.
    func figures(at time: LocalTime) -> (clips: [Clip], anchorIndex: Int) {
        let quarter = Quarter(time)
        let isHour = quarter == .hour
        guard time.minute % 15 == 0 else { return ([], 0) }
        switch self {
        case .none: return ([], 0)
        case .strike: return (isHour ? [.strikes(1)] : [], 0)
        case .count: return (isHour ? [.strikes(time.hourOnDial)] : [], 0)
        case .westminster:
            return isHour ? ([.westminster(.hour), .strikes(time.hourOnDial)], 1) : ([.westminster(quarter)], 0)
        case .own(let name): return ([.own(name, quarter)], 0)
        }
    }

    /// Returns the span that it sounds around the instant at which local clocks show `time`.
    ///
    /// For somebody's own chime, whose length it does not know, that is zero.
    public func span(at time: LocalTime) -> ChimeSpan {
        guard time.minute % 15 == 0 else { return .zero }
        let quarter = Quarter(time)
        let strokes = HourBell.length(strokes: self == .strike ? 1 : time.hourOnDial)
        switch (self, quarter) {
        case (.strike, .hour), (.count, .hour): return ChimeSpan(lead: .zero, tail: strokes)
        case (.westminster, .hour): return ChimeSpan(lead: WestminsterMelody.length(.hour), tail: strokes)
        case (.westminster, _): return ChimeSpan(lead: .zero, tail: WestminsterMelody.length(quarter))
        case (.none, _), (.strike, _), (.count, _), (.own, _): return .zero
        }
    }
}

/// The time that a chime sounds before the instant, and from then on until the words begin.
public struct ChimeSpan: Hashable, Sendable {
    public var lead: Duration
    public var tail: Duration

    public init(lead: Duration, tail: Duration) {
        self.lead = lead
        self.tail = tail
    }

    public static let zero = ChimeSpan(lead: .zero, tail: .zero)
}

extension LocalTime {
    /// 1...12, as a clock face shows it.
    var hourOnDial: Int { (hour + 11) % 12 + 1 }
}
