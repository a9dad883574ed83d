/// What the audio thread is asked to play.
enum SourceOrder: Sendable {
    case play(PlayOrder)
    case ring(RingSoundOrder)

    var id: UInt64 {
        switch self {
        case .play(let order): order.id
        case .ring(let order): order.id
        }
    }

    /// CLOCK_MONOTONIC nanoseconds of the first frame.
    var startNanoseconds: Int64 {
        switch self {
        case .play(let order): order.startNanoseconds
        case .ring(let order): order.targetNanoseconds
        }
    }

    /// What is told when it is cancelled before anything of it was heard.
    var cancelledEvent: AudioEvent {
        switch self {
        case .play(let order): .cancelled(order.id)
        case .ring(let order): .ringEnded(order.id)
        }
    }
}
