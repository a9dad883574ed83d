import ClockDomain
import Glibc

/// A program's settings, put together from a YAML file, the environment and flags, each taking precedence over the one
/// before. Every value was checked against the schema.
public struct ProgramConfiguration: Sendable {
    /// The file that was read, if any.
    public let file: String?
    /// Warnings for the log: variables with the project's prefix that no program knows.
    public let warnings: [String]
    /// True when a check alone reads it: systemd gives credentials to the running service only, so they are missing
    /// then.
    public internal(set) var isOnlyChecked = false

    private let schema: ConfigurationSchema
    /// By name, without the settings that nobody sets and that have no default.
    private let values: [String: ConfigurationValue]
    private let sources: [String: String]
    private let origins: [String: Origin]

    /// True when the program has such a setting.
    func knows(_ name: String) -> Bool { schema.key(named: name) != nil }

    /// The kind of source that sets a setting. A later one takes precedence over an earlier one.
    public enum Origin: Int, Comparable, Sendable {
        case standard, file, environment, flag

        public static func < (one: Origin, other: Origin) -> Bool { one.rawValue < other.rawValue }
    }

    /// - Parameters:
    ///   - file: a file that must exist, as named by the user.
    ///   - defaultFiles: the files to try without it; the first that exists is read, and none need exist.
    ///   - environment: of this process. Variables with an empty value count as not set.
    ///   - flags: values by key name, as given on the command line.
    ///   - otherVariables: variables with the project's prefix that are not settings of this schema but known.
    /// - Throws: ``FatalError`` with ``ExitCode/configuration``, or ``ExitCode/noInput`` when the file is missing or
    ///   cannot be read.
    public static func load(
        schema: ConfigurationSchema,
        file: String? = nil,
        defaultFiles: [String] = [],
        environment: [String: String],
        flags: [String: String] = [:],
        otherVariables: Set<String> = []
    ) throws(FatalError) -> ProgramConfiguration {
        let path = file ?? defaultFiles.first { access($0, F_OK) == 0 }
        var sources: [String: String] = [:]
        var origins: [String: Origin] = [:]
        // Each source overwrites the values of those before it.
        var values: [String: ConfigurationValue] = [:]
        for key in schema.keys { values[key.name] = key.defaultValue }
        if let path {
            for (name, setting) in try ConfigurationFile(path: path, schema: schema).settings {
                values[name] = setting.value
                sources[name] = "\(path):\(setting.line)"
                origins[name] = .file
            }
        }
        for key in schema.keys {
            if let text = environment[key.environmentVariable], !text.isEmpty {
                values[key.name] = try parse(text, key, source: key.environmentVariable)
                sources[key.name] = key.environmentVariable
                origins[key.name] = .environment
            }
            if let text = flags[key.name] {
                values[key.name] = try parse(text, key, source: key.flag)
                sources[key.name] = key.flag
                origins[key.name] = .flag
            }
        }
        for name in flags.keys.sorted() where schema.key(named: name) == nil {
            throw FatalError(.usage, "unknown setting \(quoted(name))" + didYouMean(schema.suggestion(for: name)))
        }
        return ProgramConfiguration(
            file: path,
            warnings: unknownVariables(in: environment, schema: schema, known: otherVariables),
            schema: schema,
            values: values,
            sources: sources,
            origins: origins)
    }

    /// The value of a text setting; nil when it is not set and has no default.
    public func optionalString(_ name: String) -> String? {
        if case .string(let value) = value(name) { value } else { nil }
    }

    /// The value of a text setting that has a default.
    public func string(_ name: String) -> String { required(optionalString(name), name) }

    /// The value of a whole-number setting; nil when it is not set and has no default.
    public func optionalInt(_ name: String) -> Int? {
        if case .int(let value) = value(name) { value } else { nil }
    }

    /// The value of a whole-number setting that has a default.
    public func int(_ name: String) -> Int { required(optionalInt(name), name) }

    /// The value of a number setting; nil when it is not set and has no default.
    public func optionalDouble(_ name: String) -> Double? {
        if case .double(let value) = value(name) { value } else { nil }
    }

    /// The value of a number setting that has a default.
    public func double(_ name: String) -> Double { required(optionalDouble(name), name) }

    /// The value of a true-or-false setting; nil when it is not set and has no default.
    public func optionalBool(_ name: String) -> Bool? {
        if case .bool(let value) = value(name) { value } else { nil }
    }

    /// The value of a true-or-false setting that has a default.
    public func bool(_ name: String) -> Bool { required(optionalBool(name), name) }

    /// The values of a list; nil when it is not set.
    public func optionalList(_ name: String) -> [String]? {
        if case .list(let values) = value(name) { values } else { nil }
    }

    /// Returns the kind of source that sets a setting.
    public func origin(of name: String) -> Origin { origins[known(name).name] ?? .standard }

    /// Returns the source of a setting's value, for messages: `node.yaml:3`, `CLOCKSMITH_SITE`, `--site` or `default`.
    public func source(of name: String) -> String { sources[known(name).name] ?? "default" }

    // MARK: Parts

    private func known(_ name: String) -> ConfigurationKey {
        guard let key = schema.key(named: name) else { preconditionFailure("\(name) is not in the schema") }
        return key
    }

    private func value(_ name: String) -> ConfigurationValue? { values[known(name).name] }

    private func required<Value>(_ value: Value?, _ name: String) -> Value {
        guard let value else { preconditionFailure("\(name) has no default; ask for it as optional") }
        return value
    }

    private static func parse(
        _ text: String, _ key: ConfigurationKey, source: String
    ) throws(FatalError) -> ConfigurationValue {
        guard let value = key.parse(text) else { throw FatalError(.configuration, "\(source): \(badValue(key, text))") }
        return value
    }

    private static func unknownVariables(
        in environment: [String: String], schema: ConfigurationSchema, known: Set<String>
    ) -> [String] {
        let variables = schema.keys.map(\.environmentVariable)
        return environment.keys.sorted().compactMap { name in
            guard name.hasPrefix(ConfigurationKey.environmentPrefix), !variables.contains(name), !known.contains(name)
            else { return nil }
            return "unknown environment variable \(name) is ignored" + didYouMean(nearest(to: name, among: variables))
        }
    }

    private static func didYouMean(_ suggestion: String?) -> String {
        suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
    }
}
