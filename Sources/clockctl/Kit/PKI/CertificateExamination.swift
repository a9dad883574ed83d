internal import ClockDomain
internal import ClockRuntime
internal import ClockWire
internal import FoundationEssentials

/// The doctor's checks of the certificates on this machine: clockctl's own, and those of the site's authority if its
/// folder is here. Nodes and the coordinator report their own; only the authority's folder shows the broker's and
/// people's.
struct CertificateExamination {
    var settings: ConnectionSettings
    var environment: [String: String]

    func checks(now: WallTime) -> [DoctorCheck] {
        let own = settings.broker.certificateUntil.map {
            CertificateCheck.check(
                "certificate here", until: $0, now: now, fix: "Ask whoever has the authority for a new one.")
        }
        return [own].compactMap { $0 } + authority()
    }

    /// Returns the checks of the program that keeps the authority.
    private func authority() -> [DoctorCheck] {
        guard let folder = AuthorityPlace.usual(settings.site, environment: environment),
            AuthorityPlace.isThere(folder)
        else { return [] }
        guard let program = PartProgram.path(of: .pki) else {
            return [
                DoctorCheck(
                    subject: "authority", verdict: .warning, finding: "is in \(folder), and was not looked at",
                    fix: "Run `sudo apt install \(Part.pki.debianPackage)`.")
            ]
        }
        let words = [program, "pki", "examine", "--site", "\(settings.site)"]
        do {
            let outcome = try ChildProcess(words, environment: environment, workFolder: "/tmp")
                .run(input: [], maximumBytes: 1 << 20, timeout: .seconds(10))
            guard case .wrote(let bytes) = outcome else { return [failure("\(Part.pki.program): \(outcome)")] }
            return try JSONDecoder().decode([DoctorCheck].self, from: Data(bytes))
        } catch {
            return [failure("\(Part.pki.program): \(error)")]
        }
    }

    private func failure(_ finding: String) -> DoctorCheck {
        DoctorCheck(
            subject: "authority", verdict: .failed, finding: finding, fix: "Run `clockctl pki list`: it says more.")
    }
}
