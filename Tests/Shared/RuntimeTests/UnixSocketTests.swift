import ClockTestSupport
import Glibc
import Testing

@testable import ClockRuntime

struct UnixSocketTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("unix-socket") }

    private func listen(_ path: String) throws(FatalError) -> Int32 {
        try UnixSocket.listen(at: path, mode: 0o666, backlog: 4)
    }

    @Test func whoeverTheModeNamesMayConnectWhateverTheUmaskIs() throws {
        let path = folder.file("socket")
        let listener = try listen(path)
        defer { close(listener) }
        var status = stat()
        try #require(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o666)
        close(try UnixSocket.connect(to: path))
    }

    @Test func whatAnEarlierRunLeftIsReplaced() throws {
        let path = folder.file("socket")
        close(try listen(path))
        #expect(throws: SystemError.self) { close(try UnixSocket.connect(to: path)) }
        let listener = try listen(path)
        defer { close(listener) }
        close(try UnixSocket.connect(to: path))
    }

    @Test func anotherProgramsSocketAndAFolderAreLeftAlone() throws {
        let path = folder.file("socket")
        let listener = try listen(path)
        defer { close(listener) }
        #expect(throws: FatalError(.cannotCreate, "\(path) is another program's socket; choose another path")) {
            try listen(path)
        }
        close(try UnixSocket.connect(to: path))

        let other = folder.file("other")
        try #require(mkdir(other, 0o700) == 0)
        #expect(
            throws: FatalError(.cannotCreate, "\(other) is there and is no socket; remove it, or choose another path")
        ) { try listen(other) }
        #expect(access(other, F_OK) == 0)
    }

    @Test func aPathThatIsTooLongIsTold() {
        let path = folder.file(String(repeating: "a", count: 120))
        #expect(
            throws: FatalError(
                .cannotCreate,
                "\(path) has \(path.utf8.count) bytes; a socket's path has at most 107: choose another")
        ) { try listen(path) }
    }
}
