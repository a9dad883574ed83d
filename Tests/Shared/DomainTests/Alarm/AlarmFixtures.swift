import ClockDomain

func date(_ text: String) -> CivilDate { CivilDate(iso8601: text)! }

func span(_ text: String) -> DateSpan { DateSpan(iso8601: text)! }

func at(_ text: String) -> LocalTime { LocalTime(hourAndMinute: text)! }

extension AlarmSchedule {
    static func daily(_ time: String, countsFrom: String = "1970-01-01T00:00:00Z") -> AlarmSchedule {
        AlarmSchedule(time: at(time), repetition: .weekly(.everyDay), countsFrom: utc(countsFrom))
    }

    static func weekly(
        _ time: String, _ days: WeekdaySet, countsFrom: String = "1970-01-01T00:00:00Z"
    ) -> AlarmSchedule {
        AlarmSchedule(time: at(time), repetition: .weekly(days), countsFrom: utc(countsFrom))
    }

    static func once(_ time: String, countsFrom: String) -> AlarmSchedule {
        AlarmSchedule(time: at(time), repetition: .once, countsFrom: utc(countsFrom))
    }

    static func on(_ day: String, _ time: String, countsFrom: String = "1970-01-01T00:00:00Z") -> AlarmSchedule {
        AlarmSchedule(time: at(time), repetition: .onDate(date(day)), countsFrom: utc(countsFrom))
    }

    func with(_ change: (inout AlarmSchedule) -> Void) -> AlarmSchedule {
        var schedule = self
        change(&schedule)
        return schedule
    }
}

func alarm(_ number: Int, _ schedule: AlarmSchedule, isEnabled: Bool = true) -> Alarm {
    Alarm(
        id: AlarmID(number: number)!, revision: 1, label: "", isEnabled: isEnabled, schedule: schedule, ring: .alarm,
        misfire: .standard)
}
