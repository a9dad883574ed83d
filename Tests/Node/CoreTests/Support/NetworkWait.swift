import ClockDomain
import Foundation

/// The wait of messages in queues on their way, each direction for itself.
enum NetworkWait: Equatable {
    case none
    /// Anything up to this, all alike.
    case uniform(Duration)
    /// Exponentially distributed with this mean: mostly short, now and then very long.
    case exponential(mean: Duration)

    func draw(_ random: inout SplitMix64) -> Duration {
        // In (0, 1].
        let share = Double(random.next() >> 11 + 1) / 0x1p53
        return switch self {
        case .none: .zero
        case .uniform(let longest): .nanoseconds(Int64(Double(longest.nanoseconds) * share))
        case .exponential(let mean): .nanoseconds(Int64(Double(mean.nanoseconds) * -log(share)))
        }
    }
}
