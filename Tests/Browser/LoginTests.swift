import ClockTestSupport
import Testing

/// Access to the pages, as people see it.
@Suite(.serialized)
struct LoginTests {
    @Test("one logs in over the page, a viewer is offered nothing to change, and a wrong password is said to be wrong")
    func viewer() async throws {
        try await withHouse(["kitchen"]) { house in
            try house.clockctl(["alarm", "add", "06:00", "--days", "daily", "--label", "Early", "--room", "kitchen"])
            try house.addAccount("wall", role: "viewer", password: "correct horse battery")
            let browser = try await Browser(house.origin)
            try await browser.open("/alarms")
            try await browser.wait("the login", "document.querySelector('dialog.login[open]')")
            #expect(try browser.value(of: "document.querySelectorAll('.alarm-row').length") == 0)
            try await logIn(browser, "wall", "wrong horse battery")
            try await browser.wait("a word about it", "!document.querySelector('.login .problem').hidden")
            try await waitUntil("the right one is taken", timeout: .seconds(60)) {
                // After a wrong one there is a pause.
                try await logIn(browser, "wall", "correct horse battery")
                return try browser.value(of: "!document.querySelector('dialog.login')")
            }
            try await browser.wait("the row", "document.querySelector('.alarm-row')")
            #expect(try browser.value(of: "document.querySelector('.add').hidden") == true)
            #expect(try browser.value(of: "document.querySelector('.alarm-row clock-switch').disabled") == true)
        }
    }

    @Test(
        "another role ends the session of an open page at once, and what was typed is still there after the next login")
    func ended() async throws {
        try await withHouse(["kitchen"]) { house in
            try house.addAccount("anna", role: "member", password: "correct horse battery")
            let browser = try await Browser(house.origin)
            try await browser.open("/alarms")
            try await browser.wait("the login", "document.querySelector('dialog.login[open]')")
            try await logIn(browser, "anna", "correct horse battery")
            try await browser.wait("the page", "!document.querySelector('dialog.login')")
            try await browser.tap(".add")
            try await browser.fill("dialog input[maxlength='64']", "half a word")
            try house.changeRole(of: "anna", to: "viewer")
            try await browser.wait("the login again", "document.querySelector('dialog.login[open]')")
            try house.changeRole(of: "anna", to: "member")
            try await logIn(browser, "anna", "correct horse battery")
            try await browser.wait("the page again", "!document.querySelector('dialog.login')")
            #expect(
                try browser.value(of: "document.querySelector('dialog input[maxlength=\"64\"]').value") == "half a word"
            )
        }
    }

    @Test("logging out takes everything of the site from the browser, and leaves the settings of the device")
    func logout() async throws {
        try await withHouse(["kitchen"]) { house in
            try house.clockctl(["alarm", "add", "06:00", "--days", "daily", "--label", "Early", "--room", "kitchen"])
            let browser = try await Browser(house)
            try await browser.open("/alarms")
            try await browser.wait("the state to be kept", "localStorage.getItem('clocksmith.site')?.includes('Early')")
            try browser.run(
                """
                localStorage.setItem('clocksmith.timer-rooms', '["kitchen"]');
                await import('/app/display.js').then((one) => one.setDisplay({ theme: 'dark' }));
                document.querySelector('.tabs .of-more[role=button]').act()
                """)
            try await browser.tap("dialog .danger")
            try await browser.wait("the login", "document.querySelector('dialog.login[open]')")
            try await browser.wait("an empty browser", "localStorage.getItem('clocksmith.timer-rooms') === null")
            #expect(try browser.value(of: "localStorage.getItem('clocksmith.site') === null"))
            try await browser.wait(
                "the device's settings", "localStorage.getItem('clocksmith.display')?.includes('dark')")
        }
    }

    @Test("a person sees the browsers in which they are logged in, and logs out one or all of them")
    func devices() async throws {
        try await withHouse(["kitchen"]) { house in
            let (mine, other) = (try await Browser(house), try await Browser(house))
            func open() async throws {
                try await mine.open("/")
                try mine.run("document.querySelector('.tabs .more').act()")
                try await mine.wait("the menu", "document.querySelector('dialog .row-link')")
                try mine.run(
                    "[...document.querySelectorAll('dialog .row-link')].find((one) => one.innerText.includes('devices')).act()"
                )
                try await mine.wait("the devices", "document.querySelector('.devices li')")
            }
            try await open()
            #expect(try mine.value(of: "document.querySelectorAll('.devices li').length") == 2)
            #expect(try mine.text(".devices li").hasPrefix("Chrome, "))
            #expect(try mine.text(".devices").contains("This browser"))
            let name: String = try mine.value(
                of: "document.querySelector('.devices clock-button').getAttribute('aria-label')")
            #expect(name.hasPrefix("Log out, Chrome"), "\(name)")
            try await mine.tap(".devices clock-button")
            try await mine.wait("one less", "document.querySelectorAll('.devices li').length === 1")
            try await other.wait("the login there", "document.querySelector('dialog.login[open]')")
            try await other.open(try house.loginPath())
            try await other.wait("the clock", "!document.querySelector('dialog.login')")
            try await open()
            try await mine.tap("dialog .danger")
            for (name, browser) in [("this browser", mine), ("the other", other)] {
                try await browser.wait(
                    "the login in \(name)", "document.querySelector('dialog.login[open]')")
            }
        }
    }

    @Test("a link that clockctl prints logs a browser in once, and without accounts nothing else is asked for")
    func link() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house.origin)
            try await browser.open("/alarms")
            try await browser.wait("the login", "document.querySelector('dialog.login[open]')")
            try await browser.wait(
                "how to log in", "document.querySelector('dialog.login').innerText.includes('clockctl web open')")
            #expect(
                try browser.value(of: "document.querySelector('dialog.login input[name=password]').checkVisibility()")
                    == false)
            let path = try house.loginPath()
            try await browser.open(path)
            try await browser.wait(
                "the clock", "!document.querySelector('dialog.login') && document.querySelector('.clock-face')")
            #expect(try browser.value(of: "location.href") == house.origin + "/")
            let other = try await Browser(house.origin)
            try await other.open(path)
            try await other.wait(
                "a word about it", "document.querySelector('.login .problem')?.innerText.includes('used up')")
        }
    }

    private func logIn(_ browser: Browser, _ account: String, _ password: String) async throws {
        guard try browser.value(of: "document.querySelector('dialog.login') !== null") else { return }
        try await browser.fill("dialog.login input[name=username]", account)
        try await browser.fill("dialog.login input[name=password]", password)
        try await browser.tap("dialog.login clock-button")
        try await browser.wait("an answer", "!document.querySelector('dialog.login clock-button')?.disabled")
    }
}
