internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

/// The programs of a site, which people call `school/regular`, or `regular` where one timetable alone has it.
struct ProgramBook: Sendable {
    struct Program: Sendable {
        var name: ProgramName
        /// Ascending by time.
        var bells: [AlarmDefinition]
    }

    let schedule: SiteSchedule
    /// Ascending by name: those that have bells and those that rules name.
    let programs: [Program]

    init(_ schedule: SiteSchedule) {
        self.schedule = schedule
        let bells = Dictionary(grouping: schedule.alarms.filter { $0.program != nil }, by: \.program)
        let ruled = schedule.timetables.flatMap { timetable in
            timetable.programs.compactMap { ProgramName(timetable: timetable.name, program: $0) }
        }
        programs = Set(bells.keys.compactMap(\.self) + ruled).sorted().map { name in
            let own = (bells[name] ?? []).sorted {
                ($0.alarm.schedule.time, $0.alarm.id) < ($1.alarm.schedule.time, $1.alarm.id)
            }
            return Program(name: name, bells: own)
        }
    }

    /// Finds a program that has bells.
    ///
    /// - Throws: ``FatalError`` with the nearest name for an unknown one, and for a name that several timetables have.
    func find(_ word: String) throws(FatalError) -> Program {
        let typed = word.lowercased()
        let withBells = programs.filter { !$0.bells.isEmpty }
        let found = withBells.filter { $0.name.description == typed || $0.name.program == typed }
        if let exact = found.first(where: { $0.name.description == typed }) { return exact }
        if found.count == 1 { return found[0] }
        guard found.isEmpty else {
            let names = found.map(\.name.description).joined(separator: " or ")
            throw FatalError(.badData, "several timetables have a program \"\(typed)\": say \(names)")
        }
        let names = withBells.map(\.name.description)
        let hint =
            NearestNames.suggestion(for: typed, among: names + withBells.map(\.name.program))
            ?? (names.isEmpty
                ? "there is none yet: clockctl program add school/regular bells.txt --all"
                : "there is \(names.joined(separator: ", "))")
        throw FatalError(.badData, "there is no program \"\(word.prefix(80))\": \(hint)")
    }

    /// Returns the name of a program to add.
    ///
    /// - Throws: ``FatalError`` for a word that is no name, and for one without a timetable unless there is one alone.
    func newName(_ word: String) throws(FatalError) -> ProgramName {
        let typed = word.lowercased()
        if let name = ProgramName(coded: typed) { return name }
        guard Timetable.isName(typed) else {
            throw FatalError(
                .usage,
                "\"\(word.prefix(80))\" is not \(ProgramName.textForm); each part is \(Timetable.nameRule)")
        }
        guard schedule.timetables.count == 1,
            let name = ProgramName(timetable: schedule.timetables[0].name, program: typed)
        else {
            let known = schedule.timetables.map(\.name)
            throw FatalError(
                .usage,
                "say the timetable too, like \(known.first ?? "school")/\(typed)"
                    + (known.isEmpty ? "" : "; there is \(known.joined(separator: ", "))"))
        }
        return name
    }

    /// Finds a timetable; without a word, the only one.
    ///
    /// - Throws: ``FatalError`` for an unknown one, and without a word where there are several or none.
    func timetable(_ word: String?) throws(FatalError) -> Timetable {
        let known = schedule.timetables.map(\.name)
        guard let word else {
            if schedule.timetables.count == 1 { return schedule.timetables[0] }
            throw known.isEmpty
                ? ProgramBook.noTimetable
                : FatalError(.usage, "there are several timetables, \(known.joined(separator: ", ")): say which")
        }
        if let found = schedule.timetables.first(where: { $0.name == word.lowercased() }) { return found }
        guard !known.isEmpty else { throw ProgramBook.noTimetable }
        let hint = NearestNames.suggestion(for: word, among: known) ?? "there is \(known.joined(separator: ", "))"
        throw FatalError(.badData, "there is no timetable \"\(word.prefix(40))\": \(hint)")
    }

    static let noTimetable = FatalError(
        .badData, "there is no timetable yet: clockctl program add school/regular bells.txt --all makes one")

    /// Splits the words of a command for a timetable, which may be left out where the site has one alone.
    func leadingTimetable(_ words: [String]) throws(FatalError) -> (Timetable, rest: [String]) {
        if let first = words.first, let found = schedule.timetables.first(where: { $0.name == first.lowercased() }) {
            return (found, Array(words.dropFirst()))
        }
        // The first word of several timetables' commands can be nothing but a name.
        if schedule.timetables.count != 1 { return (try timetable(words.first), Array(words.dropFirst())) }
        return (schedule.timetables[0], words)
    }
}

extension ProgramBook.Program {
    /// `12 bells, 08:00 to 14:50`
    var summary: String {
        let count = QuantityWords.count(bells.count, "bell")
        guard let first = bells.first?.alarm.schedule.time, let last = bells.last?.alarm.schedule.time else {
            return count
        }
        return bells.count == 1
            ? "\(count), \(first.hourAndMinute)" : "\(count), \(first.hourAndMinute) to \(last.hourAndMinute)"
    }

    /// The places of all bells.
    var targets: RingTargets {
        RingTargets(nodes: bells.flatMap(\.targets.nodes), groups: bells.flatMap(\.targets.groups))
    }

    /// The next instant at which one of its bells rings.
    func next(in plan: SitePlan) -> WallTime? {
        bells.filter(\.alarm.isEnabled).compactMap { plan.next($0, after: plan.now)?.due }.min()
    }
}

extension SitePlan {
    /// Returns the plan with committed changes applied.
    func applying(_ events: [ChangeEvent], zones: Zones) -> SitePlan {
        var schedule = schedule
        for event in events { schedule.apply(event) }
        return SitePlan(schedule, now: now, nodes: nodes.values.sorted { $0.id < $1.id }, store: store, zones: zones)
    }
}
