internal import ArgumentParser
internal import ClockDomain
internal import ClockInput
internal import ClockRuntime

/// The list of a program's bells on the command line: a file, the standard input, or periods.
struct ListedBells: ParsableArguments {
    @Option(help: ArgumentHelp("So many periods of so many minutes in place of a list: 8x40.", valueName: "periods"))
    var periods: String?

    @Option(help: ArgumentHelp("Minutes between two periods; 0 unless set.", valueName: "time"))
    var between: String?

    @Option(name: .customLong("from"), help: ArgumentHelp("When the first period begins.", valueName: "time"))
    var first: String?

    @Option(help: ArgumentHelp("A further bell so long before each period begins.", valueName: "time"))
    var warning: String?

    static let noList = FatalError(
        .usage,
        "which bells? Name a file with the list, - for the standard input, or say --periods 8x40 --from 8:10")

    /// - Throws: ``FatalError`` unless there is exactly one list, or none where none is needed.
    func check(file: String?, isNeeded: Bool) throws(FatalError) {
        guard periods == nil || file == nil else { throw FatalError(.usage, "give a list or --periods, not both") }
        guard !isNeeded || periods != nil || file != nil else { throw Self.noList }
        guard (periods != nil) == (first != nil) else {
            throw FatalError(.usage, "--periods needs --from, when the first period begins, and --from needs --periods")
        }
        guard between == nil || periods != nil else { throw FatalError(.usage, "--between needs --periods") }
        _ = try periodBells()
    }

    /// Reads the list.
    ///
    /// - Returns: the bells, ascending, and the lines that are left out; `nil` when the command line has no list.
    /// - Throws: ``FatalError`` naming the file and its line.
    func read(file: String?) throws(FatalError) -> (bells: [BellList.Bell], leftOut: [BellList.LeftOut])? {
        if let bells = try periodBells() { return (bells, []) }
        guard let file else { return nil }
        let name = file == "-" ? "the list" : file
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try AtomicFile.read(file == "-" ? "/dev/stdin" : file, limit: BellListInput.maximumBytes)
        } catch {
            throw FatalError(error, exitCode: .noInput, purpose: name)
        }
        guard let text = FileText.text(bytes) else { throw FatalError(.badData, "\(name): is not UTF-8 text") }
        let minutes = try warningMinutes()
        let list = try Self.reading(name) { () throws(BellListError) in
            try BellListInput.list(text, warning: minutes)
        }
        return (Self.joined(list.bells), list.leftOut)
    }

    /// One bell for each minute: two that ring at once in a room are one to its people.
    private static func joined(_ bells: [BellList.Bell]) -> [BellList.Bell] {
        bells.reduce(into: []) { joined, bell in
            guard var last = joined.last, last.time == bell.time else { return joined.append(bell) }
            let label = "\(last.label) / \(bell.label)"
            if Label.isValid(label) { last.label = label }
            joined[joined.count - 1] = last
        }
    }

    private func periodBells() throws(FatalError) -> [BellList.Bell]? {
        let minutes = try warningMinutes()
        guard let periods else { return nil }
        let parts = periods.lowercased().split(separator: "x").map { Int($0) }
        guard parts.count == 2, let count = parts[0], let length = parts[1] else {
            throw FatalError(
                .usage,
                "--periods: \"\(periods.prefix(40))\" is not a count of periods and their minutes, like 8x40")
        }
        let gap = try between.map { text throws(FatalError) in
            try InputWords.minutes(text, "--between", in: 0...600)
        }
        let start = try InputWords.read("--from") { () throws(InputError) in try TimeInput(first ?? "") }
        guard case .clock(let time, on: nil) = start else {
            throw FatalError(.usage, "--from: say a time of day, such as 8:10")
        }
        return try Self.reading("--periods") { () throws(BellListError) in
            try BellListInput.periods(count: count, minutes: length, between: gap ?? 0, from: time, warning: minutes)
        }
    }

    private func warningMinutes() throws(FatalError) -> Int {
        guard let warning else { return 0 }
        return try InputWords.minutes(warning, "--warning", in: BellListInput.warnings)
    }

    private static func reading<Value>(
        _ source: String, _ read: () throws(BellListError) -> Value
    ) throws(FatalError) -> Value {
        do throws(BellListError) {
            return try read()
        } catch {
            throw FatalError(.badData, "\(source): \(error)")
        }
    }
}
