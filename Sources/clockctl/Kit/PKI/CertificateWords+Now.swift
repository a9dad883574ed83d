package import ClockDomain
package import ClockSite

extension CertificateWords {
    /// The present time in whole seconds, as in certificates.
    package static func now() -> WallTime { WallTime(seconds: Clocks.wall().seconds) }
}
