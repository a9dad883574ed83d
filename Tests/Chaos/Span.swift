import ClockDomain

/// From then to then, by the house's clock.
struct Span: Hashable, Sendable {
    var start: WallTime
    var end: WallTime
}
