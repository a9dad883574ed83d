// Values in words.
//
// The names of a value's cases and properties are its words, by reflection. So a new event, effect, message, fault or
// request needs none here. Left out is what a reader does not miss: `nil`, `false`, empty lists, and addresses.

internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockNodeCore
internal import ClockSimulator
internal import ClockWire

extension TraceWords {
    /// More of a line says little more.
    private static let longestLine = 300
    /// A longer list is only counted.
    private static let longestList = 8

    static func words(_ value: Any) -> String {
        let text = said(value, isPart: false) ?? "nothing"
        return text.count > longestLine ? "\(text.prefix(longestLine))…" : text
    }

    /// - Parameter isPart: true for a part of another value; several words of it stand in parentheses.
    private static func said(_ value: Any, isPart: Bool = true) -> String? {
        if let words = ownWords(value) { return words.isEmpty ? nil : words }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.flatMap { said($0.value, isPart: isPart) }
        case .collection, .set, .dictionary:
            if mirror.children.count > longestList { return "\(mirror.children.count)" }
            let elements = mirror.children.compactMap { said($0.value) }
            if elements.isEmpty { return nil }
            // Sets and dictionaries have another order in each process.
            return (mirror.displayStyle == .collection ? elements : elements.sorted()).joined(separator: "; ")
        default:
            if let text = (value as? any CustomStringConvertible)?.description { return text.isEmpty ? nil : text }
            if mirror.displayStyle == .enum {
                guard let (name, content) = mirror.children.first else { return spaced("\(value)") }
                return [spaced(name ?? ""), said(content, isPart: false)].compactMap(\.self).joined(separator: " ")
            }
            if mirror.displayStyle != .tuple, mirror.children.count == 1, let only = mirror.children.first {
                return said(only.value, isPart: isPart)
            }
            let parts = mirror.children.compactMap { part($0.label ?? "", $0.value) }
            if parts.isEmpty { return nil }
            return isPart && parts.count > 1 ? "(\(parts.joined(separator: ", ")))" : parts.joined(separator: ", ")
        }
    }

    private static func part(_ label: String, _ value: Any) -> String? {
        let name = spaced(label.hasPrefix("_") ? String(label.dropFirst()) : label)
        let content = said(value)
        if content == "\(true)" { return name }
        guard let content, content != "\(false)" else { return nil }
        return label.hasPrefix(".") ? content : "\(name) \(content)"
    }

    /// `budgetMilliseconds` as `budget milliseconds`
    private static func spaced(_ name: String) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : "\($1)" }
    }

    /// The words of a type that has better ones; empty for a value to leave out.
    private static func ownWords(_ value: Any) -> String? {
        switch value {
        case let time as WallTime: instant(time)
        case let boot as BootTime: "+\(length(.nanoseconds(boot.nanoseconds)))"
        case let duration as Duration: duration < .zero ? signed(duration) : length(duration)
        case let digest as Digest: digest.short
        case let bytes as [UInt8]: bytes.isEmpty ? "" : "\(bytes.count) bytes"
        case let plan as AnnouncementPlan: "\"\(plan.words)\""
        case let zone as TimeZoneRules: zone.name
        case let occurrence as Occurrence: "\(occurrence.source) of \(instant(occurrence.due))"
        case let token as TimerToken<NodeCore.TimerKind>: "\(token.kind)"
        case let token as TimerToken<CoordinatorTimer>: "\(token.kind)"
        case let settings as NodeSettings: patch(SettingsPatch(all: settings, unlike: .standard))
        case let change as SettingsPatch: patch(change)
        case let state as Boxed<NodeState>: self.state(state.wrappedValue)
        case is RequestOrigin, is TopicID: ""
        case let word as any RawRepresentable<String>: word.rawValue
        default: nil
        }
    }

    static func state(_ state: NodeState) -> String {
        "\(state.ledger.pending.count) pending of epoch \(state.ledger.epoch), next \(state.ledger.nextSequence), "
            + "document \(state.desired.map { "\($0.revision)" } ?? "none")"
            + (state.quarters.playing.map { ", about to say \(instant($0))" } ?? "")
            + state.rings.map { ", \($0.occurrence.source) in hand" }.joined()
    }

    private static func patch(_ patch: SettingsPatch) -> String {
        let values = patch.applied(to: .standard)
        let said =
            NodeSetting.all.filter(patch.changes).map { "\($0.name) \($0.words(values, \.rfc3339))" }
            + (patch.muteSeconds.map { ["mute for \($0) s"] } ?? [])
        return said.isEmpty ? "as usual" : said.joined(separator: ", ")
    }
}
