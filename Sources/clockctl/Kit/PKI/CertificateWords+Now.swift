package import ClockDomain
package import ClockSite

extension CertificateWords {
    /// Certificates know whole seconds.
    package static func now() -> WallTime { WallTime(seconds: Clocks.wall().seconds) }
}
