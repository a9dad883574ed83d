import ClockDomain
import FoundationEssentials
import Testing

@testable import ClockWire

/// The plain reader and writer agree with the general decoder and encoder.
struct PlainFormTests {
    /// With every combination of the fields that a record may lack.
    private static let batches: [LedgerBatch] = (0..<64).map { number in
        func has(_ bit: Int) -> Bool { number & 1 << bit != 0 }
        let entries = (1...2).map { sequence in
            let record = QuarterRecord(
                target: noon + QuarterHour.length * sequence, outcome: QuarterOutcome.allCases[number % 6],
                reason: has(0) ? QuarterReason.allCases[number % QuarterReason.allCases.count] : nil,
                detail: has(1) ? "it's 3 % / <late>" : nil, source: has(2) ? WakeSource.allCases[number / 8 % 2] : nil,
                wakeLatencyMilliseconds: has(3) ? -number : nil,
                onsetErrorMicroseconds: has(4) ? 999_999_999_999_999 : nil, trips: has(5) ? 0 : nil)
            return LedgerEntry(
                sequence: sequence, at: noon + .nanoseconds(number % 2 == 0 ? 1 : 1_000_000), event: .quarter(record))
        }
        return LedgerBatch(epoch: "0123456789abcdef", oldest: 1, entries: entries)
    }

    @Test func whatNodesWriteIsReadAndWrittenAlike() throws {
        for batch in Self.batches {
            let payload = WireCodec.encodeGenerally(batch)
            #expect(LedgerBatch.readPlain(payload) == batch)
            #expect(try Self.readGenerally(payload).get() == batch)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            for entry in batch.entries {
                #expect(entry.plainJSON == String(decoding: try encoder.encode(entry), as: UTF8.self))
            }
        }
        let most = LedgerBatch(
            epoch: "e", oldest: 7,
            entries: (7..<107).map { sequence in
                LedgerEntry(sequence: sequence, at: noon, event: .quarter(Samples.record))
            })
        #expect(LedgerBatch.readPlain(WireCodec.encodeGenerally(most)) == most)
        for acked in [Acked(epoch: "e", sequence: 0), Acked(epoch: "bench", sequence: 2_147_483_646, at: noon)] {
            #expect(acked.writePlain() == WireCodec.encodeGenerally(acked))
        }
    }

    @Test("what has another form is left to the general decoder and encoder")
    func others() throws {
        let text =
            #"{"entries":[{"at":"2026-11-21T12:00:03.000Z","kind":"quarter","quarter":{"outcome":"missed","#
            + #""target":"2026-11-21T12:00:00.000Z"},"seq":7}],"epoch":"e","oldest":7,"v":1}"#
        #expect(LedgerBatch.readPlain(bytes(text)) != nil)
        let others = [
            ("missed", "postponed"), ("quarter\",", "q\","), ("\"seq\":7", "\"seq\": 7"), ("\"seq\":7", "\"seq\":07"),
            ("\"seq\":7", "\"seq\":7.0"), ("\"seq\":7", "\"seq\":7e0"), ("\"seq\":7", "\"seq\":0"),
            ("\"seq\":7", "\"seq\":2147483647"), ("\"seq\":7", "\"seq\":-7"),
            ("\"seq\":7", "\"seq\":7000000000000000000000"),
            ("\"oldest\":7", "\"oldest\":8"), ("\"oldest\":7", "\"oldest\":0"), ("\"oldest\":7", "\"oldest\":-0"),
            ("\"e\"", "\"\""), ("\"e\"", "\"é\""), ("\"e\"", "\"\\u0065\""),
            ("\"e\"", "\"0123456789abcdef0123456789abcdef0\""),
            ("12:00:00", "12:01:00"), ("11-21T", "13-21T"), ("\"v\":1", "\"v\":2"), ("\"v\":1}", "\"v\":1} "),
            ("\"v\":1}", "\"v\":1"), ("\"target\"", "\"source\":\"cock\",\"target\""),
            ("}],", "},{}],"), ("[{", "[ {"), ("\"outcome\"", "\"detail\":\"a\\tb\",\"outcome\""),
            ("\"outcome\"", "\"detail\":\"\(String(repeating: "x", count: 301))\",\"outcome\""),
        ]
        for (old, new) in others {
            let changed = text.replacing(old, with: new)
            #expect(changed != text && LedgerBatch.readPlain(bytes(changed)) == nil, "\(changed)")
        }
        let entry = LedgerEntry(
            sequence: 1, at: noon, event: .quarter(QuarterRecord(target: noon, outcome: .missed, detail: "\"\u{e9}")))
        #expect(entry.plainJSON == nil)
        #expect(Acked(epoch: "\\", sequence: 1).writePlain() == nil)
    }

    @Test(
        "whatever is done to a payload, what is read of it at once is what the general decoder reads", arguments: 1...8)
    func mutations(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var read = 0
        for _ in 0..<2_000 {
            guard var payload = Self.batches.randomElement(using: &random).map(WireCodec.encode) else { return }
            for _ in 0...(random.next() % 2) {
                let place = Int.random(in: payload.indices, using: &random)
                switch random.next() % 4 {
                case 0: payload[place] ^= 1 << (random.next() % 8)
                case 1: payload.remove(at: place)
                case 2: payload.insert(bytes("0123456789-,\"{}").randomElement(using: &random)!, at: place)
                default: payload[place] = UInt8(ascii: "0") + UInt8(random.next() % 10)
                }
            }
            guard let batch = LedgerBatch.readPlain(payload) else { continue }
            read += 1
            #expect(try! Self.readGenerally(payload).get() == batch, "\(String(decoding: payload, as: UTF8.self))")
        }
        #expect(read > 100)
    }

    /// With a space in front, which makes it none of the plain form.
    private static func readGenerally(_ payload: [UInt8]) -> Result<LedgerBatch, WireError> {
        let spaced = bytes(" ") + payload
        precondition(LedgerBatch.readPlain(spaced) == nil)
        return Result { () throws(WireError) in try WireCodec.decode(LedgerBatch.self, from: spaced) }
    }
}
