import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

struct ReportTests {
    @Test func isPublishedOnEachConnectAndOtherwiseOnlyOnChange() {
        var node = NodeDriver(at: noon + .minutes(1))
        node.start()
        #expect(node.reports.count == 1)
        node.run(for: .minutes(10))
        #expect(node.reports.count == 1)
        node.send(.brokerDisconnected)
        node.send(.audio(AudioReport(device: "default", state: .ok)))
        #expect(node.reports.count == 1)
        node.send(.brokerConnected)
        #expect(node.reports.count == 2)
        #expect(node.reports.last?.audio.state == .ok)
        node.send(.audio(AudioReport(device: "default", state: .ok)))
        #expect(node.reports.count == 2)
        node.send(.voice(VoiceReport(name: "english", problems: ["two: missing"]), chime: []))
        #expect(node.reports.count == 3)
    }

    /// A broker that lost its memory has no report of the room, and nobody else does.
    @Test func isPublishedOnEachConnectAlsoWithNothingNewInIt() {
        var node = NodeDriver(at: noon + .minutes(1))
        node.start()
        #expect(node.reports.count == 1)
        node.send(.brokerDisconnected)
        node.send(.brokerConnected)
        #expect(node.reports.count == 2)
        #expect(node.reports.first == node.reports.last)
    }

    @Test func isPublishedAnewWhenAProbeIsDoneAlsoWithNothingNewInIt() {
        var node = NodeDriver(at: noon - .minutes(1))
        node.start()
        let audio = NodeCore.Event.audio(AudioReport(device: "default", state: .ok))
        let voice = NodeCore.Event.voice(VoiceReport(name: "english", problems: []), chime: [])
        for finding in [voice, audio] { node.send(finding) }
        let before = node.reports.count
        func probe(_ id: String) -> NodeCore.Event {
            .command(Command(id: id, action: .probe, notAfter: noon + .hours(1)))
        }
        node.send(probe("a"))
        node.send(voice)
        #expect(node.reports.count == before)
        node.send(audio)
        #expect(node.reports.count == before + 1)
        for finding in [voice, audio] { node.send(finding) }
        #expect(node.reports.count == before + 1)

        // The output is not looked at while it plays.
        node.run(for: .seconds(61))
        let playing = node.reports.count
        node.send(probe("b"))
        node.send(voice)
        #expect(node.reports.count == playing + 1)
    }

    @Test func tellsUntilWhenItsCertificateIsValid() {
        var node = NodeDriver(at: noon + .minutes(1), certificateUntil: noon + .hours(24))
        node.start()
        #expect(node.reports.last?.certificateUntil == noon + .hours(24))
    }

    @Test func carriesWhatTheNodeIs() throws {
        var node = NodeDriver(at: noon - .seconds(15) + .microseconds(1234), zone: try zone("Asia/Kathmandu"))
        node.start()
        node.run(for: .seconds(20))
        let report = try #require(node.reports.last)
        #expect(report.instance == "instance")
        #expect(report.version == "1.2.3")
        #expect(report.started == noon - .seconds(15) + .milliseconds(1))
        #expect(report.zone == "Asia/Kathmandu")
        #expect(report.clock.reason == "synchronised by timesyncd")
        #expect(report.next == noon + .minutes(15))
        #expect(report.last == node.records.last)
        #expect(report.ledgerPending == 0)
        #expect(try WireCodec.decode(Reported.self, from: WireCodec.encode(report)) == report)
    }

    @Test(arguments: [Duration.zero, .hours(3)])
    func jitterOfTheOffsetMakesNoTraffic(offset: Duration) {
        var node = NodeDriver(at: noon + .minutes(1), sync: .unsynchronised)
        node.peer = NodeDriver.Peer(offset: offset, outward: .milliseconds(4), homeward: .milliseconds(4))
        node.start()
        node.run(for: .seconds(2))
        let before = node.reports.count
        for step in 0..<40 {
            let jitter = Duration.milliseconds([0, 3, 1, 2][step % 4])
            node.peer = NodeDriver.Peer(
                offset: offset, outward: .milliseconds(4) + jitter, homeward: .milliseconds(5) - jitter)
            node.run(for: .seconds(20))
        }
        #expect(node.reports.count - before <= 1)
        // A change beyond what the exchange can tell is told.
        node.peer = NodeDriver.Peer(offset: offset + .milliseconds(30))
        node.run(for: .minutes(10))
        #expect(node.reports.last?.clock.offsetMilliseconds == (offset + .milliseconds(30)).milliseconds)
    }

    @Test func longTextsFromElsewhereAreOneShortLine() throws {
        var node = NodeDriver(at: noon + .minutes(1))
        node.start()
        let text = String(repeating: "no\nsuch device\u{1B}[31m ", count: 2000)
        node.disk = .fails(text)
        node.send(.audio(AudioReport(device: "default", state: .failed, detail: text)))
        node.send(.voice(VoiceReport(name: "english", problems: Array(repeating: text, count: 100)), chime: []))
        node.send(.desired(desired(1)))
        let report = try #require(node.reports.last)
        #expect(WireCodec.encode(report).count < 8192)
        #expect(report.voice.problems.count == VoiceReport.maximumProblems)
        let texts = report.voice.problems + [report.audio.detail ?? "", report.problem ?? ""] + node.warnings
        #expect(texts.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
    }

    @Test func outputsAreToldWithinBounds() throws {
        var node = NodeDriver(at: noon + .minutes(1))
        node.start()
        let long = AudioDeviceReport(name: String(repeating: "a", count: 200), description: "")
        let card = AudioDeviceReport(name: "hw:0", description: String(repeating: "b\n", count: 200))
        node.send(
            .audio(AudioReport(device: "default", state: .ok, devices: [long] + Array(repeating: card, count: 40))))
        let devices = try #require(node.reports.last).audio.devices
        #expect(devices.count == AudioReport.maximumDevices)
        #expect(devices.allSatisfy { $0.name == "hw:0" && (1...128).contains($0.description.utf8.count) })
        let report = try #require(node.reports.last)
        #expect(try WireCodec.decode(Reported.self, from: WireCodec.encode(report)) == report)
    }

    @Test func theOutputsThatThereAreAreKeptWhenTheConfiguredOneFails() {
        var node = NodeDriver(at: noon - .seconds(15))
        node.output = .fails(.deviceMissing, message: "gone")
        node.start()
        let devices = [AudioDeviceReport(name: "hw:0", description: "Card")]
        node.send(.audio(AudioReport(device: "default", state: .ok, devices: devices)))
        node.send(.wake(wake()))
        node.run(for: .minutes(1))
        #expect(node.reports.last?.audio.state == .missing)
        #expect(node.reports.last?.audio.devices == devices)
    }

    @Test func thousandsOfLinesOnTheirWayAreNotThousandsOfReports() {
        var node = NodeDriver(at: noon + .minutes(1), state: state(pending: 3000))
        node.start()
        for sequence in stride(from: 100, through: 3000, by: 100) {
            node.send(.acked(Acked(epoch: "first", sequence: sequence)))
        }
        #expect(node.reports.last?.ledgerPending == 0)
        #expect(node.reports.count <= 32)
    }
}
