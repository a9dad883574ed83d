internal import ClockDomain

extension Reported {
    enum CodingKeys: String, CodingKey {
        case instance, version, started, zone, clock, store, generation, revision, settings, audio, voice, next, last,
            problem
        case rings, upcoming, timers, plays, sounds, packs, refused, emergency
        case isBare = "bare"
        case alarmCount = "alarms"
        case leadMilliseconds = "lead_ms"
        case ledgerPending = "ledger_pending"
        case certificateUntil = "certificate_until"
        case storedRevision = "stored_revision"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            instance: try container.decode(String.self, forKey: .instance),
            version: try container.decode(String.self, forKey: .version),
            started: try container.decode(WallTime.self, forKey: .started),
            zone: try container.decode(String.self, forKey: .zone),
            clock: try container.decode(ClockReport.self, forKey: .clock),
            store: try container.decodeIfPresent(String.self, forKey: .store),
            generation: try container.decodeIfPresent(StoreGeneration.self, forKey: .generation) ?? .uncounted,
            isBare: try container.decodeIfPresent(Bool.self, forKey: .isBare) ?? false,
            refused: try container.decodeIfPresent(RefusedStore.self, forKey: .refused),
            revision: try container.decode(Int.self, forKey: .revision),
            settings: try container.decode(NodeSettings.self, forKey: .settings),
            audio: try container.decode(AudioReport.self, forKey: .audio),
            voice: try container.decode(VoiceReport.self, forKey: .voice),
            packs: try container.decodeAscending(atMost: PackLimits.packs, "packs", by: \.name, forKey: .packs),
            leadMilliseconds: try container.decode(Self.leadRange, "ms", forKey: .leadMilliseconds, standard: 0),
            sounds: try container.decodeIfPresent(SoundsReport.self, forKey: .sounds),
            next: try container.decodeIfPresent(WallTime.self, forKey: .next),
            last: try container.decodeIfPresent(QuarterRecord.self, forKey: .last),
            rings: try container.decodeAscending(
                atMost: Reported.maximumRings, "rings", by: \.occurrence, forKey: .rings),
            upcoming: try container.decodeAscending(
                atMost: Reported.maximumUpcoming, "upcoming occurrences", by: \.occurrence, forKey: .upcoming),
            timers: try container.decodeAscending(atMost: Desired.maximumTimers, "timers", by: \.id, forKey: .timers),
            plays: try container.decodeList(atMost: SoundOrder.maximumPerNode, "sounds", forKey: .plays),
            ledgerPending: try container.decode(Int.self, forKey: .ledgerPending),
            problem: try container.decodeIfPresent(String.self, forKey: .problem),
            certificateUntil: try container.decodeIfPresent(WallTime.self, forKey: .certificateUntil),
            storedRevision: try container.decodeIfPresent(Int.self, forKey: .storedRevision),
            alarmCount: try container.decode(0...Desired.maximumAlarms, "alarms", forKey: .alarmCount, standard: 0),
            emergency: try container.decodeIfPresent(EmergencyReport.self, forKey: .emergency))
    }
}
