import ClockDomain
import ClockYAML
import Glibc

/// The settings of a YAML configuration file, each value with its line. The reader refuses, by file and line, all but
/// known settings with good values.
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
        guard let root = try ConfigurationFile.parse(path), !root.isNull else { return }
        guard case .mapping(let pairs) = root.content else {
            throw refusal(root.line, "the file must hold settings as \"name: value\" lines")
        }
        try read(pairs, section: "")
    }

    private mutating func read(_ pairs: [YAMLNode.Pair], section: String) throws(FatalError) {
        var lines: [String: Int] = [:]
        for pair in pairs {
            guard let part = pair.key.scalar else { throw refusal(pair.key.line, "a name must be a plain word") }
            let name = section.isEmpty ? part : "\(section).\(part)"
            // The same setting can also be written nested and dotted.
            if let earlier = lines.updateValue(pair.key.line, forKey: name) ?? settings[name]?.line {
                throw refusal(pair.key.line, "\(quoted(name)) is set twice, first in line \(earlier); remove one")
            }
            if let key = schema.key(named: name) {
                settings[name] = Setting(value: try value(of: key, pair.value), line: pair.key.line)
            } else if isSection(name) {
                try read(section: name, pair.value)
            } else {
                throw refusal(pair.key.line, unknown(name, section: section))
            }
        }
    }

    private mutating func read(section name: String, _ node: YAMLNode) throws(FatalError) {
        if case .mapping(let pairs) = node.content {
            try read(pairs, section: name)
        } else if !node.isNull {
            // A section with all its lines commented out is empty and fine.
            let known = children(of: name).joined(separator: ", ")
            throw refusal(node.line, "\(name) is a section; put its settings (\(known)) on indented lines below it")
        }
    }

    private func value(of key: ConfigurationKey, _ node: YAMLNode) throws(FatalError) -> ConfigurationValue {
        switch node.content {
        case .mapping: throw refusal(node.line, "\(key.name) must be \(key.requirement), not a section")
        case .sequence(let elements):
            guard case .list = key.kind else {
                throw refusal(node.line, "\(key.name) must be \(key.requirement), not a list")
            }
            let texts = elements.map { $0.scalar ?? "" }
            guard let value = key.parse(list: texts) else {
                throw refusal(node.line, badValue(key, texts.joined(separator: ", ")))
            }
            return value
        case .scalar(let text, _):
            if node.isNull { throw refusal(node.line, "\(key.name) has no value; give one or remove the line") }
            guard let value = key.parse(text) else { throw refusal(node.line, badValue(key, text)) }
            return value
        }
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

    private func isSection(_ name: String) -> Bool { schema.keys.contains { $0.name.hasPrefix(name + ".") } }

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

    private func refusal(_ line: Int, _ message: String) -> FatalError {
        FatalError(.configuration, "\(path):\(line): \(message)")
    }

    private static func parse(_ path: String) throws(FatalError) -> YAMLNode? {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try AtomicFile.read(path, limit: limit)
        } catch {
            throw unreadable(path, error)
        }
        guard let text = FileText.text(bytes) else {
            throw FatalError(.configuration, "\(path): the file is not UTF-8 text")
        }
        do throws(YAMLError) {
            return try YAMLNode.read(text)
        } catch {
            throw FatalError(.configuration, "\(path):\(error.line): \(error.message)")
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
}

/// Returns the message about a value that a key cannot have, without the value of a secret key.
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
