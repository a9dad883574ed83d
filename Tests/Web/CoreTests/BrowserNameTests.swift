import ClockWebCore
import Testing

struct BrowserNameTests {
    @Test(arguments: [
        (
            "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/129.0 Mobile Safari/537.36",
            "Chrome, Android"
        ),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0", "Firefox, Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1",
            "Safari, iPhone"
        ),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/129.0 Safari/537.36 Edg/129.0", "Edge, Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", "Safari, Mac"),
        ("curl/8.5.0", "curl"), ("<script>", ""), ("", ""),
    ])
    func aBrowserIsNamedByItsAgent(agent: String, name: String) {
        #expect(BrowserName.of(userAgent: agent) == name)
    }

    @Test func withoutAnAgentThereIsNoNameAndALongOneIsCut() {
        #expect(BrowserName.of(userAgent: nil) == "")
        #expect(BrowserName.of(userAgent: String(repeating: "x", count: 9_000)).utf8.count == BrowserName.maximumBytes)
    }
}
