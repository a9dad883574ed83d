internal import ClockDomain
internal import ClockRuntime
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
        while model.word != nil {
            _ = Clocks.wait(for: [STDIN_FILENO, signals.descriptor], until: Clocks.boot() + .seconds(60))
            guard signals.take().isEmpty else { break }
            guard let keys = keys() else { break }
            guard try take(keys, &model, screen) else { break }
        }
        // Answers that the coordinator has not stored yet get another try.
        save(&model)
    }

    /// - Returns: true to go on.
    private func take(_ keys: [TrainerModel.Key], _ model: inout TrainerModel, _ screen: Terminal?) throws -> Bool {
        for key in keys {
            guard let word = model.word else { return false }
            switch key {
            case .hear:
                do {
                    model.problem = nil
                    try speaker.speak(word)
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
                _ = try link.request(.score, request, as: ScoreResult.self)
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

    /// Returns the typed keys; `nil` at the end of the input.
    private func keys() -> [TrainerModel.Key]? {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count < 0 { return errno == EAGAIN || errno == EINTR ? [] : nil }
        if count == 0 { return console.columns == nil || isatty(STDIN_FILENO) == 0 ? nil : [] }
        return TrainerModel.keys(Array(buffer[..<count]))
    }
}
