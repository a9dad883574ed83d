/// The clocks of one time zone for all time: their reading at an instant, and the instants of a local time.
///
/// The rules come from a TZif file (RFC 9636) in two parts: a table of past (and often some future) transitions, and a
/// footer, a POSIX TZ string, that rules every instant from the last transition on. A look-up is a binary search in
/// the table or a little calendar arithmetic with the footer; nothing is expanded ahead, so a zone costs about as much
/// memory as its file's 64-bit part.
///
/// All arithmetic is on whole seconds of POSIX time, which cannot overflow for any ``WallTime``.
public struct TimeZoneRules: Hashable, Sendable {
    /// The tz database's name, such as `Europe/Berlin`.
    public let name: String

    /// In a box, as rules are copied, and compared with themselves, more often than asked.
    @Boxed private var table: Table

    private struct Table: Hashable, Sendable {
        /// Seconds since the epoch at which the table changes, strictly ascending.
        let transitionSeconds: [Int64]
        /// For each transition, the index in `offsets` of the offset that holds from it on.
        let transitionOffsets: [UInt8]
        /// Never empty. The first holds before the first transition.
        let offsets: [ZoneOffset]
        /// Rules from `footerStart` on; `nil` leaves the last offset in force.
        let footer: FooterRule?
        /// The first second that the footer rules.
        let footerStart: Int64
    }

    /// Coordinated Universal Time, by the name `UTC`.
    public static let utc = TimeZoneRules(
        name: "UTC", transitionSeconds: [], transitionOffsets: [],
        offsets: [ZoneOffset(secondsEast: 0, isDaylightSaving: false, abbreviation: "UTC")], footer: nil)

    init(
        name: String, transitionSeconds: [Int64], transitionOffsets: [UInt8], offsets: [ZoneOffset], footer: FooterRule?
    ) {
        self.name = name
        _table = Boxed(
            wrappedValue: Table(
                transitionSeconds: transitionSeconds, transitionOffsets: transitionOffsets, offsets: offsets,
                footer: footer,
                footerStart: Self.footerStart(
                    footer, lastTransition: transitionSeconds.last, transitionOffsets, offsets)))
    }

    /// The zone's offset at `instant`. Defined for every instant.
    public func offset(at instant: WallTime) -> ZoneOffset { offset(atSecond: instant.seconds) }

    /// The zone's local time at `instant`, fractions of a second cut off. Defined for every instant.
    public func localTime(at instant: WallTime) -> LocalDateTime {
        let second = instant.seconds
        return LocalDateTime(secondsSinceEpoch: second + Int64(offset(atSecond: second).secondsEast))
    }

    /// The changes of offset, daylight saving or abbreviation at instants in `range`, in order. Transitions of the
    /// database that change none of the three are left out.
    public func transitions(in range: Range<WallTime>) -> [ZoneTransition] {
        let seconds = range.lowerBound.secondsRoundedUp..<range.upperBound.secondsRoundedUp
        return changes(in: seconds).map {
            ZoneTransition(instant: WallTime(seconds: $0.second), before: $0.before, after: $0.after)
        }
    }

    func offset(atSecond second: Int64) -> ZoneOffset {
        if second >= table.footerStart, let footer = table.footer { return footer.offset(atSecond: second) }
        let passed = transitionCount(before: second + 1)
        return passed == 0 ? table.offsets[0] : table.offsets[Int(table.transitionOffsets[passed - 1])]
    }

    struct Change {
        var second: Int64
        var before: ZoneOffset
        var after: ZoneOffset
    }

    func changes(in range: Range<Int64>) -> [Change] {
        let passed = transitionCount(before: range.lowerBound)..<transitionCount(before: range.upperBound)
        var candidates = Array(table.transitionSeconds[passed])
        if range.upperBound > table.footerStart, let footer = table.footer {
            candidates += footer.changeSeconds(in: max(range.lowerBound, table.footerStart)..<range.upperBound)
        }
        var changes: [Change] = []
        for second in candidates where second != changes.last?.second {
            let before = offset(atSecond: second - 1)
            let after = offset(atSecond: second)
            if before != after { changes.append(Change(second: second, before: before, after: after)) }
        }
        return changes
    }

    /// The footer must agree with the last transition, and then rules from there. Files that break this exist: zic
    /// of 2022 ends America/Ojinaga in its slim form with a change to standard time a week before the footer has it.
    /// There the last offset stays until the footer's next change, as the tz project's own reader has it.
    private static func footerStart(
        _ footer: FooterRule?, lastTransition: Int64?, _ transitionOffsets: [UInt8], _ offsets: [ZoneOffset]
    ) -> Int64 {
        guard let footer, let last = lastTransition, let lastOffset = transitionOffsets.last else { return .min }
        // Past every wall time there is nothing to rule.
        guard last <= WallTime(nanoseconds: .max).seconds, last >= WallTime(nanoseconds: .min).seconds,
            footer.offset(atSecond: last) != offsets[Int(lastOffset)]
        else { return last }
        let twoYears: Int64 = 2 * 366 * 86_400
        return footer.changeSeconds(in: last + 1..<last + twoYears).first ?? .max
    }

    /// Returns the number of transitions of the table before `second`.
    private func transitionCount(before second: Int64) -> Int {
        var low = 0
        var high = table.transitionSeconds.count
        while low < high {
            let middle = (low + high) / 2
            if table.transitionSeconds[middle] < second { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension WallTime {
    fileprivate var secondsRoundedUp: Int64 {
        nanoseconds.flooredRemainder(by: 1_000_000_000) == 0 ? seconds : seconds + 1
    }
}
