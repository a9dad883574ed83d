internal import ClockDomain
internal import ClockPKI

/// Certificates as people read of them.
enum CertificateWords {
    /// Certificates know whole seconds.
    static func now() -> WallTime { WallTime(seconds: Clocks.wall().seconds) }

    /// `2028-11-20`, by UTC.
    static func date(_ instant: WallTime) -> String { "\(LocalDateTime(secondsSinceEpoch: instant.seconds).date)" }

    /// `2028-11-20 (in 729 d)`, `2026-11-18 (3 d ago)`.
    static func end(_ until: WallTime, now: WallTime) -> StyledText {
        let span = TimeWords.roughSpan(until - now)
        return StyledText("\(date(until)) (\(until < now ? "\(span) ago" : "in \(span)"))", style(until, now: now))
    }

    static func style(_ until: WallTime, now: WallTime) -> Style {
        switch CertificateLife(until: until, now: now) {
        case .long: .plain
        case .short: .warning
        case .urgent, .over: .bad
        }
    }

    /// What to say while the authority's end is near enough to shorten what it signs; `nil` before.
    static func authorityWarning(_ until: WallTime, now: WallTime) -> String? {
        guard until - now < Authority.notice else { return nil }
        return "the authority \(until < now ? "ended" : "ends") \(end(until, now: now).plain), and with it whatever it "
            + "signs; clockctl pki renew --authority gives it longer"
    }

    static func purpose(_ subject: CertificateSubject) -> String {
        switch subject {
        case .node: "node"
        case .coordinator: "coordinator"
        case .broker(let hosts): "broker \(hosts.map(\.text).joined(separator: ", "))"
        case .client(_, let role): role.rawValue
        }
    }

    static func standing(_ standing: CertificateIndex.Standing) -> StyledText {
        switch standing {
        case .current: StyledText("in use", .good)
        case .replaced: StyledText("replaced", .dim)
        case .ended: StyledText("ended", .bad)
        case .revoked(let at): StyledText("revoked \(date(at))", .dim)
        }
    }
}
