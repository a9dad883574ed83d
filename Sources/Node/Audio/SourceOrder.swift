import ClockDomain

/// An order to the audio thread.
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

    /// Returns the same order after a sleep of the computer, by which CLOCK_MONOTONIC reaches every instant earlier.
    func afterSleep(of nanoseconds: Int64) -> SourceOrder {
        switch self {
        case .play(var order):
            order.targetNanoseconds -= nanoseconds
            return .play(order)
        case .ring(var order):
            order.targetNanoseconds -= nanoseconds
            return .ring(order)
        }
    }

    /// Returns the same order at another volume.
    func with(_ volume: Volume, floor: Volume) -> SourceOrder {
        switch self {
        case .play(var order):
            order.volume = volume
            return .play(order)
        case .ring(var order):
            (order.volume, order.floor) = (volume, floor)
            return .ring(order)
        }
    }

    /// The event of a cancellation before anything of it was heard.
    var cancelledEvent: AudioEvent {
        switch self {
        case .play(let order): .cancelled(order.id)
        case .ring(let order): .ringEnded(order.id)
        }
    }
}
