import Foundation
import Testing

private let python = ["/usr/bin/python3", "/usr/local/bin/python3"]
    .first(where: FileManager.default.isExecutableFile)

/// The program of the flashed image that reads clocksmith.txt.
@Suite(.enabled(if: python != nil, "python3 is not installed"))
struct CardTests {
    /// The program's settings of a file, and the file as it is put back.
    private func read(_ text: String) throws -> (settings: [String], after: String) {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("card-\(UUID()).txt")
        try Data(text.utf8).write(to: file)
        defer { unlink(file.path) }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: try #require(python))
        let program = TidyTests.root.appendingPathComponent("deploy/image/root/usr/libexec/clocksmith/card").path
        process.arguments = [program, "--check", file.path]
        process.environment = ["PYTHONIOENCODING": "utf-8"]
        process.standardOutput = output
        try process.run()
        let answer = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        let parts = try #require(answer.range(of: "---\n"))
        let settings = answer[..<parts.lowerBound].split(separator: "\n").map(String.init)
        return (settings, String(answer[parts.upperBound...]))
    }

    @Test func theShippedFileSetsNothingAndStaysAsItIs() throws {
        let text = try String(
            contentsOf: TidyTests.root.appendingPathComponent("deploy/image/clocksmith.txt"), encoding: .utf8)
        let (settings, after) = try read(text)
        #expect(settings.isEmpty)
        #expect(after == text)
    }

    /// Each line that the shipped file offers is understood once its # is gone.
    @Test func everyLineThatIsOfferedIsUnderstood() throws {
        let text = try String(
            contentsOf: TidyTests.root.appendingPathComponent("deploy/image/clocksmith.txt"), encoding: .utf8)
        let lines = text.split(separator: "\n").map(String.init).filter { $0.wholeMatch(of: /\#[a-z-]+: .*/) != nil }
            .map { $0.hasPrefix("#wifi-password") ? "wifi-password: long enough" : String($0.dropFirst()) }
            .map { $0.replacing("AAAA...", with: "AAAA") }
        let (settings, _) = try read(lines.joined(separator: "\n"))
        #expect(settings.sorted() == lines.sorted())
    }

    @Test func thePasswordIsTakenOutAndEveryOtherByteStays() throws {
        let (settings, after) = try read(
            "# mine\r\nWiFi: Café 5\r\nwifi-password: pass: word\r\n\r\nrole: hub\r\nzone: Europe/Berlin")
        #expect(settings == ["wifi: Café 5", "wifi-password: pass: word", "role: hub", "zone: Europe/Berlin"])
        #expect(after == "# mine\r\nWiFi: Café 5\r\n\r\nrole: hub\r\nzone: Europe/Berlin")
    }

    @Test(arguments: [
        ("role: boss", "role is not hub or room"),
        ("room: Big Room", "room is not small letters, digits and hyphens, such as kitchen"),
        ("zone: ../etc/passwd", "zone is not a zone such as Europe/Berlin"),
        ("zone: Mars/Base", "zone is not a zone such as Europe/Berlin"),
        ("wifi-password: short", "wifi-password is not 8 to 63 plain letters, digits and signs"),
        ("wifi-password: long enough", "wifi-password needs a line with wifi"),
        ("output: a; reboot", "output is not a sound card such as Headphones"),
        ("hub:", "hub is not a name or address such as hub.local"),
        ("ssh-key: secret", "ssh-key is not a public key such as ssh-ed25519 AAAA…"),
        (
            "colour: red",
            "\"colour\" is none of: wifi, wifi-password, role, room, hub, zone, output, ssh-key"
        ),
    ])
    func aWrongLineStaysAndGetsItsReason(line: String, reason: String) throws {
        let (settings, after) = try read("# first\n\(line)\n")
        #expect(settings.isEmpty)
        #expect(after == "# first\n\(line)\n#! \(reason)\n")
        // A further start says it once again, and no more.
        #expect(try read(after).after == after)
    }

    @Test func theFirstOfTwoCounts() throws {
        let (settings, after) = try read("role: hub\nrole: room\n")
        #expect(settings == ["role: hub"])
        #expect(after.hasSuffix("#! role is there twice; the first one counts\n"))
    }
}
