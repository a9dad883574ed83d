internal import ClockLoudness
public import ClockRuntime
internal import ClockSound
public import ClockVoice
internal import Glibc
internal import Synchronization

/// Examines a pack: its grammar must say every time, every clip must be there and in order, and clips must fit
/// together.
public struct PackLint: Sendable {
    private let pack: VoicePack
    private let folder: PackFolder
    private let limits: LintLimits

    public init(_ pack: VoicePack, folder: PackFolder, limits: LintLimits = LintLimits()) {
        self.pack = pack
        self.folder = folder
        self.limits = limits
    }

    /// - Parameter jobs: clips that it examines at a time, 1 or more.
    /// - Throws: ``FatalError`` only when the system refuses something basic.
    public func report(jobs: Int) throws(FatalError) -> LintReport {
        var report = LintReport()
        let present = folder.present(of: pack)
        var sentences = SentenceLint(pack, present: present)
        sentences.resolve()
        (report.minutes, report.dates, report.durations) = sentences.resolved
        report.findings += sentences.findings
        for prompt in pack.missing(from: present) {
            let file = folder.file(prompt.name, pack.format)
            report.findings.append(
                .init(kind: .missing, subject: prompt.name, message: "there is no \(file); build, import or record it"))
        }
        let measurements = try clips(jobs: jobs, &report)
        joins(sentences.pairs, measurements, &report)
        strays(&report)
        return report
    }

    // MARK: Clips

    private func clips(jobs: Int, _ report: inout LintReport) throws(FatalError) -> [String: ClipMeasurement] {
        let looked = Looked(count: pack.prompts.count)
        try Workers.run(pack.prompts.count, jobs: jobs) { index in looked.set(index, look(at: pack.prompts[index].name))
        }
        var measurements: [String: ClipMeasurement] = [:]
        for (prompt, result) in zip(pack.prompts, looked.all()) {
            report.findings += result.findings
            if let measurement = result.measurement {
                measurements[prompt.name] = measurement
                report.clips += 1
                if let loudness = measurement.loudness {
                    let old = report.loudness ?? loudness...loudness
                    report.loudness = min(old.lowerBound, loudness)...max(old.upperBound, loudness)
                }
            }
        }
        return measurements
    }

    private struct Look: Sendable {
        var measurement: ClipMeasurement?
        var findings: [LintReport.Finding] = []
    }

    private final class Looked: Sendable {
        private let values: Mutex<[Look]>

        init(count: Int) { values = Mutex(.init(repeating: Look(), count: count)) }

        func set(_ index: Int, _ look: Look) { values.withLock { $0[index] = look } }

        func all() -> [Look] { values.withLock { $0 } }
    }

    private func look(at name: String) -> Look {
        var look = Look()
        func add(_ kind: LintReport.Kind, _ message: String) {
            look.findings.append(.init(kind: kind, subject: name, message: message))
        }
        guard let path = folder.clip(name) else { return look }
        let sound: SoundFile.Recorded
        do throws(SoundFile.Problem) {
            sound = try SoundFile.recorded(path: path, maximumSeconds: ClipReader.maximumSeconds)
        } catch {
            add(.broken, "\(path) \(error.reason): \(error.remedy)")
            return look
        }
        let measurement = ClipMeasurement(sound)
        look.measurement = measurement
        if !ClipFile.matches(sound, pack.format) {
            add(.format, "is \(Words.format(sound)), and the pack is \(Words.format(pack.format))")
        }
        guard let loudness = measurement.loudness else {
            add(.silent, "is silence")
            return look
        }
        if abs(loudness - ClipLoudness.target) > limits.loudness {
            let target = Words.decimal(ClipLoudness.target)
            add(.loudness, "has \(Words.decimal(loudness)) LUFS, not \(target) ± \(Words.decimal(limits.loudness))")
        }
        if measurement.isClipped {
            add(.clipped, "is clipped: the tops of its wave are cut off; record it more softly")
        }
        let longest = pack.grammar == nil ? limits.promptSeconds : limits.wordSeconds
        if measurement.seconds > longest {
            add(.long, "is \(Words.decimal(measurement.seconds)) s long, over \(Words.decimal(longest)) s")
        }
        let full = Float(pow(10, limits.step / 20))
        for (edge, verb) in [(measurement.head, "begins"), (measurement.tail, "ends")] {
            guard let edge, edge.step > full else { continue }
            let decibels = Words.decimal(20 * log10(Double(edge.step)))
            add(
                .step, "\(verb) with a step of \(decibels) dBFS, over \(Words.decimal(limits.step)): it clicks; fade it"
            )
        }
        return look
    }

    // MARK: Joins

    private func joins(
        _ pairs: [SentenceLint.Pair], _ measurements: [String: ClipMeasurement], _ report: inout LintReport
    ) {
        for pair in pairs {
            guard let end = measurements[pair.first]?.tail, let begin = measurements[pair.second]?.head else {
                continue
            }
            let join = LintReport.Join(
                first: pair.first, second: pair.second, example: pair.example, levelJump: begin.loudness - end.loudness,
                pitchJump: end.pitch.flatMap { low in begin.pitch.map { 12 * log2($0 / low) } },
                gap: end.silence + begin.silence)
            report.joins.append(join)
            func add(_ kind: LintReport.Kind, _ message: String) {
                report.findings.append(
                    .init(kind: kind, subject: "\(pair.first) \(pair.second)", message: "(\(pair.example)) \(message)"))
            }
            if abs(join.levelJump) > limits.levelJump {
                add(
                    .level,
                    "the level jumps by \(Words.signed(join.levelJump)) LU, over \(Words.decimal(limits.levelJump))")
            }
            if let jump = join.pitchJump, abs(jump) > limits.pitchJump {
                add(
                    .pitch,
                    "the pitch jumps by \(Words.signed(jump)) semitones, over \(Words.decimal(limits.pitchJump))")
            }
            if join.gap > limits.gap {
                add(
                    .gap,
                    "there are \(Int((join.gap * 1000).rounded())) ms of silence between, over "
                        + "\(Int(limits.gap * 1000))")
            }
        }
    }

    /// Reports sounds in the folder that the pack does not name.
    private func strays(_ report: inout LintReport) {
        let known = Set(pack.prompts.map(\.name))
        for file in PackFiles.sounds(in: folder.path) where !known.contains(file.name) {
            report.findings.append(
                .init(kind: .stray, subject: file.path, message: "is named nowhere in \(VoicePack.fileName)"))
        }
    }

    /// Measured values in a lint's sentences.
    private enum Words {
        static func decimal(_ value: Double) -> String {
            let tenths = Int((abs(value) * 10).rounded())
            return (value < 0 && tenths > 0 ? "−" : "") + "\(tenths / 10).\(tenths % 10)"
        }

        static func signed(_ value: Double) -> String { (value < 0 ? "" : "+") + decimal(value) }

        static func format(_ sound: SoundFile.Recorded) -> String {
            "\(sound.container), \(sound.encoding), \(sound.rate) Hz, \(channels(sound.channels))"
        }

        static func format(_ format: ClipFormat) -> String {
            "\(format.container.rawValue), \(format.encoding.rawValue), \(format.sampleRate) Hz, "
                + channels(format.channels)
        }

        private static func channels(_ count: Int) -> String { count == 1 ? "mono" : "\(count) channels" }
    }
}
