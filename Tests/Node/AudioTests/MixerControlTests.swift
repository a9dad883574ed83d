import ClockDomain
import ClockSound
import ClockSoundTestSupport
import FoundationEssentials
import Testing

@testable import ClockNodeAudio

@Suite("The card's own volume", .fewAtATime, .repeatedWhenHeldUp)
struct MixerControlTests {
    private static let soft = MixerLevel(volumes: [5, 7], isOn: false)
    private static let range = 0...31

    @Test("It is set for a sound and put back after it, unless somebody changed it meanwhile")
    func decisions() {
        let ours = MixerLevel(volumes: [25, 25], isOn: true)
        // The level after it was set, the level at the end, the level put back.
        let cases: [(after: MixerLevel, atEnd: MixerLevel?, back: MixerLevel?)] = [
            (ours, ours, Self.soft),
            // A control of coarse steps takes what is near.
            (MixerLevel(volumes: [24, 24], isOn: true), MixerLevel(volumes: [24, 24], isOn: true), Self.soft),
            // Somebody turned it down, muted it, or put it back themselves.
            (ours, MixerLevel(volumes: [10, 10], isOn: true), nil),
            (ours, MixerLevel(volumes: [25, 20], isOn: true), nil),
            (ours, MixerLevel(volumes: [25, 25], isOn: false), nil),
            (ours, Self.soft, nil),
            // It did not take the level at all: putting it back changes nothing.
            (Self.soft, Self.soft, Self.soft),
            // The card is gone.
            (ours, nil, nil),
        ]
        for (after, atEnd, back) in cases {
            var keeper = MixerKeeper()
            #expect(keeper.begin(current: Self.soft, percent: 80, range: Self.range) == ours)
            #expect(keeper.isHolding)
            keeper.didSet(after)
            #expect(keeper.begin(current: ours, percent: 80, range: Self.range) == nil)
            #expect(keeper.end(current: atEnd) == back, "\(after) \(String(describing: atEnd))")
            #expect(!keeper.isHolding)
            #expect(keeper.end(current: ours) == nil)
        }
    }

    @Test("A control that stands as it should is neither set nor put back, and one without a switch has none")
    func nothingToDo() {
        var keeper = MixerKeeper()
        #expect(keeper.begin(current: MixerLevel(volumes: [31]), percent: 100, range: Self.range) == nil)
        #expect(!keeper.isHolding)
        #expect(
            keeper.begin(current: MixerLevel(volumes: [-6000]), percent: 0, range: -10_000...0)
                == MixerLevel(volumes: [-10_000]))
    }

    @Test("A setting is a control, or a mixer and a control")
    func setting() throws {
        let plain = try #require(MixerSetting("Master", percent: 90))
        #expect(plain.card == nil && plain.control == "Master" && plain.percent == 90)
        let named = try #require(MixerSetting("hw:1,PCM", percent: 90))
        #expect(named.card == "hw:1" && named.control == "PCM")
        #expect(try #require(MixerSetting("Line, Front", percent: 1)).control == "Line, Front")
        #expect(MixerSetting("", percent: 1) == nil)
        #expect(MixerSetting("hw:1,", percent: 1) == nil)
        #expect(SessionMixer.card(of: "plughw:CARD=Device,DEV=0") == "hw:Device")
        #expect(SessionMixer.card(of: "default") == "default")
    }

    private static func ring(at target: Int64) -> RingSoundOrder {
        RingSoundOrder(
            id: 1, sound: RingSound(frames: TestSound.noise(milliseconds: 100)), targetNanoseconds: target,
            volume: .full, rampSeconds: 0)
    }

    private static func setting(_ control: String) throws -> MixerSetting {
        var setting = try #require(MixerSetting(control, percent: 80))
        setting.card = "room"
        return setting
    }

    private static func text(_ file: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
    }

    /// Rings for a second; `meanwhile` is done in the middle of it. What the mixer says in the lead-in, in the middle and
    /// after.
    private func levels(
        _ device: PacedDevice, start: String, meanwhile: @escaping @Sendable () throws -> Void
    ) async throws -> [String] {
        try Data(start.utf8).write(to: URL(filePath: device.mixerFile))
        let (output, log) = try device.output(mixer: Self.setting("Master"))
        let target = monotonic(inMilliseconds: 900)
        let file = device.mixerFile
        _ = output.ring(Self.ring(at: target))
        let levels = try await OwnThread.run {
            OwnThread.sleep(until: target - 500_000_000)
            let before = try Self.text(file)
            OwnThread.sleep(until: target + 500_000_000)
            let during = try Self.text(file)
            try meanwhile()
            output.cancel(1)
            return [before, during]
        }
        try await log.waitForEnd()
        #expect(output.stop())
        return try levels + [Self.text(file)]
    }

    @Test("The mixer of an output is up while it rings, and stands as before after it")
    func setAndPutBack() async throws {
        let device = try PacedDevice()
        #expect(try await levels(device, start: "5 7 0\n") {} == ["5 7 0\n", "25 25 1\n", "5 7 0\n"])
    }

    @Test("A volume that somebody sets while it rings stays")
    func changedMeanwhile() async throws {
        let device = try PacedDevice()
        let file = device.mixerFile
        let levels = try await levels(device, start: "5 7 0\n") {
            try Data("12 12 1\n".utf8).write(to: URL(filePath: file))
        }
        #expect(levels == ["5 7 0\n", "25 25 1\n", "12 12 1\n"])
    }

    @Test("A control that is not there is told once, and sounds are played all the same")
    func missingControl() async throws {
        let device = try PacedDevice()
        let (output, log) = try device.output(mixer: Self.setting("Woofer"))
        for id in [1, 2] as [UInt64] {
            _ = output.play(
                PlayOrder(
                    id: id, sound: RenderedPlan(frames: TestSound.noise(milliseconds: 100), anchorFrame: 0),
                    targetNanoseconds: monotonic(inMilliseconds: 500), volume: .full))
            _ = try await log.finished(id)
        }
        output.stop()
        let troubles = log.all.compactMap { if case .trouble(let text) = $0 { text } else { nil } }
        #expect(troubles.count == 1)
        #expect(troubles.first?.contains("Woofer") == true)
    }
}
