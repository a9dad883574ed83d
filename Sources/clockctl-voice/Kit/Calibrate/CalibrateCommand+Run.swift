internal import ClockctlKit

extension CalibrateCommand: CoordinatorCommand {
    func run(on console: Console, asking link: CoordinatorLink) async throws {
        switch try task() {
        case .play: try playTrain(on: console, link)
        case .listen(let file): try listen(to: file, on: console, link)
        case .clickTogether: try clickTogether(on: console, link)
        }
    }
}
