internal import ClockPKI
internal import ClockPairing
internal import ClockRuntime
internal import ClockWire
internal import Glibc

/// The files of a room's pairing: `key.pem`, `state` for people, and once it is accepted `ca.crt`, `node.crt`,
/// `client-id` and, last, `grant.json`.
struct PairingFiles: Sendable {
    let folder: String

    /// Returns the room's own key; a new one where there is none yet.
    func key() throws(FatalError) -> SigningKey {
        let path = "\(folder)/key.pem"
        guard let text = try read(path) else {
            let key = SigningKey()
            try write(Array(key.pem.utf8), "key.pem", mode: 0o600)
            return key
        }
        do throws(PKIError) {
            return try SigningKey(pem: String(decoding: text, as: UTF8.self))
        } catch {
            throw FatalError(.badData, "\(path): \(error); remove it, and the room gets another one")
        }
    }

    /// Returns the grant of the site that accepted this room; `nil` where none has.
    func grant() throws(FatalError) -> PairingGrant? {
        let path = "\(folder)/grant.json"
        guard let bytes = try read(path) else { return nil }
        do throws(WireError) {
            return try WireCodec.decode(from: bytes)
        } catch {
            throw FatalError(.badData, "\(path): \(error); remove it, and the room asks a hub again")
        }
    }

    func store(_ grant: PairingGrant) throws(FatalError) {
        try write(Array(grant.authority.utf8), "ca.crt")
        try write(Array(grant.certificate.utf8), "node.crt")
        // Nobody who can guess it can throw the room out of the broker.
        let clientID = (0..<2).map { _ in String(UInt64.random(in: 0 ... .max), radix: 36) }.joined()
        try write(Array("\(clientID)\n".utf8), "client-id", mode: 0o600)
        try write(WireCodec.encode(grant), "grant.json")
    }

    func show(_ state: String) throws(FatalError) { try write(Array("\(state)\n".utf8), "state") }

    /// Returns a node's options for a grant.
    func options(_ grant: PairingGrant) -> [String] {
        [
            "--node=\(grant.node)", "--site=\(grant.site)", "--broker-hosts=\(grant.brokers.joined(separator: ","))",
            "--broker-tls-ca=\(folder)/ca.crt", "--broker-tls-certificate=\(folder)/node.crt",
            "--broker-tls-key=\(folder)/key.pem", "--broker-client-id-file=\(folder)/client-id",
        ]
    }

    private func read(_ path: String) throws(FatalError) -> [UInt8]? {
        do throws(SystemError) {
            return try AtomicFile.read(path, limit: PairingGrant.maximumBytes)
        } catch {
            guard error.code == ENOENT else { throw FatalError(error, exitCode: .noInput) }
            return nil
        }
    }

    private func write(_ bytes: [UInt8], _ name: String, mode: UInt32 = 0o644) throws(FatalError) {
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw FatalError(SystemError("make the folder \(folder)", code: errno), exitCode: .cannotCreate)
        }
        do throws(SystemError) {
            try AtomicFile.replace("\(folder)/\(name)", with: bytes, mode: mode)
        } catch {
            throw FatalError(error, exitCode: .cannotCreate)
        }
    }
}
