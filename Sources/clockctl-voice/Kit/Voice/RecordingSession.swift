internal import ClockRuntime
internal import ClockSite
internal import ClockSound
internal import ClockVoice
internal import ClockVoiceMaking
internal import ClockctlKit
internal import Glibc

/// Walks a person through words at a microphone.
struct RecordingSession {
    let microphone: Microphone
    let importer: PackImporter
    let site: ImportSite
    let console: Console

    /// Longest time for one word in seconds, the wait for it included.
    private static let longest = 12.0
    private static let meterWidth = 30

    private enum Answer {
        case go, again, play, skip, quit
    }

    /// - Returns: the number of words without a recording.
    func run(_ prompts: [Prompt]) throws(FatalError) -> Int {
        var recorded = 0
        for (index, prompt) in prompts.enumerated() {
            let place = "\(index + 1)/\(prompts.count)"
            switch ask("\(place)  \(prompt.text)   [return] records, s skips, q ends: ") {
            case .quit: return prompts.count - recorded
            case .skip: continue
            case .go, .again, .play: break
            }
            switch try record(prompt) {
            case .quit: return prompts.count - recorded
            case .skip: continue
            case .go, .again, .play: recorded += 1
            }
        }
        return prompts.count - recorded
    }

    /// Records a word until the person accepts it.
    private func record(_ prompt: Prompt) throws(FatalError) -> Answer {
        while true {
            let (recording, isLoud) = try listen()
            do throws(FatalError) {
                let piece = try importer.keep(recording, as: prompt.name)
                let length = QuantityWords.decimal(piece.seconds.upperBound - piece.seconds.lowerBound, digits: 2)
                console.writeError(
                    "\r\(prompt.name): \(length) s\(isLoud ? ", clipped: speak more softly" : "")\u{1B}[K\n")
            } catch {
                console.writeError("\r\(error.message.withoutControlCharacters)\u{1B}[K\n")
                switch ask("[return] tries again, s skips, q ends: ") {
                case .quit: return .quit
                case .skip: return .skip
                case .go, .again, .play: continue
                }
            }
            var answer = ask("[return] goes on, r takes it again, p plays, s leaves it out, q ends: ")
            while answer == .play {
                try play(prompt)
                answer = ask("[return] goes on, r takes it again, p plays, s leaves it out, q ends: ")
            }
            if answer == .skip || answer == .again, let path = site.folder.clip(prompt.name) {
                // The next session must not find an unwanted clip and count it as done.
                unlink(path)
            }
            if answer != .again { return answer }
        }
    }

    /// Records until somebody has spoken a word.
    private func listen() throws(FatalError) -> (Recording, isLoud: Bool) {
        microphone.drop()
        var listener = WordListener(rate: microphone.rate)
        while true {
            let chunk = try microphone.read()
            let state = listener.process(chunk)
            if console.canAsk {
                console.writeError("\r\(meter(listener.level)) \(state == .waiting ? "speak" : "…")\u{1B}[K")
            }
            if state == .ended || listener.seconds >= Self.longest {
                return (Recording(frames: listener.frames, rate: microphone.rate), listener.isClipped)
            }
        }
    }

    private func play(_ prompt: Prompt) throws(FatalError) {
        guard let path = site.folder.clip(prompt.name) else { return }
        do throws(SoundFile.Problem) {
            Loudspeaker.playReporting(try SoundFile.read(path: path), console: console)
        } catch {
            console.writeError("\(path) \(error.reason)\n")
        }
    }

    /// `[########        ] −23 dBFS`
    private func meter(_ level: Double) -> String {
        let marks = max(0, min(Self.meterWidth, Int((level + 60) / 60 * Double(Self.meterWidth))))
        let bar = String(repeating: "#", count: marks) + String(repeating: " ", count: Self.meterWidth - marks)
        return "[\(bar)] \(level < 0 ? "−" : "")\(QuantityWords.decimal(min(99, abs(level)), digits: 0)) dBFS"
    }

    /// Returns the person's answer; the end of the input ends the session.
    private func ask(_ question: String) -> Answer {
        console.writeError(question.withoutControlCharacters)
        switch readLine(strippingNewline: true)?.lowercased() {
        case nil, "q": return .quit
        case "r": return .again
        case "p": return .play
        case "s": return .skip
        default: return .go
        }
    }
}

extension Loudspeaker {
    /// Plays frames and reports a failure: a machine without an output can record all the same.
    fileprivate static func playReporting(_ frames: [Int16], console: Console) {
        do throws(FatalError) {
            try play(frames, rate: RenderedPlan.sampleRate, device: "default")
        } catch {
            console.writeError("\(error.message.withoutControlCharacters)\n")
        }
    }
}
