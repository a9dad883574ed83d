internal import ClockDomain
internal import ClockMQTT
internal import ClockRuntime
internal import ClockSite
internal import ClockWire
internal import HTTPTypes

/// The documents that clockctl's commands of the same names print with `--json`.
struct SiteViews: Sendable {
    let link: SiteLink
    let zones: ZoneDatabase
    let certificates: ServerCertificates
    /// The reason for which the last reload was refused; `nil` when none was.
    let refusedReload: @Sendable () -> String?

    /// Rings and announcements of a node, as in clockctl.
    private static let nextCount = 3
    /// Time that preflight looks ahead, as in clockctl.
    private static let preflightSpan: Duration = .hours(24)
    /// The coordinator counts every line of a year.
    private static let sloTimeout: Duration = .seconds(20)

    /// - Parameter only: for this node alone.
    func next(_ only: NodeID?, as role: ClientRole) async throws -> NextDocument {
        let plan = try await plan(as: role)
        if let only, !plan.allNodes.contains(only) {
            throw Problem(.notFound, "unknown-node", "There is no node \(only) at this site.")
        }
        let words = words(plan)
        let outlooks = (only.map { [$0] } ?? plan.allNodes).map {
            NodeOutlook($0, in: plan, from: nil, count: Self.nextCount, words: words)
        }
        return NextDocument(now: plan.now, from: nil, nodes: outlooks)
    }

    func preflight(as role: ClientRole) async throws -> Preflight.Document {
        // The nodes open their outputs meanwhile.
        async let doctor = examination(as: role)
        let plan = try await plan(as: role)
        let (report, trouble) = await doctor
        let preflight = Preflight(plan: plan, examination: report, words: words(plan), within: Self.preflightSpan)
        return preflight.document(plan.allNodes, trouble: trouble)
    }

    /// - Parameter date: the day of each timetable, with its month; `nil` for today.
    func bells(on date: CivilDate?, as role: ClientRole) async throws -> [TimetableDocument] {
        let plan = try await plan(as: role)
        let zone = words(plan).zone
        return plan.schedule.timetables.map { TimetableDocument($0.name, date: date, in: plan, otherwise: zone) }
    }

    /// - Parameters:
    ///   - only: for this node alone.
    ///   - zone: of the site; `nil` when it is unknown.
    func slo(
        _ terms: SLOTerms, _ only: NodeID?, now: WallTime, zone: String?, as role: ClientRole
    ) async throws -> SLODocument {
        let request = terms.request(of: only, through: now, in: zone.flatMap(rules) ?? .utc)
        let result = try await link.ask(request, as: role, timeout: Self.sloTimeout).result
        return SLODocument(result, of: request, objective: terms.objectivePercent)
    }

    func doctor(as role: ClientRole) async -> DoctorReport {
        var checks = [
            link.door(role).client.isConnected
                ? DoctorCheck(.broker, .ok, .brokerKeeps(link.endpoint))
                : DoctorCheck(.broker, .failed, .brokerGone(link.endpoint), fix: .seeBrokerFromPage)
        ]
        checks += certificates.checks(at: link.now().wall)
        if let reason = refusedReload() { checks.append(.reloadRefused(of: "clock-web", reason)) }
        do {
            let answered = try await link.status(as: role)
            checks += DoctorCheck.coordinatorAnswered(
                answered.result, within: answered.roundTrip,
                offset: answered.localOffset(of: answered.result.now), to: "clock-web", version: ClockVersion.current)
        } catch {
            return DoctorReport(checks: checks + [.coordinatorSilent(Self.phrase(error))])
        }
        let (report, trouble) = await examination(as: role)
        return DoctorReport(checks: checks + (report?.checks ?? []) + trouble)
    }

    private func examination(as role: ClientRole) async -> (report: DoctorReport?, trouble: [DoctorCheck]) {
        do {
            return (try await link.ask(DoctorRequest(), as: role, timeout: SiteLink.examinationTimeout).result, [])
        } catch {
            return (nil, [.examinationFailed(Self.phrase(error), fix: .examineAgain)])
        }
    }

    private static func phrase(_ error: any Error) -> Phrase { (error as? LinkError)?.phrase ?? .told("\(error)") }

    private func plan(as role: ClientRole) async throws -> SitePlan {
        async let schedule = link.schedule(as: role)
        let status = try await link.status(as: role).result
        return SitePlan(try await schedule, status, zones: Zones(local: .utc, named: rules))
    }

    /// `nil` for a zone that this system does not know.
    private func rules(_ name: String) -> TimeZoneRules? {
        // The document itself reports a missing zone.
        try? zones.rules(named: name)
    }

    /// Returns words in the zone of the site, which is its first node's.
    private func words(_ plan: SitePlan) -> TimeWords {
        let zone = plan.nodes.values.sorted { $0.id < $1.id }.lazy.compactMap(\.zone).first.flatMap(rules)
        return TimeWords(zone: zone ?? .utc, now: plan.now)
    }
}
