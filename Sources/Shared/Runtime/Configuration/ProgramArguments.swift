import ClockDomain

/// A daemon's command line: its settings as flags, and the few options that every daemon has.
///
/// Flags are the settings' names with dashes, `--broker-host NAME` or `--broker-host=NAME`.
public struct ProgramArguments: Hashable, Sendable {
    /// From `--config FILE`.
    public var configurationFile: String?
    /// Values by key name, for
    /// ``ProgramConfiguration/load(schema:file:defaultFiles:environment:flags:otherVariables:)``.
    public var flags: [String: String] = [:]
    public var wantsHelp = false
    public var wantsVersion = false
    /// Print a configuration file with everything explained, and end.
    public var wantsExample = false
    /// Look the configuration over, and end.
    public var wantsCheck = false
    /// The flag of the requested ``ProgramAction``.
    public var action: String?
    /// Its value, empty where it takes none.
    public var actionValue = ""

    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - actions: flags of this program beyond those of every daemon.
    /// - Throws: ``FatalError`` with ``ExitCode/usage``.
    public init(_ arguments: [String], schema: ConfigurationSchema, actions: [ProgramAction] = []) throws(FatalError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": wantsHelp = true
            case "--version": wantsVersion = true
            case "--print-example-config": wantsExample = true
            case "--check-config": wantsCheck = true
            case _ where actions.contains { $0.flag == argument && $0.placeholder == nil }: action = argument
            case _: try parse(argument, &rest, schema, actions)
            }
        }
    }

    private mutating func parse(
        _ argument: String, _ rest: inout ArraySlice<String>, _ schema: ConfigurationSchema, _ actions: [ProgramAction]
    ) throws(FatalError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let key = schema.keys.first { $0.flag == parts[0] }
        if let key, key.isSecret {
            throw FatalError(
                .usage,
                "\(parts[0]) would show it to whoever lists processes; put it into a file and use \(parts[0])-file, or "
                    + "set \(key.environmentVariable)")
        }
        let wanted = actions.first { $0.flag == parts[0] && $0.placeholder != nil }
        guard key != nil || wanted != nil || parts[0] == "--config" else {
            let common = ["--config", "--help", "--version", "--print-example-config", "--check-config"]
            let known = schema.keys.filter { !$0.isSecret }.map(\.flag) + common + actions.map(\.flag)
            let remedy =
                nearest(to: parts[0], among: known).map { "did you mean \($0)?" } ?? "--help lists what there is"
            throw FatalError(.usage, "unknown option \(quoted(parts[0])); \(remedy)")
        }
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
            throw FatalError(.usage, "\(parts[0]) needs a value")
        }
        if let wanted {
            guard action == nil else {
                throw FatalError(.usage, "\(action ?? "") and \(wanted.flag) exclude each other")
            }
            (action, actionValue) = (wanted.flag, value)
            return
        }
        let earlier = key.map { flags.updateValue(value, forKey: $0.name) } ?? configurationFile
        guard earlier == nil else { throw FatalError(.usage, "\(parts[0]) is given twice") }
        if key == nil { configurationFile = value }
    }

    /// Returns the text of `--help`.
    ///
    /// - Parameters:
    ///   - program: its name, as people type it.
    ///   - summary: one line on its purpose.
    public static func help(
        program: String, summary: String, schema: ConfigurationSchema, actions: [ProgramAction] = []
    ) -> String {
        var lines = [
            summary, "", "Usage: \(program) [OPTION…]", "",
            "Settings come from a YAML file, then the environment, then these options; later ones win.", "",
            option("--config FILE", "Read the settings from this file"),
            option("--print-example-config", "Print a configuration file with every setting explained"),
            option("--check-config", "Name the mistakes of the configuration, if any, and end"),
        ]
        lines += actions.map { action in
            option(action.placeholder.map { "\(action.flag) \($0)" } ?? action.flag, action.help)
        }
        lines += [option("--version", "Print the version"), option("--help", "Print this"), ""]
        for key in schema.keys where !key.isSecret {
            let fallback = key.defaultValue.map { " (\($0))" } ?? ""
            lines.append(option("\(key.flag) VALUE", key.help + fallback))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func option(_ name: String, _ help: String) -> String {
        let padding = String(repeating: " ", count: max(2, 34 - name.count))
        return "  \(name)\(padding)\(help)"
    }
}
