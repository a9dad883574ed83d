import ClockDomain
import ClockWire
import Testing

/// Payloads that are refused, with the one line that says why.
struct RefusalTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var payload: [UInt8]
        var code: WireError.Code
        var line: String

        init(_ name: String, _ payload: [UInt8], _ code: WireError.Code, _ line: String) {
            testDescription = name
            self.payload = payload
            self.code = code
            self.line = line
        }

        init(_ name: String, _ text: String, _ code: WireError.Code, _ line: String) {
            self.init(name, bytes(text), code, line)
        }
    }

    static let notJSON = "not valid JSON, or a number in it does not fit its field"

    /// The sample as JSON text with one piece replaced.
    private static func broken(_ payload: [UInt8], _ piece: String, _ other: String) -> String {
        let text = String(decoding: payload, as: UTF8.self)
        let parts = text.split(separator: piece, maxSplits: 1, omittingEmptySubsequences: false)
        precondition(parts.count == 2, "\(piece) is not in \(text)")
        return parts[0] + other + parts[1]
    }

    private func check<Message: WireMessage>(
        _: Message.Type, _ it: Case, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(throws: WireError(it.code, it.line), sourceLocation: sourceLocation) {
            try WireCodec.decode(Message.self, from: it.payload)
        }
    }

    static let wake = WireCodec.encode(Samples.wake)

    @Test(arguments: [
        Case(
            "too large", [UInt8](repeating: 0x20, count: 65_537), .tooLarge,
            "payload of 65537 bytes is over the limit of 65536 bytes"),
        Case("empty", [], .notJSON, notJSON),
        Case("blank", "   ", .notJSON, notJSON),
        Case("noise", (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 3) }, .notJSON, notJSON),
        Case("NUL", [0], .notJSON, notJSON),
        Case("NUL after", wake + [0], .notJSON, notJSON),
        Case("cut off", Array(wake.dropLast()), .notJSON, notJSON),
        Case("doubled", wake + wake, .notJSON, notJSON),
        Case(
            "invalid UTF-8",
            Array(wake.dropLast(8)) + [0x2C, 0x22, 0xC3, 0x28, 0x22, 0x3A, 0x31] + Array(wake.suffix(7)), .notJSON,
            notJSON),
        Case(
            "arrays 30000 deep", String(repeating: "[", count: 30_000) + String(repeating: "]", count: 30_000),
            .notJSON, notJSON),
        Case(
            "objects 10000 deep",
            String(repeating: "{\"a\":", count: 10_000) + "1" + String(repeating: "}", count: 10_000), .notJSON, notJSON
        ),
        Case("NaN", "{\"v\":NaN}", .notJSON, notJSON),
        Case("a number", "1", .invalid, "wrong type: expected an object"),
        Case("an array", "[]", .invalid, "wrong type: expected an object"),
        Case("null", "null", .invalid, "null: expected an object"),
        Case("a string", "\"wake\"", .invalid, "wrong type: expected an object"),
        Case("no version", "{}", .invalid, "\"v\" is missing"),
        Case("newer version", "{\"v\":2}", .unsupportedVersion, "version 2 is not supported (this program speaks 1)"),
        Case("version text", "{\"v\":\"1\"}", .invalid, "wrong type at v: expected a whole number"),
        Case("version null", "{\"v\":null}", .invalid, "null at v: expected a whole number"),
        Case("nothing but the version", "{\"v\":1}", .invalid, "\"target\" is missing"),
        Case(
            "a day's time", broken(wake, "2026-11-21T12:00:00.000Z", "12:00"), .invalid,
            "\"12:00\" is not an RFC 3339 instant of the years 1970 to 2199 at target"),
        Case(
            "no zone", broken(wake, "12:00:00.000Z", "12:00:00.000"), .invalid,
            "\"2026-11-21T12:00:00.000\" is not an RFC 3339 instant of the years 1970 to 2199 at target"),
        Case(
            "a far year", broken(wake, "2026-11-21T12:00:00.000Z", "2200-01-01T00:00:00Z"), .invalid,
            "\"2200-01-01T00:00:00Z\" is not an RFC 3339 instant of the years 1970 to 2199 at target"),
        Case(
            "an impossible day", broken(wake, "2026-11-21T12:00:00.000Z", "2026-02-29T12:00:00Z"), .invalid,
            "\"2026-02-29T12:00:00Z\" is not an RFC 3339 instant of the years 1970 to 2199 at target"),
        Case(
            "a forged log line", broken(wake, "2026-11-21T12:00:00.000Z", #"\nERROR \u001b[31m"#), .invalid,
            "\" ERROR  [31m\" is not an RFC 3339 instant of the years 1970 to 2199 at target"),
        Case(
            "not a quarter hour", broken(wake, "12:00:00.000Z", "12:00:00.001Z"), .invalid,
            "2026-11-21T12:00:00.001Z is not a quarter hour of UTC at target"),
        Case("a tiny budget", broken(wake, "30000", "5999"), .invalid, "5999 ms is not in 6000...600000 at budget_ms"),
        Case(
            "a huge budget", broken(wake, "30000", "600001"), .invalid, "600001 ms is not in 6000...600000 at budget_ms"
        ),
        Case("a negative budget", broken(wake, "30000", "-1"), .invalid, "-1 ms is not in 6000...600000 at budget_ms"),
        Case("a fraction", broken(wake, "30000", "30000.5"), .notJSON, notJSON),
        Case("a number beyond all", broken(wake, "30000", "1e400"), .notJSON, notJSON),
    ])
    func wakes(_ it: Case) { check(Wake.self, it) }

    static let desired = WireCodec.encode(Samples.desired)

    @Test(arguments: [
        Case("volume 101", broken(desired, "35", "101"), .invalid, "volume 101 is not in 0...100 at settings.volume"),
        Case("volume -1", broken(desired, "35", "-1"), .invalid, "volume -1 is not in 0...100 at settings.volume"),
        Case(
            "volume text", broken(desired, "35", "\"35\""), .invalid,
            "wrong type at settings.volume: expected a whole number"),
        Case(
            "nine quiet periods",
            broken(desired, "\"22:00-07:00\"", Array(repeating: "\"22:00-07:00\"", count: 9).joined(separator: ",")),
            .invalid, "9 quiet periods are over the limit of 8 at settings.quiet"),
        Case(
            "a quiet period at 24:00", broken(desired, "22:00-07:00", "22:00-24:00"), .invalid,
            "\"22:00-24:00\" is not a span like 22:00-07:00, or sat,sun 22:00-09:30 at settings.quiet[0]"),
        Case(
            "a voice in another folder", broken(desired, "english", "../../etc"), .invalid,
            "\"../../etc\" is not the name of a voice pack at settings.voice"),
        Case(
            "every 20 minutes", broken(desired, "\"30\"", "\"20\""), .invalid,
            "Cannot initialize AnnouncementInterval from invalid String value 20 at settings.every"),
        Case("no settings", broken(desired, "settings", "setting"), .invalid, "\"settings\" is missing"),
        Case("no mute", broken(desired, "muted", "mute"), .invalid, "\"muted\" is missing at settings"),
        Case(
            "mute as a number", broken(desired, "true", "1"), .invalid,
            "wrong type at settings.muted: expected true or false"),
    ])
    func desiredDocuments(_ it: Case) { check(Desired.self, it) }

    static let batch = WireCodec.encode(Samples.batch)

    @Test(arguments: [
        Case(
            "no entries", "{\"entries\":[],\"epoch\":\"e\",\"v\":1}", .invalid,
            "0 entries are not in 1...100 at entries"),
        Case(
            "a gap", broken(batch, "\"seq\":8", "\"seq\":9"), .invalid, "sequences do not follow each other at entries"),
        Case(
            "backwards", broken(batch, "\"seq\":8", "\"seq\":6"), .invalid,
            "sequences do not follow each other at entries"),
        Case(
            "sequence 0", broken(batch, "\"seq\":7", "\"seq\":0"), .invalid,
            "0 is not in 1..<2147483647 at entries[0].seq"),
        Case(
            "the last sequence", broken(batch, "\"seq\":7", "\"seq\":9223372036854775807"), .invalid,
            "9223372036854775807 is not in 1..<2147483647 at entries[0].seq"),
        Case(
            "oldest beyond the first", broken(batch, "\"oldest\":5", "\"oldest\":8"), .invalid,
            "8 is not in 1...7 at oldest"),
        Case("oldest 0", broken(batch, "\"oldest\":5", "\"oldest\":0"), .invalid, "0 is not in 1...7 at oldest"),
        Case("no oldest", broken(batch, "\"oldest\":5,", ""), .invalid, "\"oldest\" is missing"),
        Case(
            "epoch too long", broken(batch, "0123456789abcdef", String(repeating: "e", count: 33)), .invalid,
            "33 characters are not in 1...32 at epoch"),
        Case(
            "not a quarter hour", broken(batch, "12:15:00", "12:16:00"), .invalid,
            "2026-11-21T12:16:00.000Z is not a quarter hour of UTC at entries[1].quarter.target"),
        Case(
            "no record", broken(batch, "\"quarter\":{", "\"half\":{"), .invalid, "\"quarter\" is missing at entries[0]"),
        Case(
            "entries as an object", "{\"entries\":{},\"epoch\":\"e\",\"v\":1}", .invalid,
            "wrong type at entries: expected an array"),
    ])
    func ledgers(_ it: Case) { check(LedgerBatch.self, it) }

    @Test func aHundredAndOneEntriesAreTooMany() {
        let entries = (1...101).map {
            LedgerEntry(sequence: $0, at: noon, event: .quarter(QuarterRecord(target: noon, outcome: .missed)))
        }
        check(
            LedgerBatch.self,
            Case(
                "", WireCodec.encode(LedgerBatch(epoch: "e", oldest: 1, entries: entries)), .invalid,
                "101 entries are not in 1...100 at entries"))
    }

    @Test func acknowledgementsCommandsAndRequests() {
        check(
            Acked.self,
            Case("", #"{"epoch":"e","sequence":-1,"v":1}"#, .invalid, "-1 is not in 0..<2147483647 at sequence"))
        check(
            Command.self,
            Case(
                "", #"{"action":"explode","id":"c","not_after":"2026-11-21T12:00:00Z","v":1}"#, .invalid,
                "action \"explode\" is not known at action"))
        check(
            Command.self,
            Case(
                "", #"{"action":"probe","id":"","not_after":"2026-11-21T12:00:00Z","v":1}"#, .invalid,
                "0 characters are not in 1...64 at id"))
        check(
            ForgetRequest.self,
            Case(
                "", #"{"node":"Kitchen/#","v":1}"#, .invalid,
                "Cannot initialize NodeID from invalid String value Kitchen/# at node"))
        check(
            TimeReply.self,
            Case(
                "", #"{"origin_ns":9223372036854775808,"received_ns":0,"transmitted_ns":0,"v":1}"#, .notJSON,
                Self.notJSON))
    }

    @Test func numbersThatNoJSONCanCarryNeverComeIn() throws {
        let text = String(decoding: WireCodec.encode(Samples.reported), as: UTF8.self)
        for number in ["1e400", "-1e400", "NaN", "Infinity", "1e308", "1e-400", "-0.0"] {
            let payload = bytes(text.split(separator: "-1.25").joined(separator: number))
            do throws(WireError) {
                let reported = try WireCodec.decode(Reported.self, from: payload)
                #expect(reported.clock.offsetMilliseconds?.isFinite == true)
                // A message that was accepted can be sent.
                _ = WireCodec.encode(reported)
            } catch {
                #expect(["1e400", "-1e400", "NaN", "Infinity", "1e-400"].contains(number), "\(error)")
            }
        }
    }

    @Test func ofRepeatedKeysOneIsTakenAndNothingBreaks() throws {
        let acked = try WireCodec.decode(
            Acked.self, from: bytes(#"{"epoch":"e","sequence":1,"sequence":2,"v":1,"v":1}"#))
        #expect([1, 2].contains(acked.sequence))
    }
}
