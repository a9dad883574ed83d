internal import ClockDomain
internal import ClockWire

// Two coordinators at one site. Both say so; the nodes go on by the one whose definitions they hold.

extension CoordinatorCore {
    /// A wake of this site has come, which may be this coordinator's own.
    mutating func hear(_ wake: Wake, at now: Now) {
        // By the clock as it is set now: who sent the wake may have the time that this machine has got meanwhile.
        let since = now.wall - (now.boot - startedBoot)
        guard let other = others.hear(wake, store: storeID, started: started, since: since, at: now) else { return }
        perform(.logLimited(.error, "\(finding(of: other)): \(fix(for: other))", about: OtherCoordinator.subject))
    }

    func otherCheck(_ other: OtherCoordinators.Other) -> DoctorCheck {
        DoctorCheck(
            subject: OtherCoordinator.subject, verdict: .failed,
            finding: "\(finding(of: other.told)), last at \(other.told.heard)", fix: fix(for: other.told))
    }

    private func finding(of other: OtherCoordinator) -> String {
        guard other.store != storeID else {
            return
                "another coordinator, started at \(other.started), serves this site with a copy of this one's store, "
                + "\(storeID): each undoes what is defined at the other"
        }
        return "another coordinator, started at \(other.started) with store \(other.store), serves this site as well; "
            + "this one, with store \(storeID), \(obedience(to: other))"
    }

    private func obedience(to other: OtherCoordinator) -> String {
        let count = obeying(other)
        func words(_ count: Int) -> String { count == 1 ? "1 node" : "\(count) nodes" }
        return "is obeyed by \(words(count.own)), the other by \(words(count.other)) as far as is known here"
    }

    /// The nodes that go by this coordinator's store, and by the other's.
    private func obeying(_ other: OtherCoordinator) -> (own: Int, other: Int) {
        (
            nodes.values.count { $0.isOurs },
            foreignStores.first { $0.store == other.store }?.nodes.count ?? 0
        )
    }

    private func fix(for other: OtherCoordinator) -> String {
        let count = obeying(other)
        let which =
            if other.store == storeID {
                "stop one of the two"
            } else if count.own == 0, count.other > 0 {
                "stop this one"
            } else if count.own > 0, count.other == 0 {
                "stop the other"
            } else {
                "stop the one that is not meant to be"
            }
        return
            "\(which): systemctl disable --now clock-coordinator on its machine; the broker's log has the addresses of both"
    }
}
