import ClockDomain
import ClockTestSupport
import ClockWire
import FoundationEssentials
import Testing

@testable import ClockSite
@testable import ClockctlKit
@testable import ClockctlVoiceKit

/// `clockctl voice push` and `clockctl trainer` as people run them, against a coordinator that answers from a table.
@Suite("Pushing voices and training", .timeLimit(.minutes(2)))
struct PushProcessTests {
    private static let voices =
        #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/Tests/Voices"

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("push") }

    /// A small pack of clips that ship with the project.
    private func pack(_ words: [String] = ["one", "two"], lacking: String = "") throws -> String {
        try FileManager.default.createDirectory(
            atPath: folder.file("small"), withIntermediateDirectories: true)
        for word in words where word != lacking {
            let clip = try Data(contentsOf: URL(filePath: "\(Self.voices)/english/\(word).wav"))
            try clip.write(to: URL(filePath: folder.file("small/\(word).wav")))
        }
        try folder.write(
            "format: 1\nname: small\nlanguage: en\nauthor: me\nlicence: none\nclips: [\(words.joined(separator: ", "))]\n",
            to: "small/voice.yaml")
        return folder.file("small")
    }

    @Test("what the coordinator has not is uploaded, and every node is told of")
    func push() async throws {
        let site = try await StubSite()
        let pack = try pack()
        let pushed = try await site.run("voice", "push", pack, "kitchen", "bedroom")
        #expect(pushed.exitCode == 0, "\(pushed.errors)")
        let reference = try #require(site.coordinator.state.packs.lists.values.first).reference
        let title = "small (\(reference.digest.short), 3 files, "
        #expect(pushed.output.hasPrefix(title), "\(pushed.output)")
        #expect(pushed.output.hasSuffix("kitchen  has it\nbedroom  has it\n"), "\(pushed.output)")
        #expect(site.coordinator.state.packs.uploaded.count == 3)
        // Nothing has changed: nothing is sent.
        let again = try await site.run("voice", "push", pack, "--all", "--json")
        #expect(again.exitCode == 0 && site.coordinator.state.packs.uploaded.count == 3)
        await site.end()
    }

    @Test("a node that cannot have it makes the command fail, and one that is off does not")
    func failure() async throws {
        var state = StubCoordinator.State(status: Sample.healthy)
        state.packs.states = [Sample.id("kitchen"): .failed("the disk is full"), Sample.id("bedroom"): .waiting]
        state.status.nodes[0].availability = .offline
        let offline = state.status.nodes[0].id
        let site = try await StubSite(state)
        let pushed = try await site.run("voice", "push", try pack(), "kitchen")
        #expect(pushed.exitCode == 1)
        #expect(pushed.output.contains("kitchen  cannot have it: the disk is full"), "\(pushed.output)")
        let away = try await site.run("voice", "push", try pack(), "\(offline)")
        #expect(away.exitCode == 0 && away.output.contains("\(offline)  offline; it gets it when it is back"))
        await site.end()
    }

    @Test("a pack of which a clip is missing goes nowhere, and the next step is named")
    func incomplete() async throws {
        let site = try await StubSite()
        let pushed = try await site.run("voice", "push", try pack(lacking: "two"), "kitchen")
        #expect(pushed.exitCode != 0)
        #expect(
            pushed.errors.contains(
                "voice pack small has no clip of 1 of its 2 words (two): make them first: clockctl voice build small"),
            "\(pushed.errors)")
        #expect(site.coordinator.state.packs.lists.isEmpty)
        await site.end()
    }

    @Test("a link that leads out of the pack is refused, and nothing of it leaves the machine")
    func links() async throws {
        let site = try await StubSite()
        let pack = try pack()
        let secret = try folder.write("a private key", to: "secret")
        try FileManager.default.createSymbolicLink(atPath: "\(pack)/LICENSE", withDestinationPath: secret)
        let pushed = try await site.run("voice", "push", pack, "kitchen")
        #expect(pushed.exitCode == 65, "\(pushed.output)")
        #expect(pushed.errors.contains("small/LICENSE is a link out of the pack, to \(secret): copy the file"))
        #expect(site.coordinator.state.packs.uploaded.isEmpty)
        // One that stays inside is as good as the file.
        try FileManager.default.removeItem(atPath: "\(pack)/LICENSE")
        try FileManager.default.createSymbolicLink(atPath: "\(pack)/LICENSE", withDestinationPath: "voice.yaml")
        #expect(try await site.run("voice", "push", pack, "kitchen").exitCode == 0)
        await site.end()
    }

    @Test("what nodes have is listed, and taken away")
    func listAndWithdraw() async throws {
        let site = try await StubSite()
        _ = try await site.run("voice", "push", try pack(), "kitchen")
        let listed = try await site.run("voice", "nodes", "--node", "kitchen")
        #expect(listed.output.contains("kitchen") && listed.output.contains("small"), "\(listed.output)")
        let withdrawn = try await site.run("voice", "withdraw", "small", "kitchen")
        #expect(withdrawn.output == "kitchen  is no longer to have small (revision 9)\n")
        let shown = try await site.run("voice", "nodes", "--node", "kitchen", "--json")
        #expect(!shown.output.contains("small"))
        await site.end()
    }

    // MARK: The trainer

    /// - Parameter keys: the keys that a person types.
    private func train(_ site: StubSite, keys: String, _ words: String...) async throws -> ClockctlProcess.Ended {
        var process = site.clockctl
        process.environment["KEYS"] = keys
        let variables = process.environment.merging([
            "CLOCKSMITH_BROKER_PORT": "\(process.port)", "HOME": folder.path, "OUT": folder.file("out"),
            "ERR": folder.file("err"),
        ]) { $1 }
        let shell = try TestProcess(
            "sh",
            ["-c", "printf \"$KEYS\" | exec \"$0\" \"$@\" >\"$OUT\" 2>\"$ERR\"", try ClockctlProcess.path(), "trainer"]
                + words,
            environment: variables, outputFile: folder.file("sh"))
        try await waitUntil("clockctl trainer has ended", timeout: .seconds(30)) { !shell.isRunning }
        return .init(
            exitCode: shell.wait(timeout: .zero), output: folder.read("out"), errors: folder.read("err"))
    }

    @Test("words are heard and scored, missed ones come back, and the report tells")
    func trainer() async throws {
        let site = try await StubSite()
        let pack = try pack(["one", "two", "three"])
        let trained = try await train(
            site, keys: " ynyy", pack, "--node", "kitchen", "--learner", "Mia")
        #expect(trained.exitCode == 0, "\(trained.errors)")
        #expect(trained.output.hasSuffix("Mia: 3 words, 2 known\nmissed: two\n"), "\(trained.output)")
        #expect(site.coordinator.state.sounds.files.count == 1)
        let scores = site.coordinator.state.scores.scores
        #expect(scores.map(\.key.word) == ["one", "three", "two"])
        #expect(scores.map(\.box) == [.second, .second, .first])
        let report = try await site.run("trainer", "report")
        #expect(report.output.contains("Mia"), "\(report.output)")
        let json = try await site.run("trainer", "report", "--learner", "Mia", "--json")
        #expect(json.output.contains("\"boxes\""))
        let nobody = try await site.run("trainer", "report", "--learner", "Ben")
        #expect(nobody.output == "nobody has practised yet\n")
        // A known word is not due yet.
        let later = try await train(site, keys: "q", pack, "--node", "kitchen", "--learner", "Mia")
        #expect(later.output.contains("two") && !later.output.contains("three"), "\(later.output)")
        await site.end()
    }

    @Test("a word that is not heard is told, and not taken for one that was")
    func unheardWord() async throws {
        let site = try await StubSite()
        let pack = try pack(["one", "two"])
        for isHeard in [true, false] {
            site.coordinator.change {
                $0.sounds.failures = isHeard ? [:] : [Sample.id("kitchen"): (.failed, .deviceMissing, "no such device")]
            }
            var process = site.clockctl
            process.environment["OUT"] = folder.file("out")
            let variables = process.environment.merging(
                ["CLOCKSMITH_BROKER_PORT": "\(process.port)", "HOME": folder.path]) { $1 }
            let shell = try TestProcess(
                "sh",
                [
                    "-c", "(printf ' '; sleep 3; printf q) | \"$0\" trainer \"$@\" >\"$OUT\" 2>&1",
                    try ClockctlProcess.path(), pack, "--node", "kitchen", "--learner", "Mia",
                ], environment: variables, outputFile: folder.file("sh"))
            try await waitUntil("the sitting is over", timeout: .seconds(40)) { !shell.isRunning }
            let output = folder.read("out")
            let told = "the word was not heard in kitchen: failed (device missing): no such device"
            #expect(output.contains(told) != isHeard, "\(output)")
        }
        await site.end()
    }

    @Test(
        "keys mean what they say",
        arguments: [
            ("y", [TrainerModel.Key.thumbsUp]), ("\u{1B}[A", [.thumbsUp]), ("\u{1B}OB", [.thumbsDown]),
            ("n-", [.thumbsDown, .thumbsDown]),
            (" p", [.hear, .hear]), ("xq", [.quit]), ("\u{1B}", []), ("\u{1B}[", []),
        ])
    func keys(typed: String, keys: [TrainerModel.Key]) {
        #expect(TrainerModel.keys(Array(typed.utf8)) == keys)
    }

    @Test("an answer that could not be kept is kept for later")
    func unsaved() throws {
        let round = TrainingRound(words: ["a", "b"], scores: [], count: 5, at: WallTime(seconds: 0))
        var model = TrainerModel(learner: "Mia", list: "small", round: round, texts: ["a": "Ah"])
        #expect(model.nextRequest == nil && model.lines().contains { $0.plain.contains("Ah") })
        model.answer(known: false)
        model.answer(known: true)
        model.answer(known: true)
        // Known a moment after it was missed counts for nothing.
        #expect(model.nextRequest?.answers == [.init(word: "a", known: false), .init(word: "b", known: true)])
        #expect(model.word == nil)
        model.saved(1)
        #expect(model.nextRequest?.answers.count == 1)
        model.saved(1)
        #expect(model.nextRequest == nil && model.unsaved.isEmpty)
    }
}
