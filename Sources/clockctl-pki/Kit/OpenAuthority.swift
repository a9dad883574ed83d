internal import ClockDomain
internal import ClockPKI
internal import ClockRuntime
internal import ClockSite
internal import ClockctlKit

/// An authority at work: nobody else changes its folder meanwhile.
///
/// Every step leaves the folder consistent. A certificate is in the index before it or its key is on disk, so we can
/// revoke each one; if a crash prevented its files, we renew it like any other.
struct OpenAuthority {
    let folder: AuthorityFolder
    private(set) var authority: Authority
    private(set) var index: CertificateIndex
    private let lock: FolderLock

    /// - Throws: ``FatalError`` when there is no authority, or it is unreadable.
    init(_ folder: AuthorityFolder, _ console: Console) throws(FatalError) {
        // Before the lock, which would make the folder.
        guard folder.isThere else { throw try OpenAuthority.absence(folder) }
        lock = try folder.lock()
        self.folder = folder
        index = try folder.readIndex()
        authority = try folder.readAuthority()
        if let warning = folder.warning { console.warn(warning) }
    }

    private static func absence(_ folder: AuthorityFolder) throws(FatalError) -> FatalError {
        _ = try folder.readIndex()
        return FatalError(.temporaryFailure, "\(folder.index) has come only now; try again")
    }

    /// Warns the person when the authority's own end is near.
    func warnOfEnd(now: WallTime, _ console: Console) {
        if let warning = CertificateWords.authorityWarning(authority.until, now: now) { console.warn(warning) }
    }

    /// Signs a certificate for an owner without one in use.
    mutating func issue(_ subject: CertificateSubject, now: WallTime, days: Int) throws(FatalError) -> CertificateRecord
    {
        if let current = index.current(subject.name) {
            throw FatalError(
                .badData,
                "\(subject.name) is the name of \(current.subject.words), with a certificate until "
                    + "\(CertificateWords.date(current.facts.until)); clockctl pki renew \(subject.name) makes another "
                    + "one, clockctl pki revoke \(subject.name) ends it")
        }
        guard case .web(let hosts) = subject else { return try keep(try sign(subject, now: now, days: days), now: now) }
        // Its names are in its authority's certificate, so other names are another authority.
        let made = try AuthorityFolder.said { () throws(PKIError) in
            let web = try WebAuthority.make(site: folder.site, hosts: hosts, now: now)
            return (authority: web, certificate: try web.issue(hosts, now: now, days: days))
        }
        try folder.write(made.authority)
        return try keep(made.certificate, now: now)
    }

    /// Signs another certificate, with another key, for the owner of a name in use.
    mutating func renew(_ name: String, now: WallTime, days: Int) throws(FatalError) -> CertificateRecord {
        let subject = try current(name).subject
        guard case .web(let hosts) = subject else { return try keep(try sign(subject, now: now, days: days), now: now) }
        let web = try folder.readWebAuthority()
        return try keep(
            try AuthorityFolder.said { () throws(PKIError) in try web.issue(hosts, now: now, days: days) }, now: now)
    }

    private func sign(_ subject: CertificateSubject, now: WallTime, days: Int) throws(FatalError) -> IssuedCertificate {
        try AuthorityFolder.said { () throws(PKIError) in try authority.issue(subject, now: now, days: days) }
    }

    private mutating func keep(_ issued: IssuedCertificate, now: WallTime) throws(FatalError) -> CertificateRecord {
        try AuthorityFolder.said { () throws(PKIError) in try index.add(issued, at: now) }
        try folder.write(index, of: authority)
        try folder.write(issued)
        return try current(issued.subject.name)
    }

    /// Moves the authority's own end.
    mutating func renewAuthority(now: WallTime, days: Int) throws(FatalError) {
        let renewed = try AuthorityFolder.said { () throws(PKIError) in try authority.renewed(now: now, days: days) }
        // The list first: if the list expired before its authority, the broker would refuse everybody.
        try folder.write(index, of: renewed)
        try AuthorityFolder.write(renewed.certificatePEM, folder.certificate)
        authority = renewed
    }

    /// Records that a node is one of several on its machine.
    mutating func setInstance(_ name: String) throws(FatalError) {
        if index.setInstance(name) { try folder.write(index, of: authority) }
    }

    /// - Returns: the number of certificates that it revokes now. It writes the list in any case: a crash may have
    ///   prevented the last write.
    mutating func revoke(_ name: String, now: WallTime) throws(FatalError) -> Int {
        guard index.records.contains(where: { $0.subject.name == name }) else {
            throw OpenAuthority.unknown(name, index)
        }
        let count = index.revoke(name, at: now)
        try folder.write(index, of: authority)
        // Another authority signs the next one, as devices that trust this one read no list of ours.
        if name == CertificateSubject.webName { try folder.removeWebAuthority() }
        return count
    }

    func current(_ name: String) throws(FatalError) -> CertificateRecord {
        guard let record = index.current(name) else { throw OpenAuthority.unknown(name, index) }
        return record
    }

    static func unknown(_ name: String, _ index: CertificateIndex) -> FatalError {
        let names = index.current.map(\.subject.name)
        let remedy = NearestNames.suggestion(for: name, among: names) ?? "clockctl pki list shows them"
        return FatalError(.badData, "there is no certificate for \"\(name.prefix(64))\" in use; \(remedy)")
    }
}
