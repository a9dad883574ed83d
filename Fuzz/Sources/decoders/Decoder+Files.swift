import ClockDomain
import ClockRuntime
import ClockSound
import ClockVoice
import ClockYAML

extension Decoder {
    /// Files that people, packages or the network bring.
    static let files: [Decoder] = [
        Decoder(name: "tzif", run: zone),
        Decoder(name: "icalendar", run: calendar),
        Decoder(name: "yaml", run: yaml),
        Decoder(name: "voice-yaml", run: voice),
        Decoder(name: "configuration", run: configuration),
        Decoder(name: "sound-file", run: sound),
        Decoder(name: "recording", run: recording),
        Decoder(name: "certificate", run: certificate),
    ]

    /// Rules that are taken must answer for every instant.
    @Sendable private static func zone(_ bytes: [UInt8]) {
        do throws(TZifError) {
            let rules = try TimeZoneRules(name: "Fuzz/Zone", tzif: bytes)
            _ = rules.localTime(at: WallTime(nanoseconds: .min))
            _ = rules.localTime(at: WallTime(nanoseconds: .max))
            // 1970, 2023 and 2100.
            for seconds: Int64 in [0, 1_700_000_000, 4_102_444_800] {
                let instant = WallTime(nanoseconds: seconds * 1_000_000_000)
                _ = rules.instant(of: rules.localTime(at: instant))
                let year = instant..<WallTime(nanoseconds: (seconds + 366 * 86_400) * 1_000_000_000)
                for transition in rules.transitions(in: year) {
                    precondition(year.contains(transition.instant), "\(transition) is not in \(year)")
                }
            }
        } catch {
            precondition(!error.description.isEmpty)
        }
    }

    /// Days are within the years that were asked for, ascending, each once.
    @Sendable private static func calendar(_ bytes: [UInt8]) {
        do throws(ICalendarError) {
            let zones = ICalendarZones(local: .utc) { _ in nil }
            let reading = try ICalendarReading(bytes, years: 2026...2029, zones: zones)
            for problem in reading.problems { precondition(!problem.description.isEmpty) }
            for days in [reading.days, reading.hours] {
                precondition(zip(days, days.dropFirst()).allSatisfy { $0 < $1 }, "\(days) do not ascend")
            }
            for day in reading.days + reading.hours {
                precondition(day.span.first <= day.span.last, "\(day)")
                precondition((2026...2029).contains(day.span.first.year), "\(day)")
                precondition((2026...2029).contains(day.span.last.year), "\(day)")
                precondition(Label.isValid(day.name), "\(day)")
                precondition(
                    day.span.first < day.span.last || day.to.map { $0 > day.from ?? .midnight } ?? true, "\(day)")
            }
        } catch {
            precondition(!error.description.isEmpty)
        }
    }

    @Sendable private static func yaml(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        do throws(YAMLError) {
            _ = try YAMLNode.read(text)
        } catch {
            let lines = text.utf8.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } + 2
            precondition((1...max(lines, text.unicodeScalars.count + 2)).contains(error.line), "line \(error.line)")
        }
    }

    /// An accepted pack must be the same when it is written and read again, and say or refuse every time.
    @Sendable private static func voice(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        do throws(VoicePackProblem) {
            let pack = try VoicePack.parse(text, source: "voice.yaml")
            if let grammar = pack.grammar { speak(grammar) }
            let written = pack.yaml()
            // A pack written in full can be larger than the short forms it was read from.
            guard written.utf8.count <= VoicePack.maximumBytes else { return }
            let again = try VoicePack.parse(written, source: "voice.yaml")
            precondition(again == pack, "\(pack) became \(again)")
        } catch {
            precondition(!error.description.isEmpty)
        }
    }

    private static func speak(_ grammar: Grammar) {
        for minute in stride(from: 0, to: 1440, by: 97) {
            do throws(GrammarProblem) {
                let clips = try grammar.clips(time: LocalTime(secondOfDay: minute * 60))
                precondition((1...Grammar.maximumClips).contains(clips.count), "\(clips.count) clips")
            } catch {
                precondition(!error.description.isEmpty)
            }
        }
        do throws(GrammarProblem) {
            _ = try grammar.clips(date: CivilDate(year: 2026, month: 11, day: 21))
            _ = try grammar.clips(duration: .seconds(3725))
        } catch {
            precondition(!error.description.isEmpty)
        }
    }

    private static let schema = ConfigurationSchema(
        ConfigurationSchema.broker + ConfigurationSchema.clientID + ConfigurationSchema.log
            + ConfigurationSchema.daemon(stateDirectory: "/var/lib/clock"))

    @Sendable private static func configuration(_ bytes: [UInt8]) {
        MemoryFile.with(bytes) { path in
            do throws(FatalError) {
                let values = try ProgramConfiguration.load(schema: schema, file: path, environment: [:])
                for key in schema.keys { precondition(!values.source(of: key.name).isEmpty) }
            } catch {
                precondition(!error.description.isEmpty)
            }
        }
    }

    /// An accepted sound is within its bounds and full of numbers.
    @Sendable private static func sound(_ bytes: [UInt8]) {
        MemoryFile.with(bytes) { path in
            do throws(SoundFile.Problem) {
                let recorded = try SoundFile.recorded(path: path, maximumSeconds: 1)
                precondition(recorded.frames.count <= recorded.rate)
                precondition(recorded.frames.allSatisfy(\.isFinite))
            } catch {
                precondition(!error.reason.isEmpty && !error.remedy.isEmpty)
            }
        }
    }

    @Sendable private static func recording(_ bytes: [UInt8]) {
        MemoryFile.with(bytes) { path in
            do throws(RecordingProblem) {
                let recording = try MicrophoneRecording(path: path)
                precondition(recording.samples.allSatisfy(\.isFinite))
            } catch {
                precondition(!"\(error)".isEmpty)
            }
        }
    }

    /// As a file has it, and as it is inside.
    @Sendable private static func certificate(_ bytes: [UInt8]) {
        for end in [CertificateEnd.of(pem: bytes), CertificateEnd.of(der: bytes)].compactMap(\.self) {
            precondition(WallTime.validSeconds.contains(end.seconds), "\(end)")
        }
    }
}
