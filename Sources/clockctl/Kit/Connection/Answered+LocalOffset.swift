internal import ClockDomain

extension CoordinatorLink.Answered {
    /// Returns this computer's clock minus the site's, right within half the round trip; `nil` when that took too long
    /// to be of use.
    ///
    /// - Parameter siteNow: the site's time in its answer.
    func localOffset(of siteNow: WallTime) -> Duration? {
        guard roundTrip < .seconds(1) else { return nil }
        return arrived - siteNow - roundTrip / 2
    }
}
