import ClockWebCore
import Testing

/// Heads that have one meaning, and those that have none.
struct RequestHeadTests {
    @Test(arguments: [
        "/", "/api/v1/site?node=a", "*", "http://clock.lan:8080/", "https://clock.lan:8080",
        "HTTP://CLOCK.lan:8080/a?b",
        "http://clock.lan:8080?a", "//other.example/", "/http://other.example/", "/%23",
    ])
    func targetsOfTheHost(_ target: String) {
        #expect(RequestHead(target: target, hosts: ["clock.lan:8080"]).fault(maximumBytes: 10) == nil)
    }

    @Test(arguments: [
        "", "x", "http://other.example/", "http://clock.lan/", "http://clock.lan:8080@other.example/",
        "http:/clock.lan:8080/",
        "ftp://clock.lan:8080/", "clock.lan:8080", "/ a", "/#a", "/\\other", "/\u{E4}", "/a\u{0}", "http://",
        "http://clock.lan:8080#/", "http://other.example?clock.lan:8080",
    ])
    func targetsThatAreNone(_ target: String) {
        #expect(RequestHead(target: target, hosts: ["clock.lan:8080"]).fault(maximumBytes: 10) == .malformed)
    }

    @Test(arguments: [
        [], ["clock.lan", "clock.lan"], ["clock.lan", "other.example"], [""], ["a@b:1:2"], ["a:b"], ["a,b:1:2"],
        ["[::1"],
    ])
    func hosts(_ hosts: [String]) {
        for isHTTP10 in [false, true] {
            let head = RequestHead(target: "/", isHTTP10: isHTTP10, hosts: hosts)
            #expect(head.fault(maximumBytes: 10) == .malformed)
        }
    }

    @Test(
        arguments: [
            (["0"], nil), (["10"], nil), (["11"], .tooLong), (["1000000000000000000"], .tooLong),
            (["99999999999999999999999999"], .tooLong), (["00000000000000000000000000000000000001"], nil),
            (["-1"], .malformed), (["+1"], .malformed), (["1", "1"], .malformed), (["1", "2"], .malformed),
            (["1, 1"], .malformed),
            (["0x10"], .malformed), ([""], .malformed), ([" 1"], .malformed), (["\u{661}"], .malformed),
        ] as [([String], RequestHead.Fault?)])
    func lengths(_ lengths: [String], _ fault: RequestHead.Fault?) {
        #expect(RequestHead(target: "/", hosts: ["a"], contentLengths: lengths).fault(maximumBytes: 10) == fault)
    }

    @Test(
        arguments: [
            (["chunked"], [], false, nil), (["Chunked"], [], false, nil), (["chunked"], ["1"], false, .malformed),
            (["chunked"], [], true, .malformed), (["gzip"], [], false, .malformed),
            (["gzip, chunked"], [], false, .malformed),
            (["chunked", "chunked"], [], false, .malformed), (["identity"], [], false, .malformed),
        ] as [([String], [String], Bool, RequestHead.Fault?)])
    func encodings(_ encodings: [String], _ lengths: [String], _ isHTTP10: Bool, _ fault: RequestHead.Fault?) {
        let head = RequestHead(
            target: "/", isHTTP10: isHTTP10, hosts: ["a"], contentLengths: lengths, transferEncodings: encodings)
        #expect(head.fault(maximumBytes: 10) == fault)
    }
}
