public import ClockDomain
import Glibc

/// The system's tz database: compiled zones in a folder (tzfile(5)), and which of them is local.
public struct ZoneDatabase: Sendable {
    public let folder: String

    private let root: String
    private let zoneVariable: String?

    /// - Parameter environment: of this process; TZDIR and TZ are read.
    public init(environment: [String: String]) { self.init(environment: environment, root: "") }

    /// - Parameter root: prefix of the paths under /etc, for tests; ends without a slash.
    init(environment: [String: String], root: String) {
        let configured = environment["TZDIR"].flatMap { $0.isEmpty ? nil : $0 }
        folder = configured ?? "/usr/share/zoneinfo"
        zoneVariable = environment["TZ"].flatMap { $0.isEmpty ? nil : $0 }
        self.root = root
    }

    /// The rules of a zone, such as `Europe/Berlin`. UTC needs no database.
    ///
    /// - Throws: ``FatalError`` with ``ExitCode/configuration`` when there is no such zone or its file is broken.
    public func rules(named name: String) throws(FatalError) -> TimeZoneRules {
        if name == TimeZoneRules.utc.name { return .utc }
        guard TimeZoneRules.isValidName(name) else {
            throw FatalError(.configuration, "time zone \(quoted(name)): a zone's name is \(TimeZoneRules.nameRule)")
        }
        let path = "\(folder)/\(name)"
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try AtomicFile.read(path, limit: TimeZoneRules.maximumBytes)
        } catch {
            guard [ENOENT, ENOTDIR, EISDIR].contains(error.code) else {
                throw FatalError(error, exitCode: .configuration, purpose: "time zone \(name)")
            }
            let remedy =
                access(folder, F_OK) == 0
                ? "name one from the tz database, such as Europe/Berlin" : "install the tz database (package tzdata)"
            throw FatalError(.configuration, "time zone \(name): there is no \(path); \(remedy)")
        }
        do throws(TZifError) {
            return try TimeZoneRules(name: name, tzif: bytes)
        } catch {
            throw FatalError(.configuration, "\(error)")
        }
    }

    /// Returns the zone of this machine: TZ, else the target of /etc/localtime, else the name in /etc/timezone, else
    /// UTC.
    ///
    /// - Returns: the rules, and a line for the log when it is UTC only because nothing better is known.
    public func localZone() -> (rules: TimeZoneRules, warning: String?) {
        guard let (name, source) = localName() else {
            return (.utc, "the local time zone is not set, so it is UTC; set it with timedatectl set-timezone")
        }
        do throws(FatalError) {
            return (try rules(named: name), nil)
        } catch {
            return (.utc, "\(error) (from \(source)); the local time zone is UTC")
        }
    }

    private func localName() -> (name: String, source: String)? {
        if let zoneVariable {
            // A leading colon means a file by POSIX; the rule strings that POSIX also allows are no names and refused.
            let value = zoneVariable.hasPrefix(":") ? String(zoneVariable.dropFirst()) : zoneVariable
            // `TZ=:/etc/localtime` is common. A link inside the database is a zone's other name, which stands.
            let linked = ZoneDatabase.target(ofLink: root + value).flatMap(ZoneDatabase.name(inPath:))
            return (ZoneDatabase.name(inPath: value) ?? linked ?? value, "TZ")
        }
        let link = "\(root)/etc/localtime"
        if let target = ZoneDatabase.target(ofLink: link), let name = ZoneDatabase.name(inPath: target) {
            return (name, link)
        }
        let file = "\(root)/etc/timezone"
        // Most systems have only one of the two, so an absent file is no error.
        guard let bytes = try? AtomicFile.read(file, limit: 1024) else { return nil }
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return line.isEmpty ? nil : (line, file)
    }

    /// `Europe/Berlin` of `/usr/share/zoneinfo/Europe/Berlin`.
    private static func name(inPath path: String) -> String? {
        let parts = path.split(separator: "/")
        guard let index = parts.lastIndex(of: "zoneinfo"), index + 1 < parts.count else { return nil }
        return parts[(index + 1)...].joined(separator: "/")
    }

    private static func target(ofLink path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }
}
