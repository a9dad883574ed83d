import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

@Suite struct DoctorTests {
    private var harness = CoreHarness(at: "18:01:00")
    private let sound = StoreCheck(sizeBytes: 5 << 20, freeBytes: 9 << 30, problem: nil)

    init() {
        harness.join(kitchen)
    }

    private func checks(_ effects: [CoordinatorEffect]) -> [String: DoctorCheck] {
        for case let report as DoctorReport in effects.results {
            return Dictionary(uniqueKeysWithValues: report.checks.map { ($0.subject, $0) })
        }
        return [:]
    }

    @Test mutating func aNodeThatCannotSaveItsDocumentIsTold() throws {
        harness.request(DoctorRequest())
        harness.send(.storeChecked(sound))
        var report = reported()
        report.storedRevision = 0
        harness.send(.reported(kitchen, report))
        let settings = try #require(checks(harness.effects)["kitchen settings"])
        #expect(settings.verdict == .failed && settings.fix != nil)
        #expect(settings.finding == "revision 1 applied, and only 0 is on its disk: a crash would lose the rest")
        #expect(harness.status(kitchen).revision.stored == 0)
    }

    @Test mutating func itTellsWhoSpeaksTextsAndHowToGetABetterVoice() throws {
        func speech(_ check: SpeechCheck) throws -> DoctorCheck {
            harness.request(DoctorRequest())
            #expect(harness.effects.contains(.checkSpeech(SpeechVoice(name: "english"))))
            harness.send(.speechChecked(check))
            harness.send(.storeChecked(sound))
            harness.send(.reported(kitchen, reported()))
            return try #require(checks(harness.effects)["speech"])
        }
        let other = try speech(SpeechCheck(speaker: "espeak-ng", better: "hibari: install it"))
        #expect(other.verdict == .ok)
        #expect(other.finding == "espeak-ng speaks the texts of say; a better voice is hibari: install it")
        let failed = try speech(SpeechCheck(speaker: "espeak-ng", failure: "text2wave wrote nothing"))
        #expect(failed.verdict == .warning && failed.finding.hasPrefix("text2wave wrote nothing; espeak-ng speaks"))
        let none = try speech(SpeechCheck(speaker: nil))
        #expect(none.verdict == .warning && none.fix?.contains("espeak-ng") == true)
    }

