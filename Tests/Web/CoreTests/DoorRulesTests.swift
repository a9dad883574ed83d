import ClockDomain
import ClockWebCore
import Testing

/// The conditions that a request must meet before the server reads its question.
struct DoorRulesTests {
    private let rules = DoorRules(hosts: ["localhost", "127.0.0.1", "clock.example.org"])

    private func facts(
        _ way: DoorRules.Way = .loopback, reading: Bool = true, api: Bool = true, host: String? = "localhost:8080",
        local: String? = "127.0.0.1", origin: String? = nil, site: String? = nil, type: String? = nil,
        forwarded: Bool = false
    ) -> DoorRules.Facts {
        DoorRules.Facts(
            way: way, isReading: reading, isAPI: api, host: host, localAddress: local, origin: origin, fetchSite: site,
            contentType: type, isForwarded: forwarded)
    }

    @Test(arguments: [
        ("localhost", true), ("LocalHost:8080", true), ("127.0.0.1:1", true), ("clock.example.org", true),
        ("192.168.1.5:8443", true), ("evil.example", false), ("localhost.evil.example", false), ("", false),
        ("localhost:", true), ("localhost:80:80", false), ("[localhost]", true), ("192.168.1.6", false),
        ("localhost@evil", false),
    ])
    func onlyOwnNamesAndTheAddressItselfAreAnswered(_ host: String, _ isAnswered: Bool) {
        #expect(rules.refusal(facts(host: host, local: "192.168.1.5")) == (isAnswered ? nil : .misdirected))
    }

    @Test func aRequestWithoutAHostIsForNobody() {
        #expect(rules.refusal(facts(host: nil)) == .misdirected)
    }

    @Test func aProxyIsNotBelievedWhereNobodyLogsIn() {
        #expect(rules.refusal(facts(.loopback, forwarded: true)) == .proxied)
        #expect(rules.refusal(facts(.proxy(isSecure: true), forwarded: true)) == nil)
        #expect(rules.refusal(facts(.tls, forwarded: true)) == nil)
    }

    @Test func otherPagesGetNothingOfTheAPI() {
        #expect(rules.refusal(facts(site: "cross-site")) == .crossOrigin)
        #expect(rules.refusal(facts(site: "same-site")) == .crossOrigin)
        #expect(rules.refusal(facts(site: "same-origin")) == nil)
        #expect(rules.refusal(facts(site: "none")) == nil)
        // A link to a page.
        #expect(rules.refusal(facts(api: false, site: "cross-site")) == nil)
    }

    @Test(
        arguments: [
            ("http://localhost:8080", nil), ("http://localhost:8081", .crossOrigin),
            ("https://localhost:8080", .crossOrigin),
            ("null", .crossOrigin), ("http://evil.example", .crossOrigin), ("", .crossOrigin),
        ] as [(String, DoorRules.Refusal?)])
    func whatChangesComesFromTheSameOrigin(_ origin: String, _ refusal: DoorRules.Refusal?) {
        #expect(rules.refusal(facts(reading: false, origin: origin, type: "application/json")) == refusal)
    }

    @Test func behindTLSTheOriginIsHTTPS() {
        let https = "https://clock.example.org"
        for way in [DoorRules.Way.tls, .proxy(isSecure: true)] {
            let facts = facts(way, reading: false, host: "clock.example.org", origin: https, type: "application/json")
            #expect(rules.refusal(facts) == nil)
        }
    }

    @Test(
        arguments: [
            ("application/json", nil), ("Application/JSON; charset=utf-8", nil), ("text/plain", .notJSON),
            ("application/x-www-form-urlencoded", .notJSON), ("application/json-patch", .notJSON), (nil, .notJSON),
        ] as [(String?, DoorRules.Refusal?)])
    func whatChangesIsJSON(_ type: String?, _ refusal: DoorRules.Refusal?) {
        #expect(rules.refusal(facts(reading: false, type: type)) == refusal)
    }

    @Test(arguments: [
        ("192.168.1.5", "192.168.1.5"), ("::ffff:192.168.1.5", "192.168.1.5"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2"),
        ("2001:db8::1", "2001:db8::"), ("::1", "::"),
    ])
    func anIPv6NetworkIsOneClient(_ address: String, _ key: String) {
        #expect(ClientAddress.key(address) == key)
    }

    @Test(
        arguments: [
            ("127.0.0.1:8080", .network(address: "127.0.0.1", port: 8080)),
            ("[::1]:0", .network(address: "::1", port: 0)),
            ("/run/clocksmith-web/http", .socket(path: "/run/clocksmith-web/http")),
            ("0.0.0.0:443", .network(address: "0.0.0.0", port: 443)),
            ("localhost:80", nil), ("127.0.0.1", nil), ("127.0.0.1:65536", nil), ("127.0.0.1:+1", nil), ("::1:80", nil),
            ("", nil), (":80", nil),
        ] as [(String, ListenAddress?)])
    func addressesToListenAreNumbers(_ text: String, _ address: ListenAddress?) {
        #expect(ListenAddress(text) == address)
    }

    @Test(arguments: [
        ("", #"{"v":1}"#), ("{}", #"{"v":1}"#), (" { \"a\":1}", #"{"v":1,"a":1}"#), ("[]", "[]"), ("{", "{"),
    ])
    func aBodyGetsTheProtocolsVersion(_ body: String, _ payload: String) {
        #expect(String(decoding: PageBody.versioned(Array(body.utf8)), as: UTF8.self) == payload)
    }

    @Test(
        arguments: [
            ("a7%402026-11-24T06%3A00%3A00.000Z", "a7@2026-11-24T06:00:00.000Z"), ("a7@x", "a7@x"), ("", ""),
            ("%c3%A9", "é"), ("a+b", "a+b"), ("%2e%2E", ".."), ("%", nil), ("%4", nil), ("%zz", nil), ("%+4", nil),
            ("%ff", nil), ("%é", nil),
        ] as [(String, String?)])
    func aPartOfAPathIsReadAsTheBrowserMeantIt(_ part: String, _ text: String?) {
        #expect(PageBody.decoded(part) == text)
    }
}
