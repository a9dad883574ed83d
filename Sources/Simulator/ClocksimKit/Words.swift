/// Numbers for people.
enum Words {
    static func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }

    /// Without a fraction from 10 on, else with one digit.
    static func rounded(_ value: Double) -> String {
        value >= 10 ? String(Int(value.rounded())) : String((value * 10).rounded() / 10)
    }

    /// `4:07`, `1:02:09`
    static func clock(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded())
        let (minutes, hours) = (whole / 60 % 60, whole / 3600)
        let tail = "\(padded(whole % 60, 2))"
        return hours > 0 ? "\(hours):\(padded(minutes, 2)):\(tail)" : "\(minutes):\(tail)"
    }

    /// `one`, and `several` unless there is exactly one: `1 run`, `7 runs`.
    static func count(_ number: Int, _ one: String, _ several: String) -> String {
        "\(number) \(number == 1 ? one : several)"
    }

    static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
