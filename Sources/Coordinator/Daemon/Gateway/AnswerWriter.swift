internal import ClockCoordinatorCore
internal import ClockWire
internal import Dispatch
internal import Synchronization

/// Encodes answers beside the core's loop: one of a large site takes longer than a wake may wait.
final class AnswerWriter: Sendable {
    private let send: @Sendable ([UInt8], Gateway.Address) -> Void
    private let queue = DispatchQueue(label: "replies", qos: .userInitiated)
    private let schedules = Mutex(ScheduleEncoder())

    init(send: @escaping @Sendable ([UInt8], Gateway.Address) -> Void) { self.send = send }

    func write(_ answer: CoordinatorAnswer, to address: Gateway.Address) {
        queue.async { [self] in send(payload(of: answer), address) }
    }

    /// Waits for the answers under way.
    func finishWork() { queue.sync {} }

    private func payload(of answer: CoordinatorAnswer) -> [UInt8] {
        func encoded(_ result: some RequestResult) -> [UInt8] { WireCodec.encode(Reply(result: result)) }
        return switch answer.result {
        case .success(let page as SchedulePage): schedules.withLock { $0.encode(page) }
        case .success(let result): encoded(result)
        case .failure(let error): WireCodec.encode(Reply<Never>(error: error))
        }
    }
}