    @Test mutating func itAnswersWhenStoreAndEveryOnlineNodeHaveBeenHeard() throws {
        harness.request(DoctorRequest())
        #expect(harness.effects.commands.map(\.command.action) == [.probe])
        #expect(harness.effects.contains(.checkStore))
        #expect(harness.replies.isEmpty)
        harness.send(.storeChecked(sound))
        #expect(harness.replies.isEmpty)
        harness.send(.reported(kitchen, reported()))
        let checks = checks(harness.effects)
        #expect(
            checks.keys.sorted() == [
                "broker", "coordinator clock", "kitchen", "kitchen audio", "kitchen clock", "kitchen ledger",
                "kitchen settings", "kitchen voice", "store",
            ])
        #expect(checks.values.allSatisfy { $0.verdict == .ok && $0.fix == nil })
        #expect(harness.deadline(.doctor) == nil)
    }

    @Test(
        arguments: [
            (31, .ok, "valid until 2026-12-22"), (30, .warning, "ends 2026-12-21, in 30 d"),
            (8, .warning, "ends 2026-11-29, in 8 d"),
            (7, .failed, "ends 2026-11-28, in 7 d; from then on the broker refuses it"),
            (-3, .failed, "ended 2026-11-18, 3 d ago: the broker refuses it"),
        ] as [(Int64, DoctorCheck.Verdict, String)])
    mutating func aCertificateThatIsAboutToEndIsTold(
        days: Int64, verdict: DoctorCheck.Verdict, finding: String
    ) throws {
        let end = instant("18:01:00") + .seconds(days * 86_400)
        harness = CoreHarness(at: "18:01:00", certificateUntil: end)
        harness.join(kitchen)
        harness.request(DoctorRequest())
        harness.send(.storeChecked(sound))
        var report = reported()
        report.certificateUntil = end
        harness.send(.reported(kitchen, report))
        let checks = checks(harness.effects)
        for (subject, name) in [("coordinator certificate", "coordinator"), ("kitchen certificate", "kitchen")] {
            let check = try #require(checks[subject])
            #expect(check.verdict == verdict && check.finding == finding, "\(check)")
            #expect(check.fix?.contains("clockctl pki renew \(name)") == (verdict == .ok ? nil : true))
        }
        // One that cannot connect any more is offline, and its certificate the reason.
        harness.send(.availability(kitchen, .offline))
        harness.request(DoctorRequest())
        harness.send(.storeChecked(sound))
        #expect(self.checks(harness.effects)["kitchen certificate"]?.finding == finding)
    }

    @Test mutating func aMissingOutputIsToldWithTheOnesThatThereAre() throws {
        harness.request(DoctorRequest())
        harness.send(.storeChecked(sound))
        var report = reported(audio: .missing)
        report.audio.device = "hw:CARD=Amp"
        report.audio.devices = [
            AudioDeviceReport(name: "default", description: ""),
            AudioDeviceReport(name: "plughw:CARD=Device", description: "USB Audio"),
        ]
        harness.send(.reported(kitchen, report))
        let audio = try #require(checks(harness.effects)["kitchen audio"])
        #expect(audio.verdict == .failed)
        #expect(
            audio.fix
                == "plug the output in, or name another one: kitchen has default, plughw:CARD=Device (USB Audio); "
                + "set audio.device in node.yaml")
    }

    @Test(arguments: [
        (AudioReport(device: "null", state: .ok, hasClock: false), "null has no clock: it takes a sound as fast as"),
        (AudioReport(device: "bt", state: .ok, depthMilliseconds: 6_600), "bt keeps sound for 6600 ms; sounds are"),
        (AudioReport(device: "bt", state: .ok, depthMilliseconds: 6_500), nil),
    ])
    mutating func whatAnOutputCannotDoIsTold(audio: AudioReport, warning: String?) throws {
        harness.request(DoctorRequest())
        harness.send(.storeChecked(sound))
        var report = reported()
        report.audio = audio
        harness.send(.reported(kitchen, report))
        let check = try #require(checks(harness.effects)["kitchen audio"])
        #expect(check.verdict == (warning == nil ? .ok : .warning))
        #expect(check.finding.hasPrefix(warning ?? "bt is ok"))
    }

    @Test mutating func aNodeThatDoesNotReportIsWaitedForThreeSeconds() throws {
        harness.request(DoctorRequest())
        harness.send(.storeChecked(sound))
        #expect(checks(harness.advance(.milliseconds(2_999))).isEmpty)
        let node = try #require(checks(harness.advance(.milliseconds(1)))["kitchen"])
        #expect(node.verdict == .failed && node.finding.contains("did not report"))
    }

    @Test mutating func everyTroubleHasAVerdictAndAFix() throws {
        harness.send(.availability(bedroom, .offline))
        harness.commitAll()
        harness.now.sync = .unsynchronised
        harness.request(DoctorRequest())
        harness.send(.storeChecked(StoreCheck(sizeBytes: 1, freeBytes: 1 << 20, problem: nil)))
        harness.send(
            .reported(
                kitchen,
                reported(revision: 0, audio: .busy, trusted: false, problems: ["three.wav is missing"], pending: 500)))
        let checks = checks(harness.effects)
        let troubled = [
            "store": DoctorCheck.Verdict.warning, "coordinator clock": .warning, "bedroom": .warning,
            "kitchen audio": .failed, "kitchen clock": .failed, "kitchen voice": .failed, "kitchen settings": .warning,
            "kitchen ledger": .warning,
        ]
        for (subject, verdict) in troubled {
            let check = try #require(checks[subject])
            #expect(check.verdict == verdict, "\(subject)")
            #expect(check.fix?.isEmpty == false, "\(subject)")
        }
        #expect(checks["kitchen voice"]?.finding.contains("three.wav") == true)
    }

    @Test mutating func aSoundThatSomethingIsToRingWithIsAFailureAndAnyOtherAWarning() throws {
        harness.request(
            ChangeRequest(changes: [
                .startTimer(
                    name: "tea", seconds: 600, targets: RingTargets(nodes: [kitchen]),
                    ring: RingStyle(
                        sound: "rooster", volume: nil, rampSeconds: 0, limitMinutes: 10, snoozeMinutes: 0))
            ]))
        harness.commitAll()
        harness.request(DoctorRequest())
        harness.send(.storeChecked(sound))
        let problems = ["rooster", "gong"].map {
            SoundProblem(sound: $0, finding: "\($0).wav: is silent", fix: "replace it")
        }
        harness.send(
            .reported(kitchen, reported(sounds: SoundsReport(folder: "/sounds", names: ["owl"], problems: problems))))
        let checks = checks(harness.effects)
        #expect(checks["kitchen sound rooster"]?.verdict == .failed)
        #expect(checks["kitchen sound rooster"]?.finding == "rooster.wav: is silent")
        #expect(checks["kitchen sound rooster"]?.fix?.contains("replace it") == true)
        #expect(checks["kitchen sound gong"]?.verdict == .warning)
        #expect(harness.status(kitchen).sounds?.names == ["owl"])
    }

    @Test mutating func aFailingStoreIsToldWithItsReason() throws {
        harness.request(SetRequest(nodes: [kitchen], change: SettingsPatch(mute: .on)))
        harness.send(.commitFailed(try #require(harness.commit).id, reason: "no space is left"))
        harness.request(DoctorRequest())
        harness.send(.storeChecked(sound))
        harness.send(.reported(kitchen, reported()))
        let store = try #require(checks(harness.effects)["store"])
        #expect(store.verdict == .failed && store.finding.contains("no space is left"))
    }

    @Test mutating func clientsThatAskMeanwhileShareTheExamination() {
        let other = RequestOrigin("other")
        harness.request(DoctorRequest())
        harness.request(DoctorRequest(), from: other)
        #expect(harness.effects.isEmpty)
        harness.send(.storeChecked(sound))
        harness.send(.reported(kitchen, reported()))
        #expect(harness.replies.count == 2)
        // And the next one looks again.
        harness.request(DoctorRequest())
        #expect(harness.effects.contains(.checkStore))
    }

    @Test func anEmptySiteIsTold() {
        var harness = CoreHarness(at: "18:01:00")
        harness.request(DoctorRequest())
        harness.send(.storeChecked(sound))
        #expect(checks(harness.effects)["nodes"]?.verdict == .warning)
    }

    @Test(
        "doctor says whom the broker takes without a name",
        arguments: [
            (nil, .ok, nil), (.closed, .ok, nil), (.thisMachine, .ok, "its machine"),
            (.everybody, .warning, "clock.source: coordinator"),
        ] as [(BrokerOpenness?, DoctorCheck.Verdict, String?)])
    mutating func openness(_ openness: BrokerOpenness?, _ verdict: DoctorCheck.Verdict, _ words: String?) throws {
        harness.openness = openness
        harness.send(.availability(kitchen, .offline))
        harness.request(DoctorRequest())
        let check = try #require(checks(harness.send(.storeChecked(sound)))["broker"])
        #expect(check.verdict == verdict && (check.fix != nil) == (verdict == .warning))
        #expect(words.map { check.finding.contains($0) } ?? check.finding.hasSuffix("Z"), "\(check.finding)")
    }
}
