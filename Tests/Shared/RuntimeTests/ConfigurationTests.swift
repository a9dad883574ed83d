import ClockTestSupport
import Glibc
import Testing

@testable import ClockRuntime

@Suite struct ConfigurationTests {
    private static let schema = ConfigurationSchema(
        ConfigurationSchema.broker + ConfigurationSchema.log
            + ConfigurationSchema.daemon(stateDirectory: "/var/lib/clocksmith") + [
                .bool("self_wake", default: true, help: "Wake by oneself"),
                .double("audio.trim_ms", default: 0, in: -500...500, help: "Trim"),
            ])

    /// The names that messages offer.
    private static let topLevel = "site, broker, log, state_directory, clock, self_wake, audio"
    private static let broker = "host, port, hosts, username, password, password_file, tls"

    private func load(
        _ yaml: String, environment: [String: String] = [:], flags: [String: String] = [:]
    ) throws -> ProgramConfiguration {
        let folder = try TemporaryFolder()
        let file = try folder.write(yaml, to: "node.yaml")
        do throws(FatalError) {
            return try ProgramConfiguration.load(
                schema: Self.schema, file: file, environment: environment, flags: flags)
        } catch {
            // The folder's name differs each time.
            let message = error.message.split(separator: folder.path + "/", omittingEmptySubsequences: false).joined()
            throw FatalError(error.exitCode, message)
        }
    }

    @Test func flagsWinOverTheEnvironmentOverTheFileOverDefaults() throws {
        let configuration = try load(
            """
            site: file
            broker:
              host: file
              port: 1
            """,
            environment: [
                "CLOCKSMITH_BROKER_HOST": "environment", "CLOCKSMITH_BROKER_PORT": "2", "CLOCKSMITH_SITE": "",
            ],
            flags: ["broker.port": "3"])
        #expect(configuration.string("site") == "file")
        #expect(configuration.string("broker.host") == "environment")
        #expect(configuration.optionalInt("broker.port") == 3)
        #expect(configuration.string("log.level") == "info")
        #expect(configuration.optionalString("broker.username") == nil)
        #expect(configuration.source(of: "site").hasSuffix("node.yaml:1"))
        #expect(configuration.source(of: "broker.host") == "CLOCKSMITH_BROKER_HOST")
        #expect(configuration.source(of: "broker.port") == "--broker-port")
        #expect(configuration.source(of: "log.level") == "default")
    }

    @Test func yamlIsReadByWhatTheSettingIsNotByWhatYAMLGuesses() throws {
        let configuration = try load(
            """
            site: no
            broker.username: 0123
            broker:
              port: "08883"
              tls: # all commented out
            self_wake: Off
            audio: {trim_ms: -1.5e1}
            clock.offset_seconds: 3600
            """)
        #expect(configuration.string("site") == "no")
        #expect(configuration.optionalString("broker.username") == "0123")
        #expect(configuration.optionalInt("broker.port") == 8883)
        #expect(configuration.bool("self_wake") == false)
        #expect(configuration.double("audio.trim_ms") == -15)
        #expect(configuration.double("clock.offset_seconds") == 3600)
    }

    @Test(arguments: ["", "\n# nothing\n", "---\n", "~"])
    func anEmptyFileIsFine(yaml: String) throws {
        #expect(try load(yaml).string("site") == "home")
    }

