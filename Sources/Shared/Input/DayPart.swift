/// A part of the day, which tells the hour of a clock with twelve.
enum DayPart: Hashable {
    case am, pm, morning, forenoon, noon
    /// German `mittags`, 11 to 14 h.
    case midday
    case afternoon, evening, night, midnight

    /// The hour, 0...23, that `hour` means in this part of the day; `nil` where it has no such hour.
    func hour(_ hour: Int) -> Int? {
        let afternoon = hour < 12 ? hour + 12 : hour
        return switch self {
        case .am: (1...12).contains(hour) ? hour % 12 : nil
        case .pm: (1...12).contains(hour) ? hour % 12 + 12 : nil
        case .morning: hour <= 12 ? hour % 12 : nil
        case .forenoon: (5...11).contains(hour) ? hour : nil
        case .noon: hour == 12 ? 12 : nil
        case .midday: hour == 11 ? 11 : (12...14).contains(afternoon) ? afternoon : nil
        case .afternoon: (12...19).contains(afternoon) ? afternoon : nil
        case .evening: (16...23).contains(afternoon) ? afternoon : nil
        case .night: hour <= 5 ? hour : hour == 12 ? 0 : (18...23).contains(afternoon) ? afternoon : nil
        case .midnight: hour % 12 == 0 && hour <= 12 ? 0 : nil
        }
    }

    /// The hour that the part names by itself.
    var ownHour: Int? {
        switch self {
        case .noon, .midday: 12
        case .midnight: 0
        case .am, .pm, .morning, .forenoon, .afternoon, .evening, .night: nil
        }
    }
}
