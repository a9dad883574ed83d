import ClockDomain
import Testing

struct TZifTests {
    private static let berlinTypes = [
        TZifBuilder.LocalType(seconds: 3600, abbreviationIndex: 0),
        TZifBuilder.LocalType(seconds: 7200, flag: 1, abbreviationIndex: 4),
    ]
    private static let spring = Int64(1_774_746_000)  // 2026-03-29T01:00:00Z
    private static let autumn = Int64(1_792_890_000)  // 2026-10-25T01:00:00Z

    /// Two transitions of 2026 and the given footer.
    private static func berlin(version: Int, footer: String = "") -> TZifBuilder {
        TZifBuilder(
            version: version, transitions: [(spring, 1), (autumn, 0)], types: berlinTypes,
            abbreviations: "CET\0CEST\0", footer: footer)
    }

    @Test(arguments: 1...4)
    func everyVersionIsRead(_ version: Int) throws {
        let rules = try TimeZoneRules(name: "Test/Berlin", tzif: Self.berlin(version: version).build())
        #expect(rules.localTime(at: utc("2026-03-29T00:59:59Z")) == local("2026-03-29 01:59:59"))
        #expect(rules.localTime(at: utc("2026-03-29T01:00:00Z")) == local("2026-03-29 03:00:00"))
        #expect(rules.offset(at: utc("2026-07-01T00:00:00Z")).abbreviation == "CEST")
        #expect(rules.localTime(at: utc("2026-10-25T01:00:00Z")) == local("2026-10-25 02:00:00"))
    }

    @Test func withoutAFooterTheLastOffsetStays() throws {
        for version in 1...2 {
            let rules = try TimeZoneRules(name: "Test/Berlin", tzif: Self.berlin(version: version).build())
            #expect(rules.offset(at: utc("2150-07-01T00:00:00Z")).abbreviation == "CET")
        }
    }

    @Test func theFooterRulesFromTheLastTransitionOn() throws {
        let file = Self.berlin(version: 2, footer: "CET-1CEST,M3.5.0,M10.5.0/3")
        let rules = try TimeZoneRules(name: "Test/Berlin", tzif: file.build())
        let berlin = try SystemZones.rules("Europe/Berlin")
        let span = startOfYear(2026)..<startOfYear(2200)
        #expect(rules.transitions(in: span) == berlin.transitions(in: span))
        // Before the first transition the first local time type holds, whatever the footer says.
        #expect(rules.offset(at: utc("2025-07-01T00:00:00Z")).abbreviation == "CET")
    }

