package import ClockDomain
package import ClockWire

extension NodeStatus {
    /// Converts this node's report of a timer from its own clock to the site's, by its measured offset.
    package func siteTime(of state: CountdownState) -> CountdownState {
        switch state {
        case .running(let ends): .running(ends: siteTime(of: ends))
        case .paused: state
        }
    }

    /// An instant of this node's clock, as the site's clock shows it.
    package func siteTime(of instant: WallTime) -> WallTime {
        // Beyond a century a measured offset is nonsense from outside, and its conversion would trap.
        guard let offset = clock?.offsetMilliseconds, offset.magnitude < 3e12 else { return instant }
        return (instant + .microseconds(Int64(offset * 1000))).truncatedToMilliseconds
    }
}
