internal import ClockDomain
internal import ClockPKI
internal import ClockRuntime
internal import Glibc

/// The certificates that the door has signed: `index.json` and `revoked.pem` in its state folder.
///
/// A certificate is in the index before its room has it, so that each can be revoked.
struct IssuedNodes: Sendable {
    private let authority: NodeAuthority
    private let folder: String
    private var index: CertificateIndex

    /// - Throws: ``FatalError`` for a folder that cannot be used, or an index of another site.
    init(site: SiteID, authority: NodeAuthority, folder: String) throws(FatalError) {
        self.authority = authority
        self.folder = folder
        let path = "\(folder)/index.json"
        do {
            index = try CertificateIndex(json: AtomicFile.read(path, limit: CertificateIndex.maximumBytes))
        } catch let error as SystemError where error.code == ENOENT {
            index = CertificateIndex(site: site)
        } catch {
            throw FatalError(.badData, "\(path): \(error)")
        }
        guard index.site == site else { throw FatalError(.badData, "\(path) is of site \(index.site), not \(site)") }
        try write()
    }

    /// Signs a certificate for a node's own key. Those of the node before are revoked: it is a room that joins again.
    ///
    /// - Returns: PEM text.
    mutating func issue(_ node: NodeID, publicKey: [UInt8], now: WallTime) throws(FatalError) -> String {
        let before = index
        do {
            let pem = try authority.issue(node, publicKey: publicKey, now: now)
            _ = index.revoke(node.rawValue, at: now)
            try index.add(.node(node), pem: pem, at: now)
            try write()
            return pem
        } catch {
            index = before
            throw FatalError(.failure, "\(error)")
        }
    }

    /// - Returns: the number of certificates that it revoked.
    mutating func revoke(_ node: NodeID, now: WallTime) throws(FatalError) -> Int {
        let count = index.revoke(node.rawValue, at: now)
        if count > 0 { try write() }
        return count
    }

    private func write() throws(FatalError) {
        do {
            try AtomicFile.replace("\(folder)/index.json", with: index.json())
            try AtomicFile.replace(
                "\(folder)/revoked.pem", with: Array(authority.revocationList(index.revoked).utf8), mode: 0o644)
        } catch {
            throw FatalError(.cannotCreate, "\(error)")
        }
    }
}
