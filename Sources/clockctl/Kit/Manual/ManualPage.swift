internal import ClockRuntime

/// The manual page, written from the command tree so that it always agrees with the help (man(7) macros).
///
/// We do not use ArgumentParser's own generator, the plugin `generate-manual`. Its page of clockctl is longer by a
/// third and
/// - has each connection option sixty times, under each command that takes it,
/// - names a command by its last word alone, `add`, inside lists of lists,
/// - has nothing on the environment and the files, and says "exits 0 on success, and >0 if an error occurs" of exit
///   codes that each have a meaning.
struct ManualPage {
    var tree: CommandTree
    var version: String

    /// The date of the text, which man(7) asks for.
    private static let date = "2026-11-26"

    static func clockctl() throws(FatalError) -> ManualPage {
        ManualPage(tree: try CommandTree.clockctl(), version: ClockVersion.current)
    }

    func roff() -> String {
        var lines = [".TH CLOCKCTL 1 \(Self.date) \"Clocksmith \(version)\" \"Clocksmith Manual\""]
        lines += [".SH NAME", "clockctl \\- \(Roff.text(firstSentence(tree.abstract)))"]
        lines += [".SH SYNOPSIS", ".B clockctl", ".I command", "[\\fIoptions\\fR]"]
        lines += [".SH DESCRIPTION"] + Roff.discussion(tree.discussion ?? "")
        lines += [".SH COMMANDS"]
        for command in tree.flattened.dropFirst() where command.subcommands == nil { lines += section(command) }
        lines += [".SH CONNECTION OPTIONS", "Every command that asks the coordinator takes these."]
        lines += connectionArguments.flatMap(argument)
        lines += [".SH ENVIRONMENT"] + environment()
        lines += [".SH FILES"] + files()
        lines += [".SH EXIT STATUS"] + exitStatus()
        return lines.joined(separator: "\n") + "\n"
    }

    private func section(_ command: CommandTree) -> [String] {
        let arguments = (command.arguments ?? []).filter { $0.shouldDisplay }
        let own = arguments.filter { $0.sectionTitle == nil && !isCommon($0) }
        let synopsis = "\\fB\(Roff.text(command.path))\\fR" + own.map { " " + usage($0) }.joined()
        var lines = [".SS \(Roff.text(command.path))", synopsis, ".PP"]
        lines += [Roff.text(command.abstract ?? "")]
        lines += own.flatMap(argument)
        if let discussion = command.discussion { lines += [".PP"] + Roff.discussion(discussion) }
        return lines
    }

    private func usage(_ argument: CommandTree.Argument) -> String {
        let value = "\\fI\(Roff.text(argument.valueName ?? "value"))\\fR" + (argument.isRepeating ? "..." : "")
        let text: String
        if argument.isPositional {
            text = value
        } else {
            let name = "\\fB\(Roff.text(argument.names?.last?.spelling ?? ""))\\fR"
            text = argument.isOption ? "\(name) \(value)" : name
        }
        return argument.isOptional ? "[\(text)]" : text
    }

    private func argument(_ argument: CommandTree.Argument) -> [String] {
        let names = (argument.names ?? []).map { "\\fB\(Roff.text($0.spelling))\\fR" }.joined(separator: ", ")
        let value = argument.kind == "flag" ? "" : "\\fI\(Roff.text(argument.valueName ?? "value"))\\fR"
        let head = [names, value].filter { !$0.isEmpty }.joined(separator: " ")
        return [".TP", head, Roff.text(argument.abstract ?? "")]
    }

    /// True for `--help` and `--version`, which every command has.
    private func isCommon(_ argument: CommandTree.Argument) -> Bool {
        argument.names?.contains { $0.name == "help" || $0.name == "version" } ?? false
    }

    private var connectionArguments: [CommandTree.Argument] {
        let command = tree.flattened.first { $0.arguments?.contains { $0.sectionTitle == "Connection" } ?? false }
        return command?.arguments?.filter { $0.sectionTitle == "Connection" } ?? []
    }

    private func environment() -> [String] {
        ConnectionSettings.schema.keys.flatMap { key in
            [".TP", "\\fB\(Roff.text(key.environmentVariable))\\fR", Roff.text(key.help + ".")]
        } + [".TP", "\\fBNO_COLOR\\fR", "No colours, if set and not empty."]
            + [".TP", "\\fBTZ\\fR", "The zone in which times are shown."]
    }

    private func files() -> [String] {
        let files = ConnectionSettings.files(environment: ["HOME": "~"])
        return files.flatMap {
            [".TP", "\\fI\(Roff.text($0))\\fR"]
                + ($0 == files.first
                    ? ["Configuration in YAML; the first of these files that exists is read."]
                    : ["The same for all users."])
        }
    }

    private func exitStatus() -> [String] {
        ExitStatus.table.flatMap { [".TP", "\\fB\($0.code.rawValue)\\fR", Roff.text($0.meaning)] }
    }

    private func firstSentence(_ text: String?) -> String {
        let text = text ?? ""
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
