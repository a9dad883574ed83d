internal import ClockRuntime
internal import ClockWebCore
internal import HummingbirdCore
internal import HummingbirdTLS
internal import NIOSSL

/// How connections are taken.
enum HTTPServer {
    /// Of all addresses; more wait until others end.
    static let maximumConnections = 1_024
    /// Of one address. All of a proxy's, and all of this machine's, are of one.
    static let maximumOfAddress = (machine: 512, others: 32)

    /// - Throws: ``FatalError`` for a certificate that cannot be used.
    static func builder(
        _ configuration: WebConfiguration, _ limits: ConnectionGuard.Limits
    ) throws(FatalError) -> HTTPServerBuilder {
        let counts = ConnectionCounts(
            maximum: configuration.listen.isLocal ? maximumOfAddress.machine : maximumOfAddress.others)
        let plain = HTTPServerBuilder.http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [ConnectionGuard(limits, counts)],
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100)))
        guard let tls = configuration.tls else { return plain }
        do {
            var settings = TLSConfiguration.makeServerConfiguration(
                certificateChain: try NIOSSLCertificate.fromPEMFile(tls.certificate).map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(file: tls.key, format: .pem)))
            settings.minimumTLSVersion = .tlsv12
            settings.applicationProtocols = ["http/1.1"]
            return try .tls(plain, tlsConfiguration: settings)
        } catch {
            throw FatalError(
                .configuration, "tls.certificate \(tls.certificate), tls.key \(tls.key): they cannot be used: \(error)")
        }
    }
}
