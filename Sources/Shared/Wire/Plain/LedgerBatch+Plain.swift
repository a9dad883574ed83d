internal import ClockDomain

// Keys in the order of the alphabet, as everywhere on the wire. The checks are those of the decoders in Messages; a
// text that fails one goes to those decoders, which also name the fault.

extension LedgerBatch {
    public static func readPlain(_ payload: [UInt8]) -> LedgerBatch? {
        var reader = PlainReader(payload)
        var entries: [LedgerEntry] = []
        guard reader.consume("{\"entries\":[") else { return nil }
        repeat {
            guard entries.count < maximumEntries, let entry = LedgerEntry(plain: &reader),
                entries.last.map({ $0.sequence + 1 == entry.sequence }) ?? true
            else { return nil }
            entries.append(entry)
        } while reader.consume(",")
        guard reader.consume("],\"epoch\":"), let epoch = reader.text(), (1...32).contains(epoch.utf8.count),
            reader.consume(",\"oldest\":"), let oldest = reader.number(), (1...entries[0].sequence).contains(oldest),
            reader.consume(",\"v\":1}"), reader.isAtEnd
        else { return nil }
        return LedgerBatch(epoch: epoch, oldest: oldest, entries: entries)
    }
}

extension LedgerEntry {
    /// A quarter hour's; the others are rare.
    fileprivate init?(plain reader: inout PlainReader) {
        guard reader.consume("{\"at\":"), let at = reader.instant(),
            reader.consume(",\"kind\":\"quarter\",\"quarter\":"),
            let record = QuarterRecord(plain: &reader), reader.consume(",\"seq\":"), let sequence = reader.number(),
            (1..<Int(Int32.max)).contains(sequence), reader.consume("}")
        else { return nil }
        self.init(sequence: sequence, at: at, event: .quarter(record))
    }

    /// As ``WireCodec`` writes it within a batch, and the store keeps it; `nil` where only the general encoder can.
    public var plainJSON: String? {
        guard case .quarter(let record) = event else { return nil }
        var writer = PlainWriter()
        writer.add("{\"at\":", text: at.rfc3339)
        writer.add(",\"kind\":\"quarter\",\"quarter\":")
        record.write(to: &writer)
        writer.add(",\"seq\":", sequence)
        writer.add("}")
        return writer.hasFailed ? nil : String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension QuarterRecord {
    fileprivate init?(plain reader: inout PlainReader) {
        guard reader.consume("{") else { return nil }
        let detail = reader.text(if: "\"detail\":")
        guard detail.map({ $0.utf8.count <= QuarterRecord.maximumDetailBytes && reader.consume(",") }) ?? true else {
            return nil
        }
        let onset = reader.number(if: "\"onset_error_us\":")
        guard onset == nil || reader.consume(","),
            let outcome = reader.text(if: "\"outcome\":").flatMap(QuarterOutcome.init)
        else { return nil }
        let reason = reader.text(if: ",\"reason\":")
        let source = reader.text(if: ",\"source\":")
        guard reader.consume(",\"target\":"), let target = reader.instant(), QuarterHour.isQuarterHour(target) else {
            return nil
        }
        let trips = reader.number(if: ",\"trips\":")
        let latency = reader.number(if: ",\"wake_latency_ms\":")
        guard reader.consume("}"), !reader.hasFailed else { return nil }
        self.init(
            target: target, outcome: outcome, reason: reason.flatMap(QuarterReason.init), detail: detail,
            source: source.flatMap(WakeSource.init), wakeLatencyMilliseconds: latency, onsetErrorMicroseconds: onset,
            trips: trips)
        // One that is not known is refused.
        if source != nil, self.source == nil { return nil }
    }

    fileprivate func write(to writer: inout PlainWriter) {
        writer.add("{")
        if let detail {
            writer.add("\"detail\":", text: detail)
            writer.add(",")
        }
        if let onsetErrorMicroseconds {
            writer.add("\"onset_error_us\":", onsetErrorMicroseconds)
            writer.add(",")
        }
        writer.add("\"outcome\":", text: outcome.rawValue)
        writer.add(",\"reason\":", text: reason?.rawValue)
        writer.add(",\"source\":", text: source?.rawValue)
        writer.add(",\"target\":", text: target.rfc3339)
        writer.add(",\"trips\":", trips)
        writer.add(",\"wake_latency_ms\":", wakeLatencyMilliseconds)
        writer.add("}")
    }
}

extension Acked {
    public func writePlain() -> [UInt8]? {
        var writer = PlainWriter()
        writer.add("{")
        if let at {
            writer.add("\"at\":", text: at.rfc3339)
            writer.add(",")
        }
        writer.add("\"epoch\":", text: epoch)
        writer.add(",\"sequence\":", sequence)
        writer.add(",\"v\":1}")
        return writer.hasFailed ? nil : writer.bytes
    }
}
