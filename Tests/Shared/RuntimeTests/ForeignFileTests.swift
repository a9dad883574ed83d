import ClockTestSupport
import Testing

@testable import ClockRuntime

@Suite("Configurations and secrets of other systems")
struct ForeignFileTests {
    @Test(arguments: ["\n", "\r\n", "\r\r\n", "\r", ""])
    func filesOfOtherSystemsAreRead(lineEnd: String) throws {
        let folder = try TemporaryFolder()
        let (password, file) = (folder.file("password"), folder.file("node.yaml"))
        for isWide in [false, true] {
            func bytes(_ text: String) -> [UInt8] {
                let marked = "\u{FEFF}" + text
                return isWide ? marked.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } : Array(marked.utf8)
            }
            try AtomicFile.replace(password, with: bytes("hünter2" + lineEnd), mode: 0o600)
            let separator = lineEnd.isEmpty ? "\n" : lineEnd
            let lines = ["broker:", "  username: u", "  password_file: \(password)", ""]
            try AtomicFile.replace(file, with: bytes(lines.joined(separator: separator)))
            let schema = ConfigurationSchema(ConfigurationSchema.broker)
            func load() throws -> ProgramConfiguration {
                try ProgramConfiguration.load(schema: schema, file: file, environment: [:])
            }
            #expect(try BrokerSettings(load()).password == "hünter2")
            try AtomicFile.replace(file, with: bytes(["broker:", "\tusername: u"].joined(separator: separator)))
            #expect(throws: FatalError(.configuration, "\(file):2: not valid YAML: indent with spaces, not tabs")) {
                try load()
            }
        }
    }
}
