package import ClockDomain

/// Certificates as people read of them.
package enum CertificateWords {
    /// `2028-11-20`, by UTC.
    package static func date(_ instant: WallTime) -> String {
        "\(LocalDateTime(secondsSinceEpoch: instant.seconds).date)"
    }

    /// `2028-11-20 (in 729 d)`, `2026-11-18 (3 d ago)`.
    package static func end(_ until: WallTime, now: WallTime) -> StyledText {
        let span = TimeWords.roughSpan(until - now)
        return StyledText("\(date(until)) (\(until < now ? "\(span) ago" : "in \(span)"))", style(until, now: now))
    }

    package static func style(_ until: WallTime, now: WallTime) -> Style {
        switch CertificateLife(until: until, now: now) {
        case .long: .plain
        case .short: .warning
        case .urgent, .over: .bad
        }
    }
}
