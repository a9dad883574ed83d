import Testing

@testable import WebDaemon

/// The content codings that a browser accepts (RFC 9110, section 12.5.3).
struct GzipTests {
    @Test(
        arguments: [
            (nil, false), ("", false), ("identity", false), ("br, deflate", false), ("gzip", true), ("GZip", true),
            ("deflate, gzip;q=1.0, *;q=0.5", true), ("*", true), ("*;q=0.1", true), ("*;q=0", false),
            ("gzip;q=0", false), ("gzip; q=0.000", false), ("gzip;q=0.001", true), ("gzip;q=0, *", false),
            ("*, gzip;q=0", false), ("gzip ; q=0 , * ; q=1", false), ("gzip, *;q=0", true), ("*;q=0, gzip;q=0.5", true),
            ("gzip;q=none", false), ("gzip\t;\tq=0, *", false), ("br;q=0, *", true), (";q=1", false),
        ] as [(String?, Bool)])
    func theCodingsOwnWeightCountsBeforeThatOfAnything(header: String?, isTaken: Bool) {
        #expect(Gzip.isTaken(by: header) == isTaken, "\(header ?? "no header")")
    }
}
