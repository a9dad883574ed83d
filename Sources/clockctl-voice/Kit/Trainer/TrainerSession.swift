internal import ClockDomain
internal import ClockSite
internal import ClockWire
internal import ClockctlKit
internal import Glibc

/// A sitting at work: shows words, reads keys, plays words and stores answers.
struct TrainerSession {
    let console: Console
    let link: CoordinatorLink
    let speaker: WordSpeaker

    /// Returns when all words are done or the person ends the sitting.
    func run(_ model: inout TrainerModel) throws {
        let signals = try SignalWatcher([SIGINT, SIGTERM, SIGHUP])
        let screen = console.columns == nil ? nil : Terminal(coloured: console.coloured)
        screen?.enter()
        defer { screen?.leave() }
        show(model, screen)
        var spoken: PlayResult?
        while model.word != nil {
            let pause = spoken == nil ? Duration.seconds(60) : Self.look
            _ = Clocks.wait(for: [STDIN_FILENO, signals.descriptor], until: Clocks.boot() + pause)
            guard signals.drain().isEmpty else { break }
            if let word = spoken, follow(word, &model, screen) { spoken = nil }
            guard hasInput else { continue }
            guard let keys = keys() else { break }
            guard try handle(keys, &model, &spoken, screen) else { break }
        }
        // Answers that the coordinator has not stored yet get another try.
        save(&model)
    }

    /// Time between two looks at the outcome of a spoken word.
    private static let look: Duration = .milliseconds(700)

    /// Shows a spoken word that was not heard.
    ///
    /// - Returns: true if the outcome is known.
    private func follow(_ word: PlayResult, _ model: inout TrainerModel, _ screen: Terminal?) -> Bool {
        do {
            switch try speaker.outcome(of: word) {
            case .open: return false
            case .heard: return true
            case .unheard(let problem): model.problem = problem
            }
        } catch {
            model.problem = "\(error)"
        }
        show(model, screen)
        return true
    }

    /// - Returns: true to go on.
    private func handle(
        _ keys: [TrainerModel.Key], _ model: inout TrainerModel, _ spoken: inout PlayResult?, _ screen: Terminal?
    ) throws -> Bool {
        for key in keys {
            guard let word = model.word else { return false }
            switch key {
            case .hear:
                do {
                    model.problem = nil
                    spoken = try speaker.speak(word)
                } catch {
                    model.problem = "\(error)"
                }
            case .thumbsUp, .thumbsDown:
                model.answer(known: key == .thumbsUp)
                save(&model)
            case .quit: return false
            }
            show(model, screen)
        }
        return true
    }

    private func save(_ model: inout TrainerModel) {
        while let request = model.nextRequest {
            do {
                _ = try link.request(request)
                model.saved(request.answers.count)
            } catch {
                // They stay for the next try; the person sees the reason.
                model.problem = "\(error)"
                return
            }
        }
    }

    private func show(_ model: TrainerModel, _ screen: Terminal?) {
        if let screen {
            screen.show(model.lines(), redrawing: false)
        } else if model.word != nil {
            console.write(model.lines().filter { !$0.isEmpty })
        }
    }

    private var hasInput: Bool {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, 0) > 0
    }

    /// Returns the typed keys; `nil` at the end of the input.
    private func keys() -> [TrainerModel.Key]? {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count < 0 { return errno == EAGAIN || errno == EINTR ? [] : nil }
        if count == 0 { return console.columns == nil || isatty(STDIN_FILENO) == 0 ? nil : [] }
        return TrainerModel.keys(Array(buffer[..<count]))
    }
}
