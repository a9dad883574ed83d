/// The nearness of the end of a certificate's validity, after which the broker and its clients refuse each other.
public enum CertificateLife: Hashable, Sendable {
    /// Further off than ``notice``.
    case long
    /// Within ``notice``: somebody should renew it.
    case short
    /// Within ``urgency``: somebody has to.
    case urgent
    case over

    public static let notice: Duration = .seconds(30 * 86_400)
    public static let urgency: Duration = .seconds(7 * 86_400)

    /// - Parameter until: the last second of the validity.
    public init(until: WallTime, now: WallTime) {
        let left = until - now
        self =
            if left < .zero {
                .over
            } else if left <= CertificateLife.urgency {
                .urgent
            } else if left <= CertificateLife.notice {
                .short
            } else {
                .long
            }
    }
}
