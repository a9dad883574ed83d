import FoundationEssentials
import Testing

@testable import ClockNodeAudio

@Suite("Who holds a card")
struct DeviceHoldersTests {
    @Test("An open playback device of the card that is asked for is told with its program")
    func openDevice() throws {
        let root = try PacedDevice.temporaryFolder()
        // A folder that stays behind in the temporary folder harms no test.
        defer { try? FileManager.default.removeItem(atPath: root) }
        func put(_ path: String, _ text: String) throws {
            let url = URL(filePath: "\(root)/\(path)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        try put("asound/card0/pcm0p/sub0/status", "closed\n")
        try put("asound/card1/pcm0c/sub0/status", "state: RUNNING\nowner_pid   : 5\n")
        try put("asound/card1/pcm0p/sub0/status", "state: RUNNING\nowner_pid   : 812\ntrigger_time: 3.1\n")
        try put("asound/card1/pcm3p/sub0/status", "state: RUNNING\nowner_pid   : 813\n")
        try put("asound/cards", "not a folder")
        try put("812/comm", "mpd\n")
        try put("asound/card2/id", "Speaker\n")
        try put("asound/card2/pcm0p/sub0/status", "state: RUNNING\nowner_pid   : 814\n")
        try put("814/comm", "pipewire\n")
        let one = ["card 1 is in use by mpd (pid 812)", "card 1 is in use by a program (pid 813)"]
        let two = ["card 2 is in use by pipewire (pid 814)"]
        for (device, expected) in [
            ("hw:1", one), ("plughw:1,3", one), ("hw:CARD=Speaker,DEV=0", two), ("dmix:Speaker", two),
            ("default", one + two), ("hw:0", []), ("plug:'other'", one + two),
        ] {
            #expect(DeviceHolders.describe(device: device, root: root) == expected, "\(device)")
        }
        #expect(DeviceHolders.describe(device: "default", root: "\(root)/nowhere").isEmpty)
    }
}
