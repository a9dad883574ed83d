internal import ClockRuntime
internal import ClockWebCore
internal import HummingbirdCore
internal import HummingbirdTLS

/// Accepts connections, within limits.
enum HTTPServer {
    /// Of all addresses; more wait until others end.
    static let maximumConnections = 1_024
    /// Of one address. All of a proxy's, and all of this machine's, are of one.
    static let maximumOfAddress = (machine: 512, others: 32)

    /// - Throws: ``FatalError`` for an unusable certificate.
    static func builder(
        _ configuration: WebConfiguration, _ certificate: PageCertificate?, _ limits: ConnectionGuard.Limits
    ) throws(FatalError) -> HTTPServerBuilder {
        let counts = ConnectionCounts(
            maximum: configuration.listen.isLocal ? maximumOfAddress.machine : maximumOfAddress.others)
        let plain = HTTPServerBuilder.http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [ConnectionGuard(limits, counts)],
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100)))
        guard let certificate else { return plain }
        do {
            return try .tls(plain, tlsConfiguration: certificate.configuration)
        } catch {
            throw FatalError(.configuration, "the certificate of the pages cannot be used: \(error)")
        }
    }
}
