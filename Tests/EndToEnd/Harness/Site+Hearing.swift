import ClockDomain
import ClockTestSupport
import PacedRecording

/// Judges by the sounds of the rooms' outputs, never by the programs' word.
extension Site {
    /// An announcement as it was heard.
    struct Announcement: Sendable {
        /// The instant at which the first frame of its first clip left the output, to a fraction of a frame, by the
        /// site's clock.
        var onset: WallTime
        var words: [String]
        /// Amplitude of the first clip relative to its file.
        var gain: Double
    }

    /// A stretch of sound between silences.
    struct Sound: Sendable, CustomStringConvertible {
        var start: WallTime
        var end: WallTime
        var recording: Recording
        var firstFrame: Int

        var description: String { "\(start) to \(end)" }
    }

    /// All sounds of a room that began in a span of the site's time, in order, since its clock was last shifted.
    func sounds(in room: String, from start: WallTime, to end: WallTime) throws -> [Sound] {
        let detector = OnsetDetector(thresholdDecibels: -60, minimumGapMilliseconds: 500)
        let start = max(start, clockSet)
        var sounds: [Sound] = []
        for recording in try Recording.list(in: folder.file("heard/\(room)")) {
            guard siteTime(recording, 0) < end, siteTime(recording, Double(recording.frameCount)) > start else {
                continue
            }
            for onset in try detector.onsets(in: recording) {
                let begin = siteTime(recording, Double(onset.frame))
                guard (start..<end).contains(begin) else { continue }
                sounds.append(
                    Sound(
                        start: begin, end: siteTime(recording, Double(onset.endFrame)), recording: recording,
                        firstFrame: onset.frame))
            }
        }
        return sounds.sorted { $0.start < $1.start }
    }

    /// All sounds of a room around a quarter hour: from 30 s before to a minute after.
    func sounds(in room: String, around target: WallTime) throws -> [Sound] {
        try sounds(in: room, from: target - .seconds(30), to: target + .seconds(60))
    }

    /// The one announcement that a room heard around an instant.
    ///
    /// - Parameters:
    ///   - first: the clip it has to begin with.
    ///   - before: the time before the instant in which nothing else may have begun.
    /// - Throws: ``TestFailure`` when there were none or several, or it begins with something else.
    func announcement(
        in room: String, around target: WallTime, beginningWith first: String, before: Duration = .seconds(30)
    ) throws -> Announcement {
        let sounds = try sounds(in: room, from: target - before, to: target + .seconds(60))
        guard let sound = sounds.first, sounds.count == 1 else {
            throw TestFailure("\(room) heard \(sounds.count) sounds around \(target), not 1: \(sounds)")
        }
        guard let clip = voice.clips[first] else { preconditionFailure("no clip \(first)") }
        // A clip may swell from silence: its first frame is a little before the first audible one.
        let margin = 8_820
        let reference = Array(clip.prefix(4_410))
        let region = max(0, sound.firstFrame - margin)..<(sound.firstFrame + margin)
        let finder = ReferenceFinder(reference: reference)
        guard let match = try finder.bestMatch(in: sound.recording, frames: region), match.correlation > 0.95 else {
            throw TestFailure("\(room) heard at \(sound.start) something that does not begin with \"\(first)\"")
        }
        let frame = Int(match.frame.rounded())
        let samples = try sound.recording.samples(ofChannel: 0, in: frame..<(frame + 20 * sound.recording.header.rate))
        return Announcement(
            onset: siteTime(sound.recording, match.frame), words: voice.words(in: samples),
            gain: match.gain)
    }

    private func siteTime(_ recording: Recording, _ frame: Double) -> WallTime {
        WallTime(nanoseconds: recording.wallNanoseconds(atFrame: frame)) + clockOffset
    }
}
