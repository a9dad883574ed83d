import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

/// The node looks for the sound files of alarms and timers before they are due.
struct SoundFileTests {
    private func checks(_ node: NodeDriver) -> [[String]] {
        node.effects.compactMap { if case .checkSounds(let names) = $0 { names } else { nil } }
    }

    private func ring(_ sound: String) -> RingStyle {
        var ring = RingStyle.alarm
        ring.sound = sound
        return ring
    }

    @Test func atTheStartWithEachDocumentAndWhenAsked() {
        var node = NodeDriver(at: noon + .minutes(1))
        node.start()
        #expect(checks(node) == [[]])
        node.send(
            .desired(
                document(
                    alarms: [
                        alarm(1, at: "07:00", ring: ring("rooster")), alarm(2, at: "08:00", ring: ring("harp")),
                        alarm(3, at: "09:00", ring: ring("rooster")),
                        alarm(4, at: "10:00", ring: ring("unused")) { $0.isEnabled = false },
                    ], timers: [timer(ends: noon + .minutes(10), ring: ring("gong"))])))
        #expect(checks(node).last == ["gong", "rooster"])
        node.send(.command(Command(id: "1", action: .probe, notAfter: noon + .minutes(2))))
        #expect(checks(node).count == 3)
    }

    @Test func aSpokenRingHasTheFileOfItsLabel() throws {
        var node = NodeDriver(at: noon + .minutes(1))
        node.start()
        node.send(
            .desired(
                document(
                    alarms: [alarm(1, at: "07:00", ring: ring("spoken")) { $0.label = "Get up" }],
                    timers: [timer(ends: noon + .minutes(10), ring: ring("spoken"))])))
        #expect(checks(node).last == [SpokenText.file(of: "Get up"), SpokenText.file(of: "Pasta")].sorted())
        node.run(for: .minutes(10))
        let orders = node.effects.compactMap { if case .startRing(let order) = $0 { order.sound } else { nil } }
        #expect(orders == [SpokenText.file(of: "Pasta")])
    }

    @Test func whatIsMissingIsReportedAndLoggedOnce() {
        var node = NodeDriver(
            at: noon + .minutes(1), state: state(document(alarms: [alarm(at: "07:00", ring: ring("rooster"))])))
        node.soundFiles = ["gong"]
        node.start()
        #expect(
            node.reports.last?.sounds
                == SoundsReport(
                    folder: "/sounds", names: ["gong"],
                    problems: [
                        SoundProblem(sound: "rooster", finding: "rooster.wav: there is no such file", fix: "add it")
                    ]))
        #expect(node.warnings.filter { $0.contains("rooster.wav") }.count == 1)
        node.send(.command(Command(id: "1", action: .probe, notAfter: noon + .minutes(2))))
        #expect(node.warnings.filter { $0.contains("rooster.wav") }.count == 1)
        node.soundFiles = ["gong", "rooster"]
        node.send(.command(Command(id: "2", action: .probe, notAfter: noon + .minutes(2))))
        #expect(node.reports.last?.sounds?.problems == [])
    }

    @Test func aProbeIsOverWhenTheSoundsWereLookedAtToo() {
        var node = NodeDriver(at: noon + .minutes(1))
        node.answersSounds = false
        node.start()
        let report = SoundsReport(folder: "/sounds", names: [], problems: [])
        node.send(.sounds(report))
        node.send(.audio(AudioReport(device: "default", state: .ok)))
        node.send(.command(Command(id: "1", action: .probe, notAfter: noon + .minutes(2))))
        let count = node.reports.count
        node.send(.audio(AudioReport(device: "default", state: .ok)))
        #expect(node.reports.count == count)
        node.send(.sounds(report))
        #expect(node.reports.count == count + 1)
    }

    @Test func aFolderFullOfEverythingIsCutToWhatAReportHasRoomFor() {
        var node = NodeDriver(at: noon + .minutes(1))
        node.answersSounds = false
        node.start()
        let text = String(repeating: "x", count: 1000) + "\n"
        node.send(
            .sounds(
                SoundsReport(
                    folder: text, names: (0..<100).map { "s\($0 % 90)" } + ["Not A Name"],
                    problems: Array(repeating: SoundProblem(sound: "gong", finding: text, fix: text), count: 20))))
        let sounds = node.reports.last?.sounds
        #expect(sounds?.names.count == SoundsReport.maximumNames)
        #expect(sounds?.names == sounds?.names.sorted())
        #expect(sounds?.problems.count == SoundsReport.maximumProblems)
        #expect(sounds.map { $0.problems[0].finding.utf8.count <= SoundProblem.maximumTextBytes } == true)
        #expect(
            node.reports.last.map { (try? WireCodec.decode(Reported.self, from: WireCodec.encode($0))) == $0 } == true)
    }
}
