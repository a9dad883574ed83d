internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// Waits until rooms have the words of the labels that a change makes them say, and warns of those that lack some.
///
/// The change is stored: nothing here fails it.
struct SpokenArrival {
    let link: CoordinatorLink
    let console: Console

    /// A speech engine takes a second or two for a sentence.
    private static let patience: Duration = .seconds(8)

    func wait(for result: ChangeResult) {
        let files = result.events.compactMap { event -> String? in
            guard let speech = event.new?.speech, speech != event.old?.speech else { return nil }
            return SpokenText.file(of: speech.label)
        }
        guard !files.isEmpty else { return }
        let nodes = Set(result.nodes.map(\.node))
        let deadline = Clocks.boot() + Self.patience
        while true {
            // Each node looks at its sounds again. A coordinator that does not answer has made the change all the same.
            guard (try? link.request(DoctorRequest())) != nil,
                let statuses = try? link.status().result.nodes
            else { return console.warn("cannot tell which rooms have the words: see clockctl doctor") }
            let without = statuses.filter { node in
                nodes.contains(node.id)
                    && (!NodeHolding(node).isCurrent || !files.allSatisfy { node.sounds?.has($0) ?? true })
            }
            guard !without.isEmpty else { return }
            guard Clocks.boot() < deadline else {
                return console.warn(
                    "the words have not come to \(without.map(\.id.rawValue).joined(separator: ", ")) yet: until then a tone "
                        + "rings there; clockctl doctor says why")
            }
            Clocks.wait(for: [], until: Clocks.boot() + .milliseconds(250))
        }
    }
}

/// A label that rooms say when something rings, and the rooms.
private struct Speech: Equatable {
    var label: String
    var targets: RingTargets
}

extension DefinedObject {
    /// `nil` for what rings with a sound, or not at all.
    fileprivate var speech: Speech? {
        switch self {
        case .alarm(let it) where it.alarm.isEnabled && it.alarm.ring.isSpoken:
            Speech(label: it.alarm.label, targets: it.targets)
        case .timer(let it) where it.timer.ring.isSpoken: Speech(label: it.timer.name, targets: it.targets)
        case .alarm, .timer, .stopwatch, .group, .holidays, .timetable, .node: nil
        }
    }
}
