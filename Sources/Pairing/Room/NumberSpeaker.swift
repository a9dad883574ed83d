internal import ClockDomain
internal import ClockNodeAudio
internal import ClockRuntime
internal import ClockSound
internal import Logging
internal import Synchronization

/// Says a room's number through its output, with the clips of the standard voice: "I am new. My number is", where the
/// voice has that clip, and the digits, in two groups of three.
final class NumberSpeaker: Sendable {
    private let output: AudioOutput
    private let library: SoundLibrary
    private let lastID = Atomic<UInt64>(0)

    private static let digits = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    static let introduction = "i-am-new"
    private static let betweenDigits: Int64 = 150_000_000
    private static let betweenGroups: Int64 = 450_000_000

    /// - Throws: ``AudioFailure`` when the system gives no thread.
    init(_ configuration: AudioOutput.Configuration, voices: VoiceFolders, logger: Logger) throws(AudioFailure) {
        library = SoundLibrary(voiceFolder: voices.standardVoice, chime: .none)
        output = try AudioOutput(configuration) { event in
            switch event {
            case .failed(_, let failure): logger.warning("the room cannot say its number: \(failure.message)")
            case .trouble(let message): logger.warning("\(message)")
            case .finished, .cancelled, .ringStarted, .ringSilent, .ringEnded, .learned, .probed: break
            }
        }
    }

    func say(_ number: String, volume: Volume) {
        let words = [Self.introduction] + number.compactMap(\.wholeNumberValue).map { Self.digits[$0] }
        var target = MonotonicClock.nanoseconds + 2_000_000_000
        for (index, word) in words.enumerated() {
            let sound = library.render(AnnouncementPlan(clips: [.word(word)]))
            // Without that clip the digits alone say it; a tone in its place would not.
            if index == 0, !sound.missing.isEmpty { continue }
            let id = lastID.add(1, ordering: .relaxed).newValue
            _ = output.play(PlayOrder(id: id, sound: sound, targetNanoseconds: target, volume: volume))
            target +=
                RenderedPlan.nanoseconds(frames: sound.frameCount)
                + (index % 3 == 0 ? Self.betweenGroups : Self.betweenDigits)
        }
    }

    func stop() { output.stop() }
}
