/// A part of an announcement: the time, the date or a duration in words, a single word of the voice pack, or a figure of
/// bells.
///
/// The clip after a figure begins a moment after its last stroke, while the bells still ring.
public enum Clip: Hashable, Sendable {
    /// The time of day, to the minute, in the voice pack's words.
    case time(LocalTime)
    /// The date with its weekday, in the voice pack's words.
    case date(CivilDate)
    /// A duration of so many seconds, in the voice pack's words.
    case duration(seconds: Int)
    /// File name without extension in the voice pack's folder, such as `three` or `PM`.
    case word(String)
    /// A text that the coordinator had spoken, by the name of its file, see ``SpokenText``. Silence if it is missing.
    case label(String)
    /// The hour bell, that many times.
    case strikes(Int)
    /// The phrases that the four quarter bells of Westminster play.
    case westminster(Quarter)
    /// A file of somebody's own chime: its name, and the quarter that it is for.
    case own(String, Quarter)

    /// The name that people know it by: `15:15`, `three`, `PM`, `strike`, `6 strikes`, `westminster hour`, `cuckoo first`.
    public var name: String {
        switch self {
        case .time(let time): time.hourAndMinute
        case .date(let date): "\(date)"
        case .duration(let seconds): "\(seconds) s"
        case .word(let word): word
        case .label: "label"
        case .strikes(1): "strike"
        case .strikes(let count): "\(count) strikes"
        case .westminster(let quarter): "westminster \(quarter.name)"
        case .own(let name, let quarter): "\(name) \(quarter.name)"
        }
    }
}
