import ArgumentParser
import ClockDomain
import ClockPKI
import ClockTestSupport
import ClockVoiceMaking
import Glibc
import Testing

@testable import ClockctlKit
@testable import ClockctlPKIKit
@testable import ClockctlVoiceKit

@Suite("The programs that clockctl is made of", .timeLimit(.minutes(2)))
struct PartTests {
    /// A folder with clockctl in it, as `bin/clockctl`.
    private static func installed() throws -> TemporaryFolder {
        let folder = try TemporaryFolder("installed")
        try TestProcess.run("mkdir", ["-p", folder.file("bin"), folder.file("libexec/clocksmith")])
        try TestProcess.run("cp", [try ClockctlProcess.path(), folder.file("bin/clockctl")])
        return folder
    }

    private static func run(_ line: String, in folder: TemporaryFolder) throws -> (code: Int32, output: String) {
        let process = try TestProcess(
            "sh", ["-c", "cd \(folder.path)/bin && \(line)"], outputFile: folder.file("said"))
        return (process.wait(timeout: .seconds(20)), process.output)
    }

    private static func place(_ script: String, at path: String, in folder: TemporaryFolder) throws {
        try folder.write("#!/bin/sh\n\(script)\n", to: path)
        chmod(folder.file(path), 0o755)
    }

    @Test("a part becomes the process: it has its arguments, input and number, and the exit code is its own")
    func handedOver() throws {
        let folder = try Self.installed()
        try Self.place(
            "for word in \"$@\"; do echo \"<$word>\"; done; cat; echo $$; exit 7", at: "bin/clockctl-voice", in: folder)
        let ended = try Self.run(
            "echo $$; echo spoken | exec ./clockctl voice say '15:45' --pack 'a b'", in: folder)
        #expect(ended.code == 7)
        let lines = ended.output.split(separator: "\n").map(String.init)
        #expect(Array(lines.dropFirst().prefix(6)) == ["<voice>", "<say>", "<15:45>", "<--pack>", "<a b>", "spoken"])
        let alone = try Self.run("echo $$; exec ./clockctl voice list </dev/null", in: folder)
        let numbers = alone.output.split(separator: "\n").suffix(4)
        #expect(numbers.first == numbers.last, "\(alone.output)")
    }

    @Test("a part that dies of a signal is seen to have died of it")
    func signalled() throws {
        let folder = try Self.installed()
        try Self.place("kill -USR1 $$", at: "bin/clockctl-pki", in: folder)
        #expect(try Self.run("exec ./clockctl pki list", in: folder).code == 128 + SIGUSR1)
    }

    @Test("a part is found beside clockctl, then where packages put it")
    func found() throws {
        let folder = try Self.installed()
        try Self.place("echo packaged", at: "libexec/clocksmith/clockctl-voice", in: folder)
        #expect(try Self.run("./clockctl voice list", in: folder).output == "packaged\n")
        try Self.place("echo beside", at: "bin/clockctl-voice", in: folder)
        #expect(try Self.run("./clockctl voice list", in: folder).output.hasSuffix("beside\n"))
    }

    @Test("a part that is not installed is told in one line that names its package")
    func missing() throws {
        let folder = try Self.installed()
        for (words, package) in [
            ("voice list", "clocksmith-voice-tools"), ("calibrate --all", "clocksmith-voice-tools"),
            ("pki list", "clocksmith-pki"), ("provision kitchen", "clocksmith-pki"),
        ] {
            let lonely = try TemporaryFolder("lonely")
            try TestProcess.run("ln", [folder.file("bin/clockctl"), lonely.file("clockctl")])
            let process = try TestProcess(
                lonely.file("clockctl"), words.split(separator: " ").map(String.init), outputFile: lonely.file("said"))
            #expect(process.wait(timeout: .seconds(20)) == 69)
            #expect(process.output.hasSuffix("to install it: sudo apt install \(package)\n"), "\(process.output)")
            #expect(process.output.split(separator: "\n").count == 1)
        }
    }

    @Test("help and complaints about the command line need no part")
    func help() throws {
        let folder = try Self.installed()
        let help = try Self.run("./clockctl help voice build", in: folder)
        #expect(help.code == 0 && help.output.hasPrefix("OVERVIEW: Have a speech engine speak"))
        #expect(try Self.run("./clockctl pki issue client anna --role king", in: folder).code == 64)
    }

    @Test("every command is carried out by clockctl or by one of its parts")
    func carriedOut() {
        func leaves(_ command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
            let below = command.configuration.subcommands
            return below.isEmpty ? [command] : below.flatMap(leaves)
        }
        for command in leaves(Clockctl.self) {
            #expect(command is any ClockctlCommand.Type, "nobody carries out \(command)")
        }
    }

    @Test("clockctl links no library of its parts", arguments: ["libasound.so", "libebur128.so", "CCryptoBoringSSL"])
    func lean(library: String) throws {
        let ended = try Self.run("grep -c -a \(library) clockctl", in: try Self.installed())
        #expect(ended.output == "0\n")
    }

    @Test("what clockctl says of the parts' terms is what they go by")
    func terms() {
        #expect(CertificateTerms.roles == ClientRole.allCases.map(\.rawValue))
        #expect(CertificateTerms.authorityDays == Authority.standardDays)
        #expect(CertificateTerms.certificateDays == Authority.standardCertificateDays)
        #expect(CertificateTerms.dayRange == Authority.dayRange)
        #expect(SpeechEngineNames.all == SpeechEngineKind.builtIn.map(\.name))
    }
}
