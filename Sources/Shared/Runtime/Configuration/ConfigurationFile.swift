import Glibc
import Yams

/// What a YAML configuration file sets, each value with its line. Anything that is not a known setting with a good value
/// is refused here, by file and line.
struct ConfigurationFile {
    struct Setting {
        var value: ConfigurationValue
        var line: Int
    }

    private(set) var settings: [String: Setting] = [:]

    private let path: String
    private let schema: ConfigurationSchema

    static let limit = 1 << 20

    init(path: String, schema: ConfigurationSchema) throws(FatalError) {
        self.path = path
        self.schema = schema
        guard let root = try ConfigurationFile.compose(path) else { return }
        guard let mapping = root.mapping else {
            if root.scalar.map(ConfigurationFile.isNull) ?? false { return }
            throw refusal(root.mark, "the file must hold settings as \"name: value\" lines")
        }
        try read(mapping, section: "")
    }

    private mutating func read(_ mapping: Node.Mapping, section: String) throws(FatalError) {
        for (keyNode, node) in mapping {
            guard let part = keyNode.scalar?.string else {
                throw refusal(keyNode.mark, "a name must be a plain word")
            }
            let name = section.isEmpty ? part : "\(section).\(part)"
            if let key = schema.key(named: name) {
                let setting = Setting(value: try value(of: key, node), line: keyNode.mark?.line ?? 0)
                // The same name can be written nested and dotted.
                if let earlier = settings.updateValue(setting, forKey: name) {
                    throw refusal(keyNode.mark, "\(name) is set twice, first in line \(earlier.line); remove one")
                }
            } else if isSection(name) {
                try read(section: name, node)
            } else {
                throw refusal(keyNode.mark, unknown(name, section: section))
            }
        }
    }

    private mutating func read(section name: String, _ node: Node) throws(FatalError) {
        if let mapping = node.mapping {
            try read(mapping, section: name)
        } else if !(node.scalar.map(ConfigurationFile.isNull) ?? false) {
            // A section whose lines are all commented out is empty and fine.
            let known = children(of: name).joined(separator: ", ")
            throw refusal(node.mark, "\(name) is a section; put its settings (\(known)) on indented lines below it")
        }
    }

    private func value(of key: ConfigurationKey, _ node: Node) throws(FatalError) -> ConfigurationValue {
        guard let scalar = node.scalar else {
            let kind = node.mapping == nil ? "a list" : "a section"
            throw refusal(node.mark, "\(key.name) must be \(key.requirement), not \(kind)")
        }
        if ConfigurationFile.isNull(scalar) {
            throw refusal(scalar.mark, "\(key.name) has no value; give one or remove the line")
        }
        guard let value = key.parse(scalar.string) else {
            throw refusal(scalar.mark, badValue(key, scalar.string))
        }
        return value
    }

    private func unknown(_ name: String, section: String) -> String {
        if let suggestion = schema.suggestion(for: name) ?? nearestSection(to: name) {
            return "unknown setting \(quoted(name)); did you mean \"\(suggestion)\"?"
        }
        let place = section.isEmpty ? "at the top level" : "in \(section)"
        return "unknown setting \(quoted(name)); known \(place): \(children(of: section).joined(separator: ", "))"
    }

    private func nearestSection(to name: String) -> String? {
        let sections = schema.keys.compactMap { key in
            key.name.lastIndex(of: ".").map { String(key.name[..<$0]) }
        }
        return nearest(to: name, among: sections)
    }

    private func isSection(_ name: String) -> Bool {
        schema.keys.contains { $0.name.hasPrefix(name + ".") }
    }

    /// The names one level below a section, in the schema's order.
    private func children(of section: String) -> [String] {
        let prefix = section.isEmpty ? "" : section + "."
        var names: [String] = []
        for key in schema.keys where key.name.hasPrefix(prefix) {
            let child = String(key.name.dropFirst(prefix.count).prefix { $0 != "." })
            if names.last != child { names.append(child) }
        }
        return names
    }

    private func refusal(_ mark: Mark?, _ message: String) -> FatalError {
        FatalError(.configuration, "\(path)\(mark.map { ":\($0.line)" } ?? ""): \(message)")
    }

    /// YAML 1.2's null, which only an unquoted value can be.
    private static func isNull(_ scalar: Node.Scalar) -> Bool {
        scalar.style != .singleQuoted && scalar.style != .doubleQuoted
            && ["", "~", "null", "Null", "NULL"].contains(scalar.string)
    }

    // MARK: Reading

    private static func compose(_ path: String) throws(FatalError) -> Node? {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try AtomicFile.read(path, limit: limit)
        } catch {
            throw unreadable(path, error)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw FatalError(.configuration, "\(path): the file is not UTF-8 text")
        }
        do {
            return try Yams.compose(yaml: text, .default, .default, .utf8)
        } catch let error as YamlError {
            throw FatalError(.configuration, "\(path)\(explanation(of: error, in: text))")
        } catch {
            throw FatalError(.configuration, "\(path): \(singleLine("\(error)"))")
        }
    }

    private static func unreadable(_ path: String, _ error: SystemError) -> FatalError {
        switch error.code {
        case ENOENT, ENOTDIR: FatalError(.noInput, "\(path): there is no such configuration file")
        case EFBIG: FatalError(.configuration, "\(path): the file is larger than 1 MiB, too large for a configuration")
        case EISDIR: FatalError(.noInput, "\(path): this is a folder, not a configuration file")
        default: FatalError(error, exitCode: .noInput)
        }
    }

    /// The place and the reason, in one line.
    private static func explanation(of error: YamlError, in text: String) -> String {
        switch error {
        case .scanner(_, _, let mark, _) where startsWithTab(line: mark.line, of: text):
            return ":\(mark.line): this is not valid YAML: indent with spaces, not tabs"
        // The composer's only context is a second document; an unknown alias has none.
        case .composer(.some, _, let mark, _):
            return ":\(mark.line): a second document begins here; remove the line \"---\" and put all settings together"
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let place = context.map { " (\($0.text))" } ?? ""
            return ":\(mark.line): this is not valid YAML: \(problem)\(place)"
        case .duplicatedKeysInMapping(let duplicates, let context):
            return ":\(context.mark.line): \(duplicates.sorted().joined(separator: ", ")) is set twice; remove one"
        case .reader(let problem, let offset, _, _):
            // Only control characters get here, the text being UTF-8.
            let line = text.prefix(offset ?? 0).count { $0.isNewline } + 1
            return ":\(line): this is not valid YAML: \(problem)"
        case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded:
            return ": this is not valid YAML: \(singleLine("\(error)"))"
        }
    }

    private static func startsWithTab(line number: Int, of text: String) -> Bool {
        let lines = text.split(separator: "\n", maxSplits: number, omittingEmptySubsequences: false)
        return lines.indices.contains(number - 1)
            && lines[number - 1].drop { $0 == " " }.first == "\t"
    }
}

/// What to say about a value that a key cannot take; a secret one is not shown.
func badValue(_ key: ConfigurationKey, _ text: String) -> String {
    "\(key.name) must be \(key.requirement)" + (key.isSecret ? "" : ", not \(quoted(text))")
}

/// A value from outside inside a message: in quotes, on one line, of bounded length.
func quoted(_ text: String) -> String {
    "\"" + singleLine(String(text.prefix(80))) + (text.count > 80 ? "…" : "") + "\""
}

private func singleLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
}
