internal import ClockDomain
internal import ClockRuntime
internal import Dispatch
internal import Glibc
internal import Logging
internal import NIOCore
internal import NIOSSL
internal import Synchronization

/// The certificate that browsers are shown.
///
/// Its files are looked at with every new connection. So a renewed one is shown at once, and connections that are open,
/// among them the streams of events, go on. Files that do not fit each other, such as one that is replaced before the other
/// one, change nothing.
final class PageCertificate: Sendable {
    /// What tells another file from the one that was read. Another owner or mode may make a file readable, so the time is
    /// that of any change, not that of the content.
    private struct Stamp: Equatable {
        var device: dev_t
        var inode: ino_t
        var size: off_t
        var seconds: Int
        var nanoseconds: Int

        /// `nil` where there is no file.
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
        /// `nil` where the file's first certificate cannot be read as one.
        var until: WallTime?
    }

    private struct State {
        var pair: Pair
        /// Of the files that were looked at last.
        var stamps: [Stamp?]
    }

    private let certificate: String
    private let key: String
    private let logger: Logger
    private let state: Mutex<State>
    /// Files are read here. BoringSSL keeps the errors of a thread, and on a connection's own it would take a file's for the
    /// connection's.
    private let queue = DispatchQueue(label: "page-certificate")

    /// - Throws: ``FatalError`` for files that cannot be used.
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

    /// Until when the certificate is valid that is shown now.
    var until: WallTime? { current.until }

    /// For the server: each connection is shown the certificate of its moment.
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
        // Fails where the key is not the certificate's.
        _ = try NIOSSLContext(
            configuration: .makeServerConfiguration(certificateChain: pair.chain, privateKey: pair.key))
        return pair
    }
}