    @Test(arguments: [
        (
            "site: a\nbroker:\n  hsot: b",
            #"node.yaml:3: unknown setting "broker.hsot"; did you mean "broker.host"?"#
        ),
        ("borker:\n  host: b", #"node.yaml:1: unknown setting "borker"; did you mean "broker"?"#),
        (
            "broker:\n  colour: red",
            #"node.yaml:2: unknown setting "broker.colour"; known in broker: \#(broker)"#
        ),
        (
            "whatever: red",
            #"node.yaml:1: unknown setting "whatever"; known at the top level: \#(topLevel)"#
        ),
        (
            "broker:\n  port: abc",
            #"node.yaml:2: broker.port must be a whole number from 1 to 65535, not "abc""#
        ),
        ("broker.port: 0", #"node.yaml:1: broker.port must be a whole number from 1 to 65535, not "0""#),
        ("broker.port: 18.83", #"node.yaml:1: broker.port must be a whole number from 1 to 65535, not "18.83""#),
        (
            "broker.port: 99999999999999999999",
            #"node.yaml:1: broker.port must be a whole number from 1 to 65535, not "99999999999999999999""#
        ),
        ("broker:\n  port: [1, 2]", "node.yaml:2: broker.port must be a whole number from 1 to 65535, not a list"),
        ("site:\n  name: x", "node.yaml:2: site must be a text, not a section"),
        ("site:", "node.yaml:1: site has no value; give one or remove the line"),
        ("audio.trim_ms: .nan", #"node.yaml:1: audio.trim_ms must be a number from -500 to 500, not ".nan""#),
        ("audio.trim_ms: nan", #"node.yaml:1: audio.trim_ms must be a number from -500 to 500, not "nan""#),
        ("self_wake: maybe", #"node.yaml:1: self_wake must be true or false, not "maybe""#),
        (
            "log:\n  level: loud",
            #"node.yaml:2: log.level must be one of trace, debug, info, notice, warning, error, critical, not "loud""#
        ),
        (
            "broker: localhost",
            "node.yaml:1: broker is a section; put its settings (\(broker)) on indented lines below it"
        ),
        ("site: a\nsite: b", #"node.yaml:2: "site" is set twice, first in line 1; remove one"#),
        (
            "broker:\n  host: a\nbroker.host: b",
            #"node.yaml:3: "broker.host" is set twice, first in line 2; remove one"#
        ),
        ("- a\n- b", #"node.yaml:1: the file must hold settings as "name: value" lines"#),
        ("just text", #"node.yaml:1: the file must hold settings as "name: value" lines"#),
        ("? [a]\n: b", "node.yaml:1: a name must be a plain word"),
        (
            "site: a\nbroker:\n\thost: x",
            "node.yaml:3: not valid YAML: indent with spaces, not tabs"
        ),
        (
            "site: \"open",
            "node.yaml:1: not valid YAML: found unexpected end of stream (while scanning a quoted scalar)"
        ),
        (
            "site: a\n---\nsite: b",
            "node.yaml:2: a second document begins here; remove the line \"---\" and put everything together"
        ),
        ("broker:\n  port: 1\nbroker:\n  host: x", #"node.yaml:3: "broker" is set twice, first in line 1; remove one"#),
        (
            "site: &x a\nbroker:\n  host: *x",
            "node.yaml:1: anchors (&), aliases (*) and tags (!) are not used here; write the value out"
        ),
        ("site: !!str a", "node.yaml:1: anchors (&), aliases (*) and tags (!) are not used here; write the value out"),
        ("site: a\nx: \u{1}", "node.yaml:2: not valid YAML: control characters are not allowed"),
        (
            "site: \"a\\nb\"\n\"x\\ny\": 1",
            #"node.yaml:2: unknown setting "x y"; known at the top level: \#(topLevel)"#
        ),
    ])
    func aBadFileIsRefusedByLine(yaml: String, message: String) {
        #expect(throws: FatalError(.configuration, message)) { try load(yaml) }
    }

    @Test func deepNestingIsRefusedNotFatal() {
        #expect(throws: FatalError.self) { try load("site: " + String(repeating: "[", count: 500_000)) }
        #expect(throws: FatalError.self) { try load("site: " + String(repeating: "{a: ", count: 100_000)) }
        let nested = (0..<900).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")
        #expect(throws: FatalError.self) { try load(nested) }
    }

    @Test func aSecretIsNeverShown() {
        #expect(throws: FatalError(.configuration, "node.yaml:1: broker.password must be a text, not a list")) {
            try load("broker.password: [hunter2]")
        }
    }

    @Test(
        arguments: [
            (
                ["CLOCKSMITH_BROKER_PORT": "many"], [:],
                FatalError(
                    .configuration,
                    #"CLOCKSMITH_BROKER_PORT: broker.port must be a whole number from 1 to 65535, not "many""#)
            ),
            (
                [:], ["broker.port": "70000"],
                FatalError(
                    .configuration, #"--broker-port: broker.port must be a whole number from 1 to 65535, not "70000""#)
            ),
            (
                [:], ["broker.prot": "1"],
                FatalError(.usage, #"unknown setting "broker.prot"; did you mean "broker.port"?"#)
            ),
        ] as [([String: String], [String: String], FatalError)])
    func aBadVariableOrFlagIsNamed(environment: [String: String], flags: [String: String], error: FatalError) {
        #expect(throws: error) { try load("", environment: environment, flags: flags) }
    }

    @Test func unknownVariablesAreWarnedAbout() throws {
        let environment = [
            "CLOCKSMITH_BROKER_HOTS": "x", "CLOCKSMITH_DEMO": "1", "CLOCKSMITH_XYZZY_PLUGH": "", "HOME": "/",
        ]
        let configuration = try ProgramConfiguration.load(
            schema: Self.schema, environment: environment, otherVariables: ["CLOCKSMITH_DEMO"])
        #expect(
            configuration.warnings == [
                #"unknown environment variable CLOCKSMITH_BROKER_HOTS is ignored; did you mean "CLOCKSMITH_BROKER_HOST"?"#,
                "unknown environment variable CLOCKSMITH_XYZZY_PLUGH is ignored",
            ])
    }

    @Test func aFileThatTheUserNamedMustExist() throws {
        let folder = try TemporaryFolder()
        let missing = folder.file("missing.yaml")
        #expect(throws: FatalError(.noInput, "\(missing): there is no such configuration file")) {
            try ProgramConfiguration.load(schema: Self.schema, file: missing, environment: [:])
        }
        #expect(throws: FatalError(.noInput, "\(folder.path): this is a folder, not a configuration file")) {
            try ProgramConfiguration.load(schema: Self.schema, file: folder.path, environment: [:])
        }
        let none = try ProgramConfiguration.load(schema: Self.schema, defaultFiles: [missing], environment: [:])
        #expect(none.file == nil)
        let present = try folder.write("site: x", to: "second.yaml")
        let second = try ProgramConfiguration.load(
            schema: Self.schema, defaultFiles: [missing, present], environment: [:])
        #expect(second.file == present)
        #expect(second.string("site") == "x")
    }

    @Test func aFileThatIsTooLargeOrNotTextIsRefused() throws {
        let folder = try TemporaryFolder()
        let large = try folder.write(String(repeating: "#\n", count: 600_000), to: "large.yaml")
        #expect(
            throws: FatalError(
                .configuration, "\(large): the file is larger than 1 MiB, too large for a configuration")
        ) {
            try ProgramConfiguration.load(schema: Self.schema, file: large, environment: [:])
        }
        let binary = folder.file("binary.yaml")
        try AtomicFile.replace(binary, with: [0x73, 0xFF, 0xFE])
        #expect(throws: FatalError(.configuration, "\(binary): the file is not UTF-8 text")) {
            try ProgramConfiguration.load(schema: Self.schema, file: binary, environment: [:])
        }
    }

    @Test func theExampleFileLoadsAsItIsAndWithEveryLineTurnedOn() throws {
        let example = Self.schema.exampleFile(title: "Example")
        #expect(try load(example).string("site") == "home")
        let withDefaults = example.split(separator: "\n").map { line -> String in
            // A setting with a default: "  #name: value"; explanations have a space after the sign.
            guard let sign = line.firstIndex(of: "#"), line[sign...].dropFirst().first != " ", !line.hasSuffix(": ")
            else { return String(line) }
            return String(line[..<sign]) + line[line.index(after: sign)...]
        }
        let configuration = try load(withDefaults.joined(separator: "\n"))
        #expect(configuration.source(of: "log.level") != "default")
        for key in Self.schema.keys where key.defaultValue != nil {
            #expect(configuration.source(of: key.name) != "default", "\(key.name)")
        }
    }

    // MARK: Broker

    @Test func tlsMovesThePortAndNeedsBothHalvesOfACertificate() throws {
        #expect(try BrokerSettings(load("")).port == 1883)
        let secure = try BrokerSettings(load("broker.tls.ca: /ca.pem"))
        #expect(secure.port == 8883)
        #expect(secure.tls == BrokerSettings.TLS(authority: "/ca.pem"))
        #expect(
            throws: FatalError(
                .configuration,
                "CLOCKSMITH_BROKER_TLS_CERTIFICATE: broker.tls.certificate needs broker.tls.key; set it as well")
        ) {
            try BrokerSettings(load("", environment: ["CLOCKSMITH_BROKER_TLS_CERTIFICATE": "/c.pem"]))
        }
    }

    @Test func thePasswordFileLosesItsLineEndAndMustNotBeForEveryone() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("hunter2 \n", to: "password")
        let yaml = "broker: {username: u, password_file: \(file)}"
        #expect(try BrokerSettings(load(yaml)).password == "hunter2 ")
        #expect(try BrokerSettings(load(yaml)).warnings == [])
        chmod(file, 0o644)
        #expect(
            try BrokerSettings(load(yaml)).warnings == ["every user can read the password in \(file); chmod 600 it"])
    }

    @Test func secretsThatEveryUserCanReadAreToldWhereverTheyStand() throws {
        let folder = try TemporaryFolder()
        let key = try folder.write("a key", to: "node.key")
        let name = try folder.write("0f3a\n", to: "client-id")
        let yaml = "broker: {username: u, password: p, client_id_file: \(name), tls: {certificate: /c, key: \(key)}}"
        let file = try folder.write(yaml, to: "node.yaml")
        let schema = ConfigurationSchema(ConfigurationSchema.broker + ConfigurationSchema.clientID)
        func settings() throws -> BrokerSettings {
            let configuration = try ProgramConfiguration.load(schema: schema, file: file, environment: [:])
            var settings = try BrokerSettings(configuration)
            #expect(try settings.clientID(configuration) == "0f3a")
            return settings
        }
        for path in [key, name, file] { chmod(path, 0o600) }
        #expect(try settings().warnings == [])
        for path in [key, name, file] { chmod(path, 0o644) }
        #expect(
            try settings().warnings == [
                "every user can read the password in \(file); chmod 600 it",
                "every user can read the private key in \(key); chmod 600 it",
                "every user can read the client identifier in \(name); chmod 600 it",
            ])
    }

    @Test func aSecretIsNoFlag() throws {
        for arguments in [["--broker-password", "p"], ["--broker-password=p"]] {
            let error = #expect(throws: FatalError.self) { try ProgramArguments(arguments, schema: Self.schema) }
            #expect(
                error?.exitCode == .usage
                    && error?.message
                        == "--broker-password would show it to whoever lists processes; put it into a file and use "
                        + "--broker-password-file, or set CLOCKSMITH_BROKER_PASSWORD"
            )
        }
        let help = ProgramArguments.help(program: "clock-node", summary: "", schema: Self.schema)
        #expect(!help.contains("--broker-password VALUE") && help.contains("--broker-password-file VALUE"))
    }

    @Test func aCredentialIsTheServicesAloneAndNotLookedAtByACheck() throws {
        let yaml = "broker: {username: u, password_file: /run/credentials/clock-node.service/password}"
        var configuration = try load(yaml)
        #expect(throws: FatalError.self) { try BrokerSettings(configuration) }
        configuration.isOnlyChecked = true
        #expect(try BrokerSettings(configuration).username == "u")
        var other = try load("broker: {username: u, password_file: /nonexistent}")
        other.isOnlyChecked = true
        #expect(throws: FatalError.self) { try BrokerSettings(other) }
    }

    @Test(arguments: [
        ("broker: {password: p}", "node.yaml:1: broker.password needs broker.username; set it as well"),
        (
            "broker:\n  username: u\n  password: p\n  password_file: /f",
            "node.yaml:4: broker.password is set as well, by FILE:3; remove one of them"
        ),
    ])
    func settingsThatDoNotGoTogetherAreRefused(yaml: String, message: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(yaml, to: "node.yaml")
        let configuration = try ProgramConfiguration.load(schema: Self.schema, file: file, environment: [:])
        let error = #expect(throws: FatalError.self) { try BrokerSettings(configuration) }
        #expect(
            error?.message
                == message.split(separator: "node.yaml", omittingEmptySubsequences: false)
                .joined(separator: file).split(separator: "FILE", omittingEmptySubsequences: false).joined(
                    separator: file))
    }

    @Test func aMissingPasswordFileIsNamedWithItsSetting() throws {
        #expect(
            throws: FatalError(
                .noInput,
                "--broker-password-file: broker.password_file: cannot read /nonexistent: No such file or directory")
        ) {
            try BrokerSettings(load("broker.username: u", flags: ["broker.password_file": "/nonexistent"]))
        }
    }

    // MARK: Command line

    @Test func argumentsAreSettingsAndTheFewOptionsOfEveryDaemon() throws {
        let arguments = try ProgramArguments(
            ["--broker-host", "b", "--log-level=debug", "--config=/c.yaml", "--clock-offset-seconds", "-5"],
            schema: Self.schema)
        #expect(arguments.flags == ["broker.host": "b", "log.level": "debug", "clock.offset_seconds": "-5"])
        #expect(arguments.configurationFile == "/c.yaml")
        #expect(try ProgramArguments(["--version"], schema: Self.schema).wantsVersion)
    }

    @Test(arguments: [
        (["--broker-hots", "x"], #"unknown option "--broker-hots"; did you mean --broker-host?"#),
        (["start"], #"unknown option "start"; --help lists what there is"#),
        (["--site"], "--site needs a value"),
        (["--site=a", "--site", "b"], "--site is given twice"),
        (["--config", "a", "--config", "b"], "--config is given twice"),
    ])
    func badArgumentsAreRefused(arguments: [String], message: String) {
        #expect(throws: FatalError(.usage, message)) { try ProgramArguments(arguments, schema: Self.schema) }
    }
}
