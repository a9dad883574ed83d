internal import ClockDomain

extension LedgerBatch {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        epoch = try container.decode(String.self, forKey: .epoch)
        guard (1...32).contains(epoch.utf8.count) else {
            throw DecodingError.dataCorruptedError(
                forKey: .epoch, in: container, debugDescription: "\(epoch.utf8.count) characters are not in 1...32")
        }
        entries = try container.decode([LedgerEntry].self, forKey: .entries)
        guard (1...LedgerBatch.maximumEntries).contains(entries.count) else {
            throw DecodingError.dataCorruptedError(
                forKey: .entries, in: container,
                debugDescription: "\(entries.count) entries are not in 1...\(LedgerBatch.maximumEntries)")
        }
        guard zip(entries, entries.dropFirst()).allSatisfy({ $0.sequence + 1 == $1.sequence }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .entries, in: container, debugDescription: "sequences do not follow each other")
        }
        oldest = try container.decode(Int.self, forKey: .oldest)
        guard (1...entries[0].sequence).contains(oldest) else {
            throw DecodingError.dataCorruptedError(
                forKey: .oldest, in: container, debugDescription: "\(oldest) is not in 1...\(entries[0].sequence)")
        }
    }

    enum CodingKeys: String, CodingKey {
        case epoch, oldest, entries
    }
}

extension Acked {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        epoch = try container.decode(String.self, forKey: .epoch)
        sequence = try container.decode(Int.self, forKey: .sequence)
        // Zero: the coordinator knows the epoch and has nothing of it yet.
        guard (0..<Int(Int32.max)).contains(sequence) else {
            throw DecodingError.dataCorruptedError(
                forKey: .sequence, in: container, debugDescription: "\(sequence) is not in 0..<\(Int32.max)")
        }
        at = try container.decodeIfPresent(WallTime.self, forKey: .at)
    }

    enum CodingKeys: String, CodingKey {
        case epoch, sequence, at
    }
}

extension LedgerEntry: Codable {
    enum CodingKeys: String, CodingKey {
        case sequence = "seq"
        case at, kind, quarter, ring, sound
    }

    /// The event's name on the wire and in the store.
    public var kind: String {
        switch event {
        case .quarter: "quarter"
        case .ring: "ring"
        case .sound: "sound"
        case .unknown(let kind): kind
        }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let sequence = try container.decode(Int.self, forKey: .sequence)
        // The upper bound keeps `sequence + 1` from ever overflowing.
        guard (1..<Int(Int32.max)).contains(sequence) else {
            throw DecodingError.dataCorruptedError(
                forKey: .sequence, in: container, debugDescription: "\(sequence) is not in 1..<\(Int32.max)")
        }
        let at = try container.decode(WallTime.self, forKey: .at)
        let kind = try container.decode(String.self, forKey: .kind)
        switch kind {
        case "quarter":
            if let outcome = try LedgerEntry.unknownOutcome(in: container) {
                let kind = "quarter:\(outcome)".line(maximumBytes: 32)
                self.init(sequence: sequence, at: at, event: .unknown(kind: kind))
            } else {
                let record = try container.decode(QuarterRecord.self, forKey: .quarter)
                self.init(sequence: sequence, at: at, event: .quarter(record))
            }
        case "ring":
            if let word = try LedgerEntry.unknownRing(in: container) {
                self.init(sequence: sequence, at: at, event: .unknown(kind: "ring:\(word)".line(maximumBytes: 32)))
            } else {
                let record = try container.decode(RingRecord.self, forKey: .ring)
                self.init(sequence: sequence, at: at, event: .ring(record))
            }
        case "sound":
            let record = try container.nestedContainer(keyedBy: SoundRecord.CodingKeys.self, forKey: .sound)
            let outcome = try record.decode(String.self, forKey: .outcome)
            if SoundOutcome(rawValue: outcome) == nil {
                self.init(sequence: sequence, at: at, event: .unknown(kind: "sound:\(outcome)".line(maximumBytes: 32)))
            } else {
                let record = try container.decode(SoundRecord.self, forKey: .sound)
                self.init(sequence: sequence, at: at, event: .sound(record))
            }
        default: self.init(sequence: sequence, at: at, event: .unknown(kind: kind.line(maximumBytes: 32)))
        }
    }

    /// The record's outcome where it is none of this program's. A newer node's may not be, and would otherwise hold up
    /// the node's whole ledger.
    private static func unknownOutcome(in container: KeyedDecodingContainer<CodingKeys>) throws -> String? {
        let record = try container.nestedContainer(keyedBy: QuarterRecord.CodingKeys.self, forKey: .quarter)
        let outcome = try record.decode(String.self, forKey: .outcome)
        return QuarterOutcome(rawValue: outcome) == nil ? outcome : nil
    }

    /// As ``unknownOutcome(in:)`` for an occurrence: its outcome, or the id of its alarm or timer.
    private static func unknownRing(in container: KeyedDecodingContainer<CodingKeys>) throws -> String? {
        let record = try container.nestedContainer(keyedBy: RingRecord.CodingKeys.self, forKey: .ring)
        let outcome = try record.decode(String.self, forKey: .outcome)
        guard RingOutcome(rawValue: outcome) != nil else { return outcome }
        let occurrence = try record.nestedContainer(keyedBy: Occurrence.CodingKeys.self, forKey: .occurrence)
        let source = try occurrence.decode(String.self, forKey: .source)
        return RingSource(source) == nil ? source : nil
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sequence, forKey: .sequence)
        try container.encode(at, forKey: .at)
        try container.encode(kind, forKey: .kind)
        switch event {
        case .quarter(let record): try container.encode(record, forKey: .quarter)
        case .ring(let record): try container.encode(record, forKey: .ring)
        case .sound(let record): try container.encode(record, forKey: .sound)
        case .unknown: break
        }
    }
}
