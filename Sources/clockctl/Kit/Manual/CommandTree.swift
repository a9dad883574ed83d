internal import ArgumentParser
internal import ClockRuntime
internal import FoundationEssentials

/// The command tree as ArgumentParser dumps it (its ToolInfo format, serialisation version 0), with the parts that we
/// use.
struct CommandTree: Decodable {
    struct Tool: Decodable {
        var serializationVersion: Int
        var command: CommandTree
    }

    struct Argument: Decodable {
        struct Name: Decodable {
            var kind: String
            var name: String

            var spelling: String { kind == "long" ? "--\(name)" : "-\(name)" }
        }

        var kind: String
        var shouldDisplay: Bool
        var sectionTitle: String?
        var isOptional: Bool
        var isRepeating: Bool
        var names: [Name]?
        var valueName: String?
        var abstract: String?

        var isPositional: Bool { kind == "positional" }
        var isOption: Bool { kind == "option" }
    }

    var shouldDisplay: Bool
    var superCommands: [String]?
    var commandName: String
    var abstract: String?
    var discussion: String?
    var subcommands: [CommandTree]?
    var arguments: [Argument]?

    /// `clockctl node list`
    var path: String { ((superCommands ?? []) + [commandName]).joined(separator: " ") }

    /// Returns this command and all below it, in the order of the help, without `help` itself.
    var flattened: [CommandTree] {
        [self] + (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }.flatMap(\.flattened)
    }

    /// - Throws: ``FatalError`` when this program's parser dumps another format than the one that this reads.
    static func clockctl() throws(FatalError) -> CommandTree {
        do {
            let tool = try JSONDecoder().decode(Tool.self, from: Data(dump().utf8))
            guard tool.serializationVersion == 0 else {
                throw FatalError(.software, "the command tree comes in unknown version \(tool.serializationVersion)")
            }
            return tool.command
        } catch let error as FatalError {
            throw error
        } catch {
            throw FatalError(.software, "cannot read this program's own command tree: \(error)")
        }
    }

    /// Returns the output of the parser's flag for makers of manuals.
    private static func dump() -> String {
        do {
            _ = try Clockctl.parseAsRoot(["--experimental-dump-help"])
            return ""
        } catch {
            return Clockctl.message(for: error)
        }
    }
}
