import ClockDomain

func date(_ text: String) -> CivilDate { CivilDate(iso8601: text)! }

func span(_ text: String) -> DateSpan { DateSpan(iso8601: text)! }

func at(_ text: String) -> LocalTime { LocalTime(hourAndMinute: text)! }

/// Reads `2026-03-29 02:30`.
func local(_ text: String) -> LocalDateTime {
    LocalDateTime(date: date(String(text.prefix(10))), time: at(String(text.suffix(5))))
}

/// The words of the refusal, if there is one.
func message(_ body: () throws -> some Any) -> String? {
    do {
        _ = try body()
        return nil
    } catch {
        return "\(error)"
    }
}
