import ClockDomain
import Glibc

/// A zone of the system's tz database.
func systemZone(_ name: String) -> TimeZoneRules {
    guard let file = fopen("/usr/share/zoneinfo/\(name)", "r") else { preconditionFailure("there is no zone \(name)") }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: TimeZoneRules.maximumBytes)
    let count = fread(&bytes, 1, bytes.count, file)
    do {
        return try TimeZoneRules(name: name, tzif: Array(bytes[..<count]))
    } catch {
        preconditionFailure("\(error)")
    }
}
