// Zones that do not depend on the machine.
//
// A run must be the same everywhere, and the tz database is not: systems carry different releases of it. So these rules
// are written here, as POSIX TZ strings (POSIX.1-2024, Base Definitions, 8.3) that hold for all time. For today and the
// years to come they equal the footers of the tz database; a test compares the two.

public import ClockDomain

/// The zones that plans choose from: every kind of offset and change that nodes meet.
public enum SimulatedZone: String, CaseIterable, Hashable, Sendable {
    case utc = "UTC"
    case berlin = "Europe/Berlin"
    case london = "Europe/London"
    /// Daylight saving time is the standard, and winter time the exception.
    case dublin = "Europe/Dublin"
    case newYork = "America/New_York"
    case stJohns = "America/St_Johns"
    /// Changes at midnight at the end of the day, with summer over the turn of the year.
    case santiago = "America/Santiago"
    /// Changes on the day before the one that Europe's rule names.
    case nuuk = "America/Nuuk"
    case kathmandu = "Asia/Kathmandu"
    case kolkata = "Asia/Kolkata"
    /// Half an hour of daylight saving time.
    case lordHowe = "Australia/Lord_Howe"
    case adelaide = "Australia/Adelaide"
    /// Changes at a quarter to three.
    case chatham = "Pacific/Chatham"
    case auckland = "Pacific/Auckland"
    case kiritimati = "Pacific/Kiritimati"
    case farWest = "Etc/GMT+12"
    /// Jumps over midnight, so that a day begins at one o'clock.
    case cairo = "Africa/Cairo"

    /// The rule as a POSIX TZ string; and that of the same zone in a possible later release of the tz database: without
    /// daylight saving time if it has some, an hour further east if not.
    private var bothRules: (now: String, later: String) {
        switch self {
        case .utc: ("UTC0", "UTC0")
        case .berlin: ("CET-1CEST,M3.5.0,M10.5.0/3", "CET-1")
        case .london: ("GMT0BST,M3.5.0/1,M10.5.0", "GMT0")
        case .dublin: ("IST-1GMT0,M10.5.0,M3.5.0/1", "IST-1")
        case .newYork: ("EST5EDT,M3.2.0,M11.1.0", "EDT4")
        case .stJohns: ("NST3:30NDT,M3.2.0,M11.1.0", "NST3:30")
        case .santiago: ("<-04>4<-03>,M9.1.6/24,M4.1.6/24", "<-03>3")
        case .nuuk: ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "<-01>1")
        case .kathmandu: ("<+0545>-5:45", "<+0645>-6:45")
        case .kolkata: ("IST-5:30", "IST-6:30")
        case .lordHowe: ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "<+11>-11")
        case .adelaide: ("ACST-9:30ACDT,M10.1.0,M4.1.0/3", "ACST-9:30")
        case .chatham: ("<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45", "<+1245>-12:45")
        case .auckland: ("NZST-12NZDT,M9.5.0,M4.1.0/3", "NZDT-13")
        case .kiritimati: ("<+14>-14", "<+13>-13")
        case .farWest: ("<-12>12", "<-11>11")
        case .cairo: ("EET-2EEST,M4.5.5/0,M10.5.4/24", "EET-2")
        }
    }

    var rule: String { bothRules.now }
    var laterRule: String { bothRules.later }

    public var rules: TimeZoneRules { rules(rule) }

    /// Other rules of the same name, like those of an update of the tz database.
    public var laterRules: TimeZoneRules { rules(laterRule) }

    private func rules(_ rule: String) -> TimeZoneRules {
        do throws(TZifError) { return try TimeZoneRules(name: rawValue, rule: rule) } catch {
            preconditionFailure("\(error)")
        }
    }

    /// The first instant after `instant` at which the zone's clocks jump; `nil` if they never do.
    public func jump(after instant: WallTime) -> ZoneTransition? {
        rules.transitions(in: instant + .seconds(1)..<instant + .hours(24 * 366)).first
    }
}

extension TimeZoneRules {
    /// Rules from a POSIX TZ string, in the form of the tz database's files: behind an empty table (RFC 9636 section
    /// 3.3).
    init(name: String, rule: String) throws(TZifError) {
        var header: [UInt8] = Array("TZif2".utf8) + Array(repeating: 0, count: 15)
        // Of the six counts only those of types and of abbreviations' bytes are not zero.
        for count: UInt8 in [0, 0, 0, 0, 1, 4] { header += [0, 0, 0, count] }
        let block: [UInt8] = [0, 0, 0, 0, 0, 0] + Array("LMT\0".utf8)
        let file = header + block + header + block + Array("\n\(rule)\n".utf8)
        try self.init(name: name, tzif: file)
    }
}
