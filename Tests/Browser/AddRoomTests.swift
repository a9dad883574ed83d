import ClockDomain
import ClockSiteTestSupport
import ClockTestSupport
import FoundationEssentials
import Testing

/// An admin adds a room on the page, at a door of the test's own.
@Suite(.serialized)
struct AddRoomTests {
    private static let state = "document.querySelector('dialog [role=status]')?.innerText"
    private static let problem = "document.querySelector('dialog .problem')?.innerText"

    @Test("the number that is heard and a name let a room in, which is then on the page; refusals are told in words")
    func add() async throws {
        try await withHouse(["kitchen"], later: ["spitzboden-sued"]) { house in
            let door = try await StubDoor(port: house.broker.port, site: "test")
            let browser = try await logIn(house, role: "admin", language: "en-GB")
            try await browser.open("/rooms")
            try await browser.tap(".add-room")
            try await browser.wait("the room at the door", "\(Self.state) === 'A new room wants to join.'")
            #expect(try browser.value(of: "!document.body.innerText.includes('\(StubDoor.number.prefix(3))')"))
            #expect(try browser.value(of: "document.activeElement.matches('.room-number')"))
            let axe = try String(decoding: Data(contentsOf: URL(filePath: Axe.file())), as: UTF8.self)
            try PageTests().expectAccessible(browser, axe, "adding a room")
            for (number, name, words) in [
                ("4719", "attic", "six digits"), (StubDoor.number, "", "Give the room a name"),
                (StubDoor.number, "Kitchen", "kitchen is the name of another room"),
                ("000 000", "attic", "Listen again"),
                (StubDoor.early, "attic", "in 42 seconds"),
            ] {
                try await browser.fill(".room-number", number)
                try await browser.fill(".room-id", name)
                try await browser.tap("dialog .primary")
                try await browser.wait(words, "\(Self.problem)?.includes('\(words)')")
            }
            #expect(door.accepted.isEmpty)
            try await browser.fill(".room-number", "471 926")
            try await browser.fill(".room-id", "Spitzboden Süd")
            try browser.run("document.querySelector('.room-id').focus()")
            try browser.press(.enter)
            try await browser.wait("its start", "\(Self.state)?.includes('spitzboden-sued is accepted')")
            #expect(door.accepted == [NodeID("spitzboden-sued")!])
            try house.start("spitzboden-sued")
            try await browser.wait(
                "the room", "\(Self.state)?.includes('spitzboden-sued is here')", timeout: .seconds(120))
            try await browser.wait(
                "its introduction", "/says the time/.test(\(Self.state))", timeout: .seconds(120))
            try await browser.tap("dialog .dialog-actions clock-button")
            try await browser.wait("both rooms", "document.querySelectorAll('.cards > .card').length === 2")
        }
    }

    @Test("the page tells an admin of a room at an open door, in German, and offers a member nothing")
    func told() async throws {
        try await withHouse(["kitchen"]) { house in
            let admin = try await logIn(house, role: "admin", language: "de-DE")
            try await admin.open("/rooms")
            try await admin.tap(".add-room")
            try await admin.wait("no door", "\(Self.state)?.includes('Keine Tür')")
            try await admin.tap("dialog .dialog-actions clock-button")
            let door = try await StubDoor(port: house.broker.port, site: "test")
            try await admin.wait(
                "the way to the door", "fetch('/api/v1/new-rooms').then((one) => one.json()).then((one) => one.door)")
            try await admin.tap(".add-room")
            try await admin.wait("the room at the door", "\(Self.state)?.includes('möchte dazukommen')")
            try await admin.tap("dialog .dialog-actions clock-button")
            try await admin.wait(
                "the line on the page",
                "/möchte dazukommen/.test(document.querySelector('.page-rooms .notice')?.innerText)")
            let member = try await Browser(house)
            try await member.open("/rooms")
            try await member.wait("the room", "document.querySelector('.cards > .card')")
            #expect(try member.value(of: "!document.querySelector('.add-room')"))
            #expect(door.accepted.isEmpty)
        }
    }

    private func logIn(_ house: House, role: String, language: String) async throws -> Browser {
        try house.addAccount("anna", role: role, password: "correct horse battery")
        let browser = try await Browser(house.origin, language: language)
        try await browser.open("/")
        try await browser.wait("the login", "document.querySelector('dialog.login[open]')")
        try await browser.fill("dialog.login input[name=username]", "anna")
        try await browser.fill("dialog.login input[name=password]", "correct horse battery")
        try await browser.tap("dialog.login clock-button")
        try await browser.wait("the page", "!document.querySelector('dialog.login')")
        return browser
    }
}
