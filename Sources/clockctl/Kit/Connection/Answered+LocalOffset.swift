internal import ClockDomain

extension CoordinatorLink.Answered {
    /// This computer's clock minus the site's, right within half the round trip; `nil` when that took so long that it
    /// says nothing.
    ///
    /// - Parameter siteNow: the site's clock when it answered.
    func localOffset(of siteNow: WallTime) -> Duration? {
        guard roundTrip < .seconds(1) else { return nil }
        return arrived - siteNow - roundTrip / 2
    }
}
