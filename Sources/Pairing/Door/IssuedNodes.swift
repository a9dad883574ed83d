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
        try writeList(index)
    }

    /// Signs a certificate for a node's own key. Those of the node before are revoked: it is a room that joins again.
    ///
    /// - Returns: PEM text.
    mutating func issue(_ node: NodeID, publicKey: [UInt8], now: WallTime) throws(FatalError) -> String {
        var next = index
        let pem: String
        do throws(PKIError) {
            pem = try authority.issue(node, publicKey: publicKey, now: now)
            _ = next.revoke(node.rawValue, at: now)
            try next.add(.node(node), pem: pem, at: now)
        } catch {
            throw FatalError(.failure, "\(error)")
        }
        try keep(next)
        return pem
    }

    /// - Returns: the number of certificates that it revoked.
    mutating func revoke(_ node: NodeID, now: WallTime) throws(FatalError) -> Int {
        var next = index
        let count = next.revoke(node.rawValue, at: now)
        try keep(next)
        return count
    }

    /// A failure leaves the index in memory as it was, so that a second try writes both files.
    private mutating func keep(_ next: CertificateIndex) throws(FatalError) {
        if next != index { try write("index.json") { try next.json() } }
        try writeList(next)
        index = next
    }

    /// The broker restarts with each new list, so an equal one is left alone.
    private func writeList(_ index: CertificateIndex) throws(FatalError) {
        // A list that cannot be read is written again.
        let old = (try? AtomicFile.read("\(folder)/revoked.pem", limit: CertificateIndex.maximumBytes)) ?? []
        if authority.isRevocationList(String(decoding: old, as: UTF8.self), of: index.revoked) { return }
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
