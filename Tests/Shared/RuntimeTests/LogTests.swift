import ClockDomain
import ClockTestSupport
import Glibc
import Logging
import Testing

@testable import ClockRuntime

@Suite struct LogTests {
    private func line(_ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata = [:]) -> LogLine {
        LogLine(
            level: level, time: WallTime(nanoseconds: 1_795_000_000_123_456_789), message: message, metadata: metadata)
    }

    @Test(
        arguments: [
            (.trace, "<7>"), (.debug, "<7>"), (.info, "<6>"), (.notice, "<5>"), (.warning, "<4>"), (.error, "<3>"),
            (.critical, "<2>"),
        ] as [(Logger.Level, String)])
    func theJournalGetsTheSyslogLevelAndNoTime(level: Logger.Level, prefix: String) {
        #expect(line(level, "up", ["node": "kitchen"]).text(.journal) == "\(prefix)up node=kitchen\n")
    }

    @Test func aPersonGetsTimeLevelMessageAndValues() {
        let line = line(.warning, "late", ["z": "1", "by": "3 s", "empty": "", "quote": "a\"b"])
        #expect(
            line.text(.plain)
                == "2026-11-18T11:06:40.123Z warning  late by=\"3 s\" empty=\"\" quote=\"a\\\"b\" z=1\n")
        #expect(line.text(.coloured).hasPrefix("\u{1B}[2m2026-11-18T11:06:40.123Z\u{1B}[0m \u{1B}[33mwarning"))
    }

    @Test func nobodyOutsideCanForgeALine() {
        let line = line(.info, "from\r\n<0>evil", ["topic": "a\u{1B}[2J\nb\u{2028}\u{85}c\u{7F}"])
        #expect(
            line.text(.journal)
                == "<6>from\\r\\n<0>evil topic=a\\u{1b}[2J\\nb\\u{2028}\\u{85}c\\u{7f}\n")
    }

    @Test func theStyleFollowsWhereTheLogGoes() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        var status = stat()
        fstat(ends[1], &status)
        let stream = "\(status.st_dev):\(status.st_ino)"
        #expect(ProgramLog.style(of: ends[1], environment: ["JOURNAL_STREAM": stream]) == .journal)
        #expect(ProgramLog.style(of: ends[1], environment: ["JOURNAL_STREAM": "1:2"]) == .plain)
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        try #require(terminal >= 0)
        defer { close(terminal) }
        #expect(ProgramLog.style(of: terminal, environment: [:]) == .coloured)
        #expect(ProgramLog.style(of: terminal, environment: ["NO_COLOR": "1"]) == .plain)
        #expect(ProgramLog.style(of: terminal, environment: ["TERM": "dumb"]) == .plain)
    }

    @Test func linesGoOutWholeWithTheirLoggersValues() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let descriptor = ends[1]
        var logger = Logger(
            label: "test",
            factory: { _ in ProgramLogHandler(logLevel: .info, style: .journal, descriptor: descriptor) })
        logger[metadataKey: "node"] = "kitchen"
        logger.debug("unseen")
        logger.info("seen", metadata: ["n": "1"])
        logger.error("failed", error: SystemError("open /x", code: ENOENT))
        close(descriptor)
        var buffer = [UInt8](repeating: 0, count: 1000)
        let count = read(ends[0], &buffer, buffer.count)
        #expect(
            String(decoding: buffer[..<max(0, count)], as: UTF8.self)
                == "<6>seen n=1 node=kitchen\n"
                + "<3>failed error=\"cannot open /x: No such file or directory\" node=kitchen\n")
    }

    @Test func oneLinePerSenderAndMinuteThenTheCount() {
        var limit = RateLimitedLog()
        let boot = { (seconds: Int64) in BootTime(nanoseconds: seconds * 1_000_000_000) }
        #expect(limit.suffix(for: "a", at: boot(0)) == "")
        #expect(limit.suffix(for: "a", at: boot(1)) == nil)
        #expect(limit.suffix(for: "b", at: boot(1)) == "")
        #expect(limit.suffix(for: "a", at: boot(59)) == nil)
        #expect(limit.suffix(for: "a", at: boot(60)) == " (2 more since the last such line)")
        #expect(limit.suffix(for: "a", at: boot(130)) == "")
    }

    @Test func inventedSendersFillNeitherTheLogNorTheMemory() {
        var limit = RateLimitedLog(capacity: 10)
        let lines = (0..<1_000).count { limit.suffix(for: "sender \($0)", at: BootTime(nanoseconds: 0)) != nil }
        #expect(lines == 11)
        #expect(limit.suffix(for: "later", at: BootTime(nanoseconds: 61_000_000_000)) == "")
    }
}
