internal import ClockDomain
internal import ClockRuntime
internal import Dispatch
internal import Glibc
internal import Logging
internal import NIOCore
internal import NIOSSL
internal import Synchronization

/// The certificate that the server shows to browsers.
///
/// It checks its files with every new connection. So a renewed certificate applies at once, and open connections, among
/// them the streams of events, go on. Files that do not match, for example while one is replaced before the other,
/// change nothing.
final class PageCertificate: Sendable {
    /// Identifies a version of a file. Another owner or mode may make a file readable, so the time is that of any
    /// change, not that of the content.
    private struct Stamp: Equatable {
        var device: dev_t
        var inode: ino_t
        var size: off_t
        var seconds: Int
        var nanoseconds: Int

        /// `nil` when there is no file.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
            (seconds, nanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
        }
    }

    private struct Pair {
        var chain: [NIOSSLCertificateSource]
        var key: NIOSSLPrivateKeySource
        /// `nil` when the file's first certificate is unreadable.
        var until: WallTime?
    }

    private struct State {
        var pair: Pair
        /// Of the files at the last check.
        var stamps: [Stamp?]
    }

    private let certificate: String
    private let key: String
    private let logger: Logger
    private let state: Mutex<State>
    /// The queue that reads the files. BoringSSL keeps the errors of a thread, and on a connection's own it would take
    /// a file's for the connection's.
    private let queue = DispatchQueue(label: "page-certificate")

    /// - Throws: ``FatalError`` for unusable files.
    init(certificate: String, key: String, logger: Logger) throws(FatalError) {
        (self.certificate, self.key, self.logger) = (certificate, key, logger)
        let stamps = [Stamp(certificate), Stamp(key)]
        do {
            state = Mutex(State(pair: try Self.read(certificate, key), stamps: stamps))
        } catch {
            throw FatalError(
                .configuration, "tls.certificate \(certificate), tls.key \(key): they cannot be used: \(error)")
        }
    }

    /// The instant at which the present certificate expires.
    var until: WallTime? { current.until }

    /// The server's configuration; each connection gets the certificate of its moment.
    var configuration: TLSConfiguration {
        let pair = current
        var settings = TLSConfiguration.makeServerConfiguration(certificateChain: pair.chain, privateKey: pair.key)
        settings.minimumTLSVersion = .tlsv12
        settings.applicationProtocols = ["http/1.1"]
        settings.sslContextCallback = { [self] _, promise in
            queue.async { [self] in
                let pair = current
                var shown = NIOSSLContextConfigurationOverride()
                shown.certificateChain = pair.chain
                shown.privateKey = pair.key
                promise.succeed(shown)
            }
        }
        return settings
    }

    private var current: Pair {
        state.withLock { state in
            let stamps = [Stamp(certificate), Stamp(key)]
            guard stamps != state.stamps else { return state.pair }
            state.stamps = stamps
            do {
                state.pair = try Self.read(certificate, key)
                logger.notice("the page's certificate was renewed; new connections are shown it")
            } catch {
                logger.warning(
                    "tls.certificate \(certificate), tls.key \(key): they cannot be used, so the earlier ones stay: \(error)"
                )
            }
            return state.pair
        }
    }

    private static func read(_ certificate: String, _ key: String) throws -> Pair {
        let pem = try AtomicFile.read(certificate, limit: CertificateEnd.maximumBytes)
        let pair = Pair(
            chain: try NIOSSLCertificate.fromPEMBytes(pem).map { .certificate($0) },
            key: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)), until: CertificateEnd.of(pem: pem))
        // Fails when the key does not belong to the certificate.
        _ = try NIOSSLContext(
            configuration: .makeServerConfiguration(certificateChain: pair.chain, privateKey: pair.key))
        return pair
    }
}
