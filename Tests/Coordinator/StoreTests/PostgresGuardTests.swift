import ClockTestSupport
import Glibc
import Testing

@testable import ClockCoordinatorStore

/// A program that only claims to be the database: the bytes that it gets, and the harm that it can do.
struct PostgresGuardTests {
    /// Listens at all addresses, and treats each client as its first argument says.
    private static let impostor = """
        import socket, struct, sys
        mode, port, out = sys.argv[1], int(sys.argv[2]), sys.argv[3]
        def message(kind, body): return kind + struct.pack("!I", len(body) + 4) + body
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("0.0.0.0", port))
        listener.listen(8)
        def serve(client):
            def read(count):
                data = b""
                while len(data) < count:
                    chunk = client.recv(count - len(data))
                    if not chunk: raise OSError
                    data += chunk
                return data
            while True:
                body = read(struct.unpack("!I", read(4))[0] - 4)
                if struct.unpack("!I", body[:4])[0] not in (80877103, 80877104): break
                client.sendall(b"N")
            if mode in ("clear", "md5"):
                client.sendall(message(b"R", struct.pack("!I", 3) if mode == "clear" else struct.pack("!I4s", 5, b"salt")))
                open(out, "ab").write(client.recv(4096))
                return
            client.sendall(message(b"R", struct.pack("!I", 0)))
            for name, value in ((b"server_version", b"16.0"), (b"default_transaction_read_only", b"off"),
                                (b"in_hot_standby", b"off"), (b"client_encoding", b"UTF8")):
                client.sendall(message(b"S", name + b"\\0" + value + b"\\0"))
            client.sendall(message(b"Z", b"I"))
            client.recv(4096)
            if mode == "notices":
                notice = message(b"N", b"SNOTICE\\0C00000\\0M" + b"x" * 8000 + b"\\0\\0")
                while True: client.sendall(notice)
            client.sendall(message(b"1", b"") + message(b"2", b""))
            client.sendall(message(b"T", struct.pack("!H", 1) + b"x\\0" + struct.pack("!IHIhih", 0, 0, 25, -1, -1, 0)))
            if mode == "row":
                client.sendall(b"D" + struct.pack("!I", 1900000000) + struct.pack("!HI", 1, 1899999994))
                while True: client.sendall(b"x" * 1000000)
            while True:
                client.sendall(message(b"D", struct.pack("!HI", 1, 1000000) + b"x" * 1000000))
        while True:
            client, _ = listener.accept()
            try: serve(client)
            except OSError: pass
            client.close()
        """

    private struct Impostor {
        let folder: TemporaryFolder
        let port: Int
        let process: TestProcess

        init(_ mode: String) async throws {
            folder = try TemporaryFolder("impostor")
            let port = try LoopbackPort.unused()
            self.port = port
            let script = try folder.write(PostgresGuardTests.impostor, to: "impostor.py")
            let process = try TestProcess(
                "python3", [script, mode, "\(port)", folder.file("told")], outputFile: folder.file("log"))
            self.process = process
            try await waitUntil("it listens: \(process.output)", timeout: .seconds(20)) { LoopbackPort.accepts(port) }
        }

        func address(_ host: String, _ more: String = "") throws -> String {
            let passwords = try folder.write("*:*:*:*:a-secret-password\n", to: "pgpass")
            chmod(passwords, 0o600)
            return "postgresql://clocksmith@\(host):\(port)/clocks?passfile=\(passwords)\(more)"
        }

        var told: String { folder.read("told") }
    }

    @Test(
        "beyond this machine no server gets the password, nor what is as good as it",
        arguments: ["clear", "md5"], ["", "&sslmode=require", "&sslmode=disable", "&channel_binding=require"])
    func password(_ mode: String, _ more: String) async throws {
        let impostor = try await Impostor(mode)
        // This machine, and not by a loopback address.
        let address = try PostgresAddress(impostor.address("0.0.0.0", more))
        #expect(throws: PostgresFailure.self) { _ = try PostgresConnection(address) }
        #expect(impostor.told == "")
        impostor.process.stop()
    }

    @Test func onThisMachineAServerMayAskForIt() async throws {
        let impostor = try await Impostor("clear")
        let address = try PostgresAddress(impostor.address("127.0.0.1"))
        #expect(throws: PostgresFailure.self) { _ = try PostgresConnection(address) }
        #expect(impostor.told.contains("a-secret-password"))
        impostor.process.stop()
    }

    @Test(
        "an answer without end, a row of 1.9 GB and a flood of notices end the connection",
        arguments: [
            ("row", "more than 256 MB"), ("rows", "more than 256 MB"), ("notices", "notices without end"),
        ])
    func bounds(_ mode: String, _ words: String) async throws {
        let impostor = try await Impostor(mode)
        let address = try PostgresAddress(impostor.address("127.0.0.1"))
        let start = ContinuousClock.now
        do {
            let connection = try PostgresConnection(address)
            _ = try connection.run("SELECT 1 AS x")
            Issue.record("it has answered")
        } catch {
            #expect("\(error)".contains(words), "\(error)")
        }
        #expect(ContinuousClock.now - start < PostgresConnection.patience)
        impostor.process.stop()
    }

    @Test(arguments: [
        ("postgresql://db/c", false), ("postgresql:///c", true), ("postgresql://localhost/c", true),
        ("postgresql://127.0.0.2/c", true), ("postgresql://127.0.0.1.example.org/c", false),
        ("postgresql://127.1/c", false),
        ("postgresql://[::1]/c", true), ("postgresql:///c?host=/run/postgresql", true),
        ("postgresql://localhost/c?hostaddr=192.168.1.5", false), ("postgresql://db/c?hostaddr=127.0.0.1", true),
        ("postgresql:///c?service=house", false), ("postgresql://0.0.0.0/c", false),
        ("postgresql://localhost,db/c", false),
    ])
    func whatIsOfThisMachine(_ address: String, _ isLocal: Bool) throws {
        #expect(try PostgresAddress(address).servers.allSatisfy(\.isLocal) == isLocal)
    }

    @Test(arguments: [
        ("postgresql://db/c?sslmode=verify-full", true), ("postgresql://db/c?sslmode=verify-ca", true),
        ("postgresql://db/c?channel_binding=require", true),
        ("postgresql://localhost/c?channel_binding=disable", true),
    ])
    func whatMayBeSaid(_ address: String, _: Bool) throws {
        _ = try PostgresAddress(address)
    }

    @Test func everyServerHasItsOwnPlace() throws {
        let one = try PostgresAddress("postgresql://x@a,b:5433/clocks?hostaddr=10.0.0.1,10.0.0.2&connect_timeout=7")
            .servers
        #expect(one.map(\.host) == ["a", "b"] && one.map(\.hostAddress) == ["10.0.0.1", "10.0.0.2"])
        #expect(one.allSatisfy { $0.connectSeconds == 7 })
    }
}
