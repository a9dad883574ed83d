internal import CZlib
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Compresses as gzip (RFC 1952). Owns a zlib stream for the time of one call.
enum Gzip {
    /// 1 is fast, 9 is small.
    enum Effort: Int32 {
        case quick = 4
        case thorough = 9
    }

    /// Shorter content fits into a packet or two as it is.
    static let minimumBytes = 1_400
    /// A window of 32 KiB, in gzip's frame.
    private static let windowBits: Int32 = 15 + 16
    /// zlib's own default.
    private static let memoryLevel: Int32 = 8

    /// Returns `nil` when there is not enough memory.
    static func bytes(_ content: [UInt8], _ effort: Effort) -> [UInt8]? {
        var stream = z_stream()
        guard
            deflateInit2_(
                &stream, effort.rawValue, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        // zlib reads the content and does not change it, though its interface could.
        var content = content
        var result = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(content.count))))
        let status = content.withUnsafeMutableBufferPointer { input in
            result.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        precondition(status == Z_STREAM_END, "deflate gave \(status) with room for the bound of its own")
        return Array(result.prefix(Int(stream.total_out)))
    }

    /// True when a browser accepts it: the weight of `gzip` is above 0, or that of `*` where `gzip` has none (RFC 9110,
    /// section 12.5.3). A weight that is no number counts as 0.
    static func isTaken(by header: String?) -> Bool {
        var weights: [String: Double] = [:]
        for choice in header?.split(separator: ",") ?? [] {
            let parts = choice.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
            guard let coding = parts.first else { continue }
            weights[coding] = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        }
        return weights["gzip"] ?? weights["*"] ?? 0 > 0
    }
}

/// Compresses documents when that pays. Files are compressed once, at the start; events stay as they are, since each
/// must go out at once.
struct DocumentCompression: RouterMiddleware {
    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard response.headers[.contentType]?.hasPrefix("application/json") == true,
            response.headers[.contentEncoding] == nil, response.body.contentLength ?? 0 >= Gzip.minimumBytes
        else { return response }
        response.headers[.vary] = "accept-encoding"
        guard Gzip.isTaken(by: request.headers[.acceptEncoding]) else { return response }
        response.headers[.contentEncoding] = "gzip"
        response.headers[.contentLength] = nil
        // A document is one buffer; several would be several members, which are as good (section 2.2).
        response.body = response.body.map { buffer in
            guard let bytes = Gzip.bytes(Array(buffer: buffer), .quick) else {
                throw Problem(.serviceUnavailable, "unavailable", "There is no memory left.", retryAfter: 2)
            }
            return ByteBuffer(bytes: bytes)
        }
        return response
    }
}
