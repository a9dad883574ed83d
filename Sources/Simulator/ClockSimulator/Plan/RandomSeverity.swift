internal import ClockDomain

extension RandomPlan {
    /// The severity of one class of faults in one run.
    enum Severity: Hashable, Sendable {
        case none, mild, rough, hellish

        static func draw(_ draws: inout RandomDraws) -> Severity {
            draws.weighted([(20, .none), (40, .mild), (28, .rough), (12, .hellish)])
        }

        /// Faults of a class for each host and day, in thousandths.
        var rate: Int {
            switch self {
            case .none: 0
            case .mild: 300
            case .rough: 2_500
            case .hellish: 16_000
            }
        }

        func length(_ draws: inout RandomDraws) -> Duration {
            switch self {
            case .none, .mild: draws.scale(.seconds(1) ... .hours(2))
            case .rough: draws.scale(.milliseconds(100) ... .hours(8))
            case .hellish: draws.scale(.milliseconds(20) ... .minutes(40))
            }
        }

        func link(_ draws: inout RandomDraws) -> LinkPlan {
            switch self {
            case .none: return .local
            case .mild:
                let delay = draws.scale(.microseconds(200) ... .milliseconds(5))
                return LinkPlan(
                    outwardDelay: delay, homewardDelay: delay,
                    jitter: draws.scale(.microseconds(100) ... .milliseconds(5)),
                    lossPerMillion: draws.number(0...1_000), duplicatePerMillion: draws.number(0...500))
            case .rough, .hellish:
                let worst = self == .rough ? 20_000 : 200_000
                let jitter = draws.scale(.milliseconds(1)...(self == .rough ? .milliseconds(200) : .seconds(3)))
                return LinkPlan(
                    outwardDelay: draws.scale(.microseconds(200) ... .milliseconds(300)),
                    homewardDelay: draws.scale(.microseconds(200) ... .milliseconds(300)), jitter: jitter,
                    lossPerMillion: draws.number(0...worst), duplicatePerMillion: draws.number(0...worst),
                    reorderPerMillion: draws.number(0...worst),
                    reorderDelay: draws.scale(.milliseconds(10) ... .seconds(5)))
            }
        }
    }
}