    @Test func aLastTransitionAgainstTheFooterHoldsUntilTheFootersNextChange() throws {
        // Summer time ended early in 2026, as in America/Ojinaga in 2022.
        var file = Self.berlin(version: 2, footer: "CET-1CEST,M3.5.0,M10.5.0/3")
        file.transitions[1].second = Self.autumn - 7 * 86_400
        let rules = try TimeZoneRules(name: "Test/Early", tzif: file.build())
        let changes = rules.transitions(in: startOfYear(2026)..<startOfYear(2028)).map(\.instant.rfc3339)
        #expect(
            changes == [
                "2026-03-29T01:00:00.000Z", "2026-10-18T01:00:00.000Z", "2027-03-28T01:00:00.000Z",
                "2027-10-31T01:00:00.000Z",
            ])
    }

    @Test func anOffsetThatTheFooterDoesNotKnowHoldsUntilTheFootersNextChange() throws {
        var file = Self.berlin(version: 2, footer: "CET-1CEST,M3.5.0,M10.5.0/3")
        file.types.append(TZifBuilder.LocalType(seconds: 10_800, abbreviationIndex: 9))
        file.abbreviations += "MSK\0"
        file.transitions[1].type = 2
        let rules = try TimeZoneRules(name: "Test/Third", tzif: file.build())
        #expect(rules.offset(at: utc("2027-03-28T00:59:59Z")).abbreviation == "MSK")
        #expect(rules.offset(at: utc("2027-03-28T01:00:00Z")).abbreviation == "CEST")
        #expect(
            rules.resolve(local("2027-03-28 03:30"))
                == .ambiguous(
                    first: utc("2027-03-28T00:30:00Z"), second: utc("2027-03-28T01:30:00Z")))

        file.footer = "CET-1"
        let fixed = try TimeZoneRules(name: "Test/Third", tzif: file.build())
        #expect(fixed.offset(at: utc("2150-01-01T00:00:00Z")).abbreviation == "MSK")
    }

    @Test func transitionsThatChangeNothingAreNotToldButKept() throws {
        var file = Self.berlin(version: 2)
        file.transitions.insert((Self.spring + 3600, 1), at: 1)
        let rules = try TimeZoneRules(name: "Test/Berlin", tzif: file.build())
        #expect(rules.transitions(in: startOfYear(2026)..<startOfYear(2027)).count == 2)
    }

    @Test func extremeTransitionTimesAreRead() throws {
        var file = Self.berlin(version: 2, footer: "CET-1CEST,M3.5.0,M10.5.0/3")
        file.transitions = [(.min, 1), (.max, 0)]
        let rules = try TimeZoneRules(name: "Test/Ends", tzif: file.build())
        #expect(rules.offset(at: utc("2026-01-01T00:00:00Z")).abbreviation == "CEST")
        #expect(rules.transitions(in: WallTime(nanoseconds: .min)..<WallTime(nanoseconds: .max)).isEmpty)
        #expect(rules.resolve(local("2026-01-01 02:00")) == .unique(utc("2026-01-01T00:00:00Z")))
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        var code: TZifError.Code
        /// Text that the message contains.
        var says: String
        var change: @Sendable (inout TZifBuilder) -> Void
        var testDescription: String { says }
    }

    static let refusals = [
        Refusal(code: .format, says: "version byte 53") { $0.version = 5 },
        Refusal(code: .leapSeconds, says: "1 leap seconds") { $0.leapSeconds = [(78_796_800, 1)] },
        Refusal(code: .value, says: "transition 0 has type 2") { $0.transitions[0].type = 2 },
        Refusal(code: .order, says: "transition 1") { $0.transitions[1].second = $0.transitions[0].second },
        Refusal(code: .value, says: "flag 2") { $0.types[1].flag = 2 },
        Refusal(code: .value, says: "-90000 s off UTC") { $0.types[1].seconds = -90_000 },
        Refusal(code: .value, says: "93600 s off UTC") { $0.types[1].seconds = 93_600 },
        Refusal(code: .value, says: "-2147483648 s off UTC") { $0.types[1].seconds = .min },
        Refusal(code: .value, says: "no valid abbreviation at index 9") { $0.types[1].abbreviationIndex = 9 },
        Refusal(code: .value, says: "no valid abbreviation at index 255") { $0.types[1].abbreviationIndex = 255 },
        Refusal(code: .value, says: "no valid abbreviation at index 4") { $0.abbreviations = "CET\0CEST" },
        Refusal(code: .value, says: "no valid abbreviation at index 0") { $0.abbreviations = "C\nT\0CEST\0" },
        Refusal(code: .value, says: "no valid abbreviation at index 4") { $0.abbreviations = "CET\0\0" },
        Refusal(code: .value, says: "1 UT indicators for 2") { $0.indicatorsUT = [0] },
        Refusal(code: .value, says: "3 standard time indicators for 2") { $0.indicatorsStandard = [0, 0, 0] },
        Refusal(code: .footer, says: "expected the rule for the start of daylight saving time at its byte 9") {
            $0.footer = "CET-1CEST"
        },
        Refusal(code: .footer, says: "does not end within 255 bytes") {
            $0.footer = "CET-1" + String(repeating: "0", count: 300)
        },
        Refusal(code: .length, says: "bytes after the end") { $0.footer = "CET-1\nCET-1" },
    ]

    @Test(arguments: refusals)
    func brokenFilesAreRefusedInOneLine(_ refusal: Refusal) throws {
        var file = Self.berlin(version: 3, footer: "CET-1CEST,M3.5.0,M10.5.0/3")
        refusal.change(&file)
        let bytes = file.build()
        let error = try #require(throws: TZifError.self) { try TimeZoneRules(name: "Test/Broken", tzif: bytes) }
        #expect(error.code == refusal.code)
        #expect(error.description.hasPrefix("time zone Test/Broken: "))
        #expect(error.description.contains(refusal.says), "\(error)")
        #expect(!error.description.contains("\n"))
    }

    @Test(arguments: 0..<6, [UInt32.max, 0x8000_0000, 0x1000_0000, 5000])
    func hugeCountsAreRefusedBeforeTheyAreUsed(index: Int, count: UInt32) throws {
        for version in [1, 2] {
            var file = Self.berlin(version: version, footer: "CET-1")
            file.counts[index] = count
            let bytes = file.build()
            let error = try #require(throws: TZifError.self) { try TimeZoneRules(name: "Test/Huge", tzif: bytes) }
            #expect(error.code == .value)
            #expect(error.detail.contains("\(count)"))
        }
    }

    @Test func oversizedEmptyAndForeignBytesAreRefused() throws {
        for (bytes, code) in [
            ([UInt8](repeating: 0, count: TimeZoneRules.maximumBytes + 1), TZifError.Code.size), ([], .length),
            (Array("#!/bin/sh\n".utf8), .format),
        ] {
            let error = try #require(throws: TZifError.self) { try TimeZoneRules(name: "Test/No", tzif: bytes) }
            #expect(error.code == code)
        }
    }

    @Test func aFileCutAnywhereIsRefused() throws {
        for name in ["Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "Etc/UTC"] {
            let bytes = try #require(SystemZones.files.first { $0.name == name }).bytes
            var codes: [TZifError.Code] = []
            for length in 0..<bytes.count {
                let error = try #require(throws: TZifError.self, "\(name) cut to \(length)") {
                    try TimeZoneRules(name: name, tzif: Array(bytes.prefix(length)))
                }
                codes.append(error.code)
            }
            // The footer is cut where it lacks its second newline, everything else where bytes are missing.
            let firstInFooter = try #require(bytes.dropLast().lastIndex(of: UInt8(ascii: "\n"))) + 1
            #expect(codes.prefix(firstInFooter).allSatisfy { $0 == .length }, "\(name)")
            #expect(codes.dropFirst(firstInFooter).allSatisfy { $0 == .footer }, "\(name)")
        }
    }

    @Test func flippedBitsGiveAnErrorOrAZoneThatAnswers() throws {
        let seed: UInt64 = 0x5EED_2026
        var generator = SplitMix64(seed: seed)
        let probes = (0..<8).map { _ in
            LocalDateTime(secondsSinceEpoch: Int64.random(in: WallTime.validSeconds, using: &generator))
        }
        var refused = 0
        var read = 0
        for _ in 0..<4000 {
            let file = try #require(SystemZones.distinctFiles.randomElement(using: &generator))
            var bytes = file.bytes
            // Half of the flips go where the structure is: both headers are near the start of small files, the types
            // and the footer near the end of all.
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let isNearEnd = Bool.random(using: &generator)
                let reach = isNearEnd ? min(80, bytes.count) : bytes.count
                let position = bytes.count - 1 - Int.random(in: 0..<reach, using: &generator)
                bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
            do {
                let rules = try TimeZoneRules(name: file.name, tzif: bytes)
                for probe in probes {
                    _ = rules.resolve(probe)
                    _ = rules.localTime(at: WallTime(seconds: probe.secondsSinceEpoch))
                }
                let year = probes[0].date.year
                _ = rules.transitions(in: startOfYear(year)..<startOfYear(year + 3))
                _ = rules.localTime(at: WallTime(nanoseconds: .min))
                _ = rules.localTime(at: WallTime(nanoseconds: .max))
                read += 1
            } catch {
                #expect(!error.description.utf8.contains { $0 < 0x20 }, "\(error)")
                refused += 1
            }
        }
        #expect(refused > 500 && read > 200, "\(refused) refused, \(read) read")
    }

    @Test(arguments: [
        "Europe/Berlin", "America/Argentina/ComodRivadavia", "Etc/GMT+12", "UTC", "GMT-0", "EST5EDT",
        "posix/Asia/Ust-Nera", "W-SU", String(repeating: "a", count: 64),
    ])
    func namesOfTheDatabaseAreValid(_ name: String) {
        #expect(TimeZoneRules.isValidName(name))
    }

    @Test(arguments: [
        "", "/", "/etc/passwd", "..", "../../etc/passwd", "Europe/../../../etc/passwd", "Europe/..", ".", "./UTC",
        "Europe//Berlin", "Europe/", "Europe/Berlin\0", "Europe/Ber lin", "Europe/Berlin\n", "Zürich", "-v", "a/-v",
        ".hidden", String(repeating: "a", count: 65),
    ])
    func namesThatLeaveTheDatabaseAreNot(_ name: String) throws {
        #expect(!TimeZoneRules.isValidName(name))
        let error = try #require(throws: TZifError.self) {
            try TimeZoneRules(name: name, tzif: TZifBuilder().build())
        }
        #expect(error.code == .name)
        #expect(!error.description.utf8.contains { $0 < 0x20 })
    }

    @Test func everyNameOfTheSystemIsValid() {
        for file in SystemZones.files { #expect(TimeZoneRules.isValidName(file.name), "\(file.name)") }
    }
}
