import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

/// Ways to the broker that lead nowhere: one line each, the programs go on trying, and are there once it leads somewhere.
@Suite(.ownThreads) struct ConnectionTroubleTests {
    @Test("a broker that is not there is told once by each daemon and found when it comes")
    func absentBroker() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            let target = try WallTime("2027-03-01T15:15:00Z")
            // Time for attempts that are some seconds apart, of both daemons, and for the exchanges after them.
            site.setClock(to: target, in: .seconds(50))
            site.broker.stop()
            try site.start()
            let daemons = [site.coordinator, site.node("kitchen")]
            try await waitUntil("word of the broker that is not there") {
                daemons.allSatisfy { $0.log.contains("127.0.0.1:\(site.broker.port)") }
            }
            // Some attempts more.
            try await Task.sleep(for: .seconds(3))
            for daemon in daemons {
                let lines = daemon.log.split(separator: "\n").filter {
                    $0.contains("cannot reach broker") && !$0.contains(" debug ")
                }
                try #require(lines.count == 1, "\(daemon.name): \(lines)")
            }
            try site.broker.restart()
            let record = try #require(try await site.records(of: target)["kitchen"])
            try #require(record.outcome == .announced, "\(record.sentence)")
        }
    }

    @Test("a broker's name that nobody knows is told by each daemon, which goes on trying")
    func unknownHost() async throws {
        let folder = try TemporaryFolder("host")
        let config = try folder.write("broker: {host: no-such-host.invalid}\n", to: "empty.yaml")
        for (program, own) in [("clock-node", ["--node", "kitchen"]), ("clock-coordinator", [])] {
            let daemon = Daemon(
                name: program,
                command: [
                    try BuiltPrograms.path(program), "--config", config, "--state-directory", folder.file(program),
                ]
                    + own,
                logFile: folder.file("\(program).log"))
            try daemon.start()
            try await waitUntil("\(program)'s word of the unknown host", timeout: .seconds(20)) {
                daemon.log.contains("no-such-host.invalid")
            }
            try #require(daemon.isRunning)
            try #require(try await daemon.stop() == 0)
        }
    }

    @Test("a wrong password is told as such by daemons and clockctl; with the right one in a file all is well")
    func passwords() async throws {
        let broker = try TestBroker { $0.passwords = ["clock": "friend"] }
        let secrets = try TemporaryFolder("secrets")
        let file = try secrets.write("mellon\n", to: "password")
        let lines = ["username: clock", "password_file: \(file)"]
        try await withSite(Site([Site.Room("kitchen")], broker: broker, brokerLines: lines)) { site in
            site.setClock(to: try WallTime("2027-03-01T15:15:00Z"), in: .seconds(600))
            try site.start()
            let daemons = [site.coordinator, site.node("kitchen")]
            for daemon in daemons {
                try await waitUntil("\(daemon.name)'s word of the wrong password") {
                    daemon.log.split(separator: "\n").contains {
                        $0.contains("password") && $0.contains("\(broker.port)")
                    }
                }
                try #require(daemon.isRunning)
                try #require(!daemon.log.contains("mellon"), "\(daemon.name) tells the password")
            }
            let credentials = ["--username", "clock", "--password-file", file]
            let refused = try await site.clockctl(["status"] + credentials)
            try #require(refused.code == 77, "\(refused)")

            try secrets.write("friend\n", to: "password")
            site.killAll()
            try site.start()
            try await waitUntil("an answer with the right password", timeout: .seconds(20)) {
                let answer = try await site.clockctl(["node", "list"] + credentials)
                return answer.code == 0 && answer.output.contains("kitchen")
            }
        }
    }

    @Test("a node whose clock is an hour off says nothing and tells why; the others speak")
    func wrongClock() async throws {
        try await withSite(Site([Site.Room("kitchen"), Site.Room("attic")])) { site in
            let target = try WallTime("2027-03-01T15:15:00Z")
            site.setClock(to: target, in: .seconds(40))
            let ahead = site.clockOffset.components.seconds + 3600
            site.node("attic").configure(environment: ["CLOCKSMITH_CLOCK_OFFSET_SECONDS": "\(ahead)"])
            try site.start()
            try await site.waitUntilReady(["kitchen"])
            try await waitUntil("the attic measured") {
                try await site.status(of: "attic").clock?.offsetMilliseconds != nil
            }
            let clock = try #require(try await site.status(of: "attic").clock)
            let offset = try #require(clock.offsetMilliseconds)
            try #require((offset + 3_600_000).magnitude < 100, "\(clock)")
            // If a time service vouches for this machine's clock, the node trusts the shifted one as well.
            guard !clock.reason.contains("synchronised by") else { return }
            try #require(!clock.trusted)
            _ = try await site.records(of: target, rooms: ["kitchen"])
            try #require(try site.announcement(in: "kitchen", around: target, beginningWith: "three").words.count == 3)
            try await site.sleep(until: target + .seconds(6))
            try #require(try site.sounds(in: "attic", around: target).isEmpty)
            let record = try #require(try await site.records(of: target, rooms: ["attic"])["attic"])
            try #require(record.outcome == .missed && record.reason == .untrusted, "\(record.sentence)")
        }
    }
}
