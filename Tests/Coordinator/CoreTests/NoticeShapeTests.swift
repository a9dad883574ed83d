import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// The form of messages to people, and the addresses that they may go to.
struct NoticeShapeTests {
    @Test(arguments: [
        (NoticeShape.json, "http://127.0.0.1:9000/hook/", "http://127.0.0.1:9000/hook"),
        (.ntfy, "https://ntfy.example.org/clock", "https://ntfy.example.org/"),
        (.ntfy, "https://example.org/ntfy/clock", "https://example.org/ntfy"),
        (.gotify, "https://example.org", "https://example.org/message"),
        (.gotify, "https://example.org/gotify/", "https://example.org/gotify/message"),
    ]) func eachShapeHasItsAddressAndTitle(shape: NoticeShape, address: String, url: String) throws {
        var harness = CoreHarness(
            at: "17:31:00",
            notices: NoticeSettings(address: try #require(NoticeAddress(address)), shape: shape), store: .empty())
        let posts = (harness.request(NoticeTestRequest()) + harness.commitAll()).compactMap { effect -> NoticePost? in
            if case .sendNotice(_, let post) = effect { post } else { nil }
        }
        #expect(posts.map(\.url) == [url])
        let body = posts.first?.body ?? ""
        #expect(body.contains(#""title":"home: A test""#))
        switch shape {
        case .json: #expect(body.contains(#""lines":["This message"#))
        case .ntfy: #expect(body.contains(#""topic":"clock""#) && body.contains(#""priority":5"#))
        case .gotify: #expect(body.contains(#""priority":8"#) && body.contains(#""clocksmith::notice":{"id""#))
        }
    }

    @Test(arguments: [
        "ftp://example.org/x", "example.org", "https://", "https://user@example.org/", "https://example.org/?a=b",
        "https://example.org/#a", "https://example.org/ a", "https://:80/",
    ]) func whatIsNoAddressIsRefused(text: String) { #expect(NoticeAddress(text) == nil) }
}
