import ClockTestSupport
import FoundationEssentials
import Glibc
import Testing

@testable import ClockSound

/// Files that are odd and that other programs play, made by `scripts/odd-sounds`; ffmpeg's lengths are the judge.
@Suite("Odd sound files")
struct OddSoundTests {
    private static let tools = ["ffmpeg", "python3"].allSatisfy { (try? TestProcess.find($0)) != nil }
    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../scripts/odd-sounds").standardized.path
    /// Seconds.
    private static let tolerance = 0.06

    private struct Row {
        var path: String
        var name: String
        /// `true` where a refusal is wrong.
        var isWhole: Bool
        var seconds: Double
    }

    /// - Parameter judged: false where nobody asks for the lengths, which ffmpeg takes a minute to tell.
    private func rows(in folder: TemporaryFolder, judged: Bool = true) throws -> [Row] {
        let python = try TestProcess.find("python3")
        let list = try TestProcess.run(python, [Self.script, folder.path], timeout: .seconds(180))
        return try list.split(separator: "\n").map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let path = folder.file(fields[0])
            return Row(
                path: path, name: fields[0], isWhole: fields[1] == "whole",
                seconds: try Double(fields[2]) ?? (judged ? length(of: path, in: folder) : 0))
        }
    }

    /// By ffmpeg, which decodes all of it.
    private func length(of path: String, in folder: TemporaryFolder) throws -> Double {
        let decoded = folder.file(".decoded")
        defer { unlink(decoded) }
        let process = try TestProcess(
            try TestProcess.find("ffmpeg"),
            ["-nostdin", "-v", "quiet", "-y", "-i", path, "-map", "0:a:0", "-f", "s16le", "-ac", "1", "-ar", "44100"]
                + [decoded], outputFile: folder.file(".words"))
        process.wait(timeout: .seconds(30))
        var status = stat()
        return stat(decoded, &status) == 0 ? Double(status.st_size) / 2 / 44_100 : 0
    }

    @Test(
        "All that is in a file is heard, or it is refused with one line",
        .enabled(if: tools, "ffmpeg or python3 is not installed"))
    func everything() throws {
        let folder = try TemporaryFolder("odd")
        let rows = try rows(in: folder)
        #expect(rows.count > 200)
        for row in rows {
            do throws(SoundFile.Problem) {
                let heard = Double(try SoundFile.read(path: row.path).count) / 44_100
                #expect(abs(heard - row.seconds) <= Self.tolerance, "\(row.name): \(heard) s of \(row.seconds)")
                let recorded = try SoundFile.recorded(path: row.path)
                let seconds = Double(recorded.frames.count) / Double(recorded.rate)
                #expect(abs(seconds - heard) < 0.001, "\(row.name)")
            } catch {
                #expect(!row.isWhole, "\(row.name): \(error.reason)")
                #expect(!"\(error.reason); \(error.remedy)".contains("\n"))
            }
        }
    }

    @Test(
        "Decoders write nothing to the error output, whatever is in a file",
        .enabled(if: tools, "ffmpeg or python3 is not installed"))
    func silentDecoders() throws {
        let folder = try TemporaryFolder("odd")
        let rows = try rows(in: folder, judged: false)
        let errors = dup(STDERR_FILENO)
        let file = open(folder.file(".errors"), O_RDWR | O_CREAT, 0o600)
        try #require(errors >= 0 && file >= 0)
        fflush(nil)
        dup2(file, STDERR_FILENO)
        for row in rows {
            _ = try? SoundFile.recorded(path: row.path)
            // Broken in the middle: the result depends on the bytes before.
            var bytes = try Array(Data(contentsOf: URL(filePath: row.path)))
            for index in stride(from: bytes.count / 3, to: bytes.count, by: 97) { bytes[index] ^= 0x5A }
            try Data(bytes).write(to: URL(filePath: folder.file(".broken")))
            _ = try? SoundFile.recorded(path: folder.file(".broken"))
        }
        fflush(nil)
        dup2(errors, STDERR_FILENO)
        close(errors)
        close(file)
        let words = try #require(readText(folder.file(".errors")))
        // Tests beside this one may write too.
        let lines = words.split(separator: "\n").filter { line in
            ["mpg123", "Warning: ", "Note: ", "FLAC", "vorbis"].contains { line.contains($0) }
        }
        #expect(lines.isEmpty, "\(lines.prefix(3))")
    }
}
