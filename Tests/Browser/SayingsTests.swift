import ClockTestSupport
import Testing

/// Prepared texts on the page of the rooms.
@Suite(.serialized)
struct SayingsTests {
    @Test("a text that is kept is there the next time, is said, and can be forgotten")
    func kept() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house)
            try await open(browser)
            try await browser.fill("dialog textarea", "Dinner is ready")
            try await browser.tap("dialog .keep")
            try await open(browser)
            try await browser.tap("dialog .sayings .inline clock-button")
            #expect(try browser.value(of: "document.querySelector('dialog textarea').value") == "Dinner is ready")
            try await browser.tap("dialog .dialog-actions .primary")
            try await browser.wait("the room's word", "document.querySelector('.toast')", timeout: .seconds(60))
            try await open(browser)
            try await browser.tap("dialog .sayings .inline clock-button")
            try await browser.tap("dialog .keep")
            try await browser.wait("none", "!document.querySelector('dialog .sayings .inline clock-button')")
        }
    }

    @Test("a touch on a kept text loses neither what was typed nor the focus")
    func typed() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house)
            try await open(browser)
            try await browser.fill("dialog textarea", "Dinner is ready")
            try await browser.tap("dialog .keep")
            try await browser.fill("dialog textarea", "Half a text")
            let texts = "dialog .sayings .inline clock-button"
            try browser.run("document.querySelector('\(texts)').focus()")
            try browser.press(.enter)
            #expect(try browser.value(of: "document.querySelector('dialog textarea').value") == "Dinner is ready")
            #expect(try browser.value(of: "document.activeElement.innerText") == "Dinner is ready")
            try await browser.tap("\(texts):nth-child(2)")
            #expect(try browser.value(of: "document.querySelector('dialog textarea').value") == "Half a text")
        }
    }

    private func open(_ browser: Browser) async throws {
        try await browser.open("/rooms")
        try await browser.wait("the room", "document.querySelector('.card .facts > div')")
        try browser.run("document.querySelectorAll('.page-head clock-button')[1].act()")
        try await browser.wait("the texts", "document.querySelector('dialog .sayings')")
    }
}
