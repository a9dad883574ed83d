import ClockTestSupport
import FoundationEssentials
import Glibc

/// A sound server of a test's own, with an output without a card that somebody listens to.
protocol SoundServer: AnyObject {
    /// A line of an ALSA configuration for a device of this name that plays there.
    func alsa(_ name: String) -> String

    /// Starts the server and waits until it lets programs in.
    func start() async throws

    /// Ends the server at once, and with it those who listen.
    func kill()

    /// Listens from now on.
    func listen() throws -> SoundListener
}

/// Writes down what the output plays from when it began, as one channel of 16 bits at 44,100 Hz.
struct SoundListener {
    let file: String
    /// Ends when nobody refers to it any more.
    let process: TestProcess

    /// Returns the time from the first frame written down to the first sound; `nil` while there is none.
    func firstSound() throws -> Duration? {
        // It is made with the first frames.
        guard access(file, F_OK) == 0 else { return nil }
        let bytes = try Data(contentsOf: URL(filePath: file))
        guard let first = bytes.firstIndex(where: { $0 != 0 }) else { return nil }
        return .microseconds(first / 2 * 1_000_000 / 44_100)
    }
}
