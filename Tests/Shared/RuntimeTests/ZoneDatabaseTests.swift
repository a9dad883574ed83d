import ClockDomain
import ClockTestSupport
import Glibc
import Testing

@testable import ClockRuntime

@Suite struct ZoneDatabaseTests {
    private static let hasDatabase = access("/usr/share/zoneinfo/Europe/Berlin", R_OK) == 0

    private func root(link: String? = nil, timezone: String? = nil) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        mkdir(folder.file("etc"), 0o755)
        if let link { symlink(link, folder.file("etc/localtime")) }
        if let timezone { try folder.write(timezone, to: "etc/timezone") }
        return folder
    }

    @Test(.enabled(if: hasDatabase, "no tz database"))
    func theLocalZoneIsTZThenTheLinkThenTheNameThenUTC() throws {
        let both = try root(link: "../usr/share/zoneinfo/Europe/Berlin", timezone: "Asia/Tokyo\n")
        let name = { (environment: [String: String], folder: TemporaryFolder) in
            ZoneDatabase(environment: environment, root: folder.path).localZone().rules.name
        }
        #expect(name(["TZ": "Asia/Kolkata"], both) == "Asia/Kolkata")
        #expect(name(["TZ": ":America/New_York"], both) == "America/New_York")
        #expect(name(["TZ": ":/usr/share/zoneinfo/Asia/Tokyo"], both) == "Asia/Tokyo")
        #expect(name(["TZ": ":/etc/localtime"], both) == "Europe/Berlin")
        // A zone's other name is a link in the database.
        for part in ["usr", "usr/share", "usr/share/zoneinfo", "usr/share/zoneinfo/Asia"] {
            try #require(mkdir(both.file(part), 0o755) == 0)
        }
        try #require(symlink("Kolkata", both.file("usr/share/zoneinfo/Asia/Tokyo")) == 0)
        #expect(name(["TZ": ":/usr/share/zoneinfo/Asia/Tokyo"], both) == "Asia/Tokyo")
        #expect(name(["TZ": ""], both) == "Europe/Berlin")
        #expect(name([:], try root(timezone: "Asia/Tokyo\n")) == "Asia/Tokyo")
        #expect(ZoneDatabase(environment: [:], root: both.path).localZone().warning == nil)
    }

    @Test func withoutAnyWordItIsUTCAndSaysSo() throws {
        let found = ZoneDatabase(environment: [:], root: try root().path).localZone()
        #expect(found.rules == .utc)
        #expect(found.warning == "the local time zone is not set, so it is UTC; set it with timedatectl set-timezone")
    }

    @Test func anUnknownLocalZoneIsUTCAndNamed() throws {
        let found = ZoneDatabase(environment: ["TZ": "Europe/Atlantis"], root: "").localZone()
        #expect(found.rules == .utc)
        #expect(
            found.warning?.hasPrefix("time zone Europe/Atlantis: there is no /usr/share/zoneinfo/Europe/Atlantis; ")
                == true)
        #expect(found.warning?.hasSuffix("(from TZ); the local time zone is UTC") == true)
    }

    @Test func namesCannotLeaveTheDatabase() throws {
        let database = ZoneDatabase(environment: [:])
        for name in ["../../etc/passwd", "/etc/passwd", "", "Europe/../../x", "CET-1CEST,M3.5.0\n"] {
            let error = #expect(throws: FatalError.self) { try database.rules(named: name) }
            #expect(error?.exitCode == .configuration)
        }
    }

    @Test func aBrokenOrMissingDatabaseIsNamed() throws {
        let folder = try TemporaryFolder()
        try folder.write("not a zone", to: "Broken")
        let database = ZoneDatabase(environment: ["TZDIR": folder.path])
        #expect(throws: FatalError.self) { try database.rules(named: "Broken") }
        let missing = ZoneDatabase(environment: ["TZDIR": "/nonexistent"])
        let message =
            "time zone Europe/Berlin: there is no /nonexistent/Europe/Berlin; install the tz database (package tzdata)"
        #expect(throws: FatalError(.configuration, message)) { try missing.rules(named: "Europe/Berlin") }
        #expect(try missing.rules(named: "UTC") == .utc)
    }
}
