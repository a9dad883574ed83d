internal import ArgumentParser
internal import ClockRuntime
internal import Glibc

/// The options that select a coordinator's store on this machine.
struct StoreOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The coordinator's configuration.", valueName: "file"), completion: .file())
    var config: String?

    @Option(help: ArgumentHelp("The coordinator's state folder.", valueName: "folder"), completion: .directory)
    var stateDirectory: String?

    /// Becomes `clock-coordinator`, which alone knows the contents of a store.
    ///
    /// - Throws: ``FatalError`` when it is not on this machine; otherwise it does not return.
    func becomeCoordinator(
        _ flag: String, _ file: String, store: String? = nil, environment: [String: String]
    ) throws -> Never {
        var words = [flag, file]
        if let store { words += ["--store", store] }
        if let config { words += ["--config", config] }
        if let stateDirectory { words += ["--state-directory", stateDirectory] }
        guard let path = Self.coordinator(environment) else {
            throw FatalError(
                .unavailable,
                "there is no clock-coordinator on this machine: run this on the coordinator's, where its store is")
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + words).map { strdup($0) } + [nil]
        execv(path, &arguments)
        let error = SystemError("run \(path)", code: errno)
        for argument in arguments { free(argument) }
        throw FatalError(error)
    }

    /// Returns the path beside this program, for a build that has both, or in `PATH`.
    private static func coordinator(_ environment: [String: String]) -> String? {
        let name = "clock-coordinator"
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let own = count > 0 ? String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : ""
        let folders =
            [own.lastIndex(of: "/").map { String(own[..<$0]) }].compactMap { $0 }
            + (environment["PATH"] ?? "/usr/local/bin:/usr/bin").split(separator: ":").map(String.init)
        return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
}

struct BackupCommand: ClockctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the coordinator's store to a file.",
        usage: "clockctl backup <file> [--force | --follow] [--config <file>] [--state-directory <folder>]",
        discussion: """
            On the coordinator's machine, as root or the coordinator's user, while it runs or not. The copy has \
            everything but sounds and voice packs: alarms, settings, history. It is checked before it gets its name, and \
            readable for its owner alone. With --follow the copy is made anew whenever the store has changed, once in ten \
            seconds at most, until you stop it; each copy is a line with its time.

            Examples:
              clockctl backup /srv/copies/clocks.sqlite
              clockctl backup /srv/copies/clocks.sqlite --force
              clockctl backup /mnt/second/clocks.sqlite --follow
            """)

    @Argument(help: ArgumentHelp("The copy.", valueName: "file"), completion: .file())
    var file: String

    @Flag(help: "Replace a file that is there.")
    var force = false

    @Flag(help: "Copy again whenever the store has changed. Replaces a file that is there.")
    var follow = false

    @OptionGroup var store: StoreOptions

    func run(on console: Console) async throws {
        let flag = follow ? "--backup-follow" : force ? "--backup-over" : "--backup"
        try store.becomeCoordinator(flag, file, environment: console.environment)
    }
}

struct RestoreCommand: ClockctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a copy of the coordinator's store in its place.",
        usage: "clockctl restore <file> [--config <file>] [--state-directory <folder>]",
        discussion: """
            On the coordinator's machine, as root or the coordinator's user, while the coordinator is stopped. The copy is \
            checked first; the store that was there is kept in the state folder. Nodes take what the copy says when the \
            coordinator has started.

            Examples:
              clockctl restore /srv/copies/clocks.sqlite
            """)

    @Argument(help: ArgumentHelp("The copy.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var store: StoreOptions

    func run(on console: Console) async throws {
        try store.becomeCoordinator("--restore", file, environment: console.environment)
    }
}

struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Move the coordinator's store into a database, or out of it.",
        discussion: """
            Examples:
              clockctl store copy postgresql://db.lan/clocks
            """,
        subcommands: [Copy.self])

    struct Copy: ClockctlCommand {
        static let configuration = CommandConfiguration(
            commandName: "copy",
            abstract: "Copy the store to another place.",
            usage: "clockctl store copy <to> [--from <store>] [--config <file>] [--state-directory <folder>]",
            discussion: """
                On the coordinator's machine, as root or the coordinator's user, while the coordinator is stopped. A place is \
                a postgresql:// address or a file. The copy is the same store under the same name, so the rooms do not \
                notice. Each line is read again and compared. What is copied stays where it was. Then say in \
                coordinator.yaml where the store is, and start the coordinator.

                Examples:
                  clockctl store copy postgresql://db.lan/clocks
                  clockctl store copy /srv/copies/clocks.sqlite
                  clockctl store copy postgresql://db.lan/clocks --from /srv/copies/clocks.sqlite
                """)

        @Argument(help: ArgumentHelp("An empty database's address, or a new file.", valueName: "to"))
        var target: String

        @Option(help: ArgumentHelp("What is copied; the configured store unless set.", valueName: "store"))
        var from: String?

        @OptionGroup var store: StoreOptions

        func run(on console: Console) async throws {
            try store.becomeCoordinator("--copy-store", target, store: from, environment: console.environment)
        }
    }
}
