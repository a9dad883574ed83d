import ClockDomain
import ClockTestSupport
import Testing

@Suite("Recurrence rules against python-dateutil")
struct RecurrenceReferenceTests {
    private static let hasReference = (try? TestProcess.run("python3", ["-c", "import dateutil.rrule"])) != nil

    /// Moves each start to the rule's first date, as programs write it, and prints it with the dates of 2026 to 2035.
    private static let reference = """
        import datetime as module, sys
        from datetime import datetime
        from dateutil.rrule import rrulestr
        # Rules without any date end here, too.
        module.MAXYEAR = 2039
        for line in open(sys.argv[1]):
            start, rule = line.split()
            free = [part for part in rule.split(";") if not part.startswith(("COUNT", "UNTIL"))]
            first = next(iter(rrulestr(";".join(free), dtstart=datetime.strptime(start, "%Y%m%d"))), None)
            if first is None:
                print("none")
                continue
            dates = rrulestr(rule, dtstart=first).between(datetime(2026, 1, 1), datetime(2035, 12, 31), inc=True)
            if "UNTIL" in rule and first.strftime("%Y%m%d") > rule.split("UNTIL=")[1]:
                print("none")
                continue
            print(first.strftime("%Y%m%d"), ",".join(date.strftime("%Y-%m-%d") for date in dates))
        """

    @Test("five hundred rules of every kind have its dates", .enabled(if: hasReference, "no python3 with dateutil"))
    func generated() throws {
        var random = SplitMix64(seed: 36)
        let rules = (0..<500).map { _ in GeneratedRule(&random) }
        let folder = try TemporaryFolder("rules")
        let list = rules.map { "\($0.start.iso8601.filter { $0 != "-" }) \($0.rule)" }.joined(separator: "\n")
        let answers = try TestProcess.run(
            "python3", ["-c", Self.reference, try folder.write(list, to: "rules")], timeout: .seconds(120)
        ).split(separator: "\n")
        try #require(answers.count == rules.count)
        var compared = 0
        for (rule, answer) in zip(rules, answers) where answer != "none" {
            let parts = answer.split(separator: " ", omittingEmptySubsequences: false)
            let file = """
                BEGIN:VCALENDAR
                BEGIN:VEVENT
                DTSTART;VALUE=DATE:\(parts[0])
                RRULE:\(rule.rule)
                END:VEVENT
                END:VCALENDAR
                """
            let reading = try ICalendarReading(Array(file.utf8), years: 2026...2035)
            #expect(reading.problems.isEmpty, "\(rule.rule)")
            let dates = reading.days.map(\.span.iso8601).joined(separator: ",")
            #expect(dates == parts[1], "\(parts[0]) \(rule.rule)")
            compared += 1
        }
        #expect(compared > 350)
    }
}
