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
        // The broker restarts with each new list, so only a new door writes one.
        if access("\(folder)/revoked.pem", F_OK) != 0 { try writeList() }
    }

    /// Signs a certificate for a node's own key. Those of the node before are revoked: it is a room that joins again.
    ///
    /// - Returns: PEM text.
    mutating func issue(_ node: NodeID, publicKey: [UInt8], now: WallTime) throws(FatalError) -> String {
        let before = index
        do {
            let pem = try authority.issue(node, publicKey: publicKey, now: now)
            let revoked = index.revoke(node.rawValue, at: now)
            try index.add(.node(node), pem: pem, at: now)
            try writeIndex()
            if revoked > 0 { try writeList() }
            return pem
        } catch {
            index = before
            throw FatalError(.failure, "\(error)")
        }
    }

    /// - Returns: the number of certificates that it revoked.
    mutating func revoke(_ node: NodeID, now: WallTime) throws(FatalError) -> Int {
        let count = index.revoke(node.rawValue, at: now)
        if count > 0 {
            try writeIndex()
            try writeList()
        }
        return count
    }

    private func writeIndex() throws(FatalError) { try write("index.json") { try index.json() } }

    private func writeList() throws(FatalError) {
        try write("revoked.pem") { Array(try authority.revocationList(index.revoked).utf8) }
    }

    private func write(_ name: String, _ content: () throws -> [UInt8]) throws(FatalError) {
        do {
            try AtomicFile.replace("\(folder)/\(name)", with: content())
        } catch {
            throw FatalError(.cannotCreate, "\(error)")
        }
    }
}
