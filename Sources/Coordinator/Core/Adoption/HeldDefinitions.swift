internal import ClockDomain
internal import ClockWire

/// Definitions that this store does not have, put together again from the documents of the nodes that hold them.
///
/// A node's document has all that rings there, under ids that are the same on every node. It speaks for that node alone: an
/// alarm of several rooms is one again where their documents say the same of it. Where they differ, each form of it stays
/// with the rooms that hold it. What is not in any document is gone: groups, whose nodes become targets by themselves,
/// stopwatches, and the names of holiday calendars, whose days become exceptions of the alarms.
struct HeldDefinitions: Sendable {
    /// One object as some nodes hold it.
    struct Form<Object: HeldObject>: Sendable {
        var object: Object
        /// Ascending.
        var nodes: [NodeID]
    }

    /// What goes by one id.
    struct Held<Object: HeldObject>: Sendable {
        var id: Object.ID
        /// The form that most nodes hold comes first. At least one.
        var forms: [Form<Object>]
    }

    /// Alarms in all documents together; a site's documents have no more.
    private static let maximumAlarms = 100_000

    private(set) var documents: [NodeID: Desired] = [:]
    private var alarmCount = 0

    /// - Returns: whether there was room for it.
    mutating func add(_ document: Desired, of node: NodeID) -> Bool {
        guard alarmCount + document.alarms.count <= Self.maximumAlarms else { return false }
        alarmCount += document.alarms.count - (documents[node]?.alarms.count ?? 0)
        documents[node] = document
        return true
    }

    /// The nodes that have shown their documents, ascending.
    var nodes: [NodeID] { documents.keys.sorted() }
    /// Ascending by id.
    var alarms: [Held<Alarm>] { gather(\.alarms) }
    /// Ascending by id.
    var timers: [Held<CountdownTimer>] { gather(\.timers) }

    private func gather<Object: HeldObject>(_ objects: KeyPath<Desired, [Object]>) -> [Held<Object>] {
        var gathered: [Object.ID: [Form<Object>]] = [:]
        for node in nodes {
            for object in documents[node]?[keyPath: objects] ?? [] {
                var forms = gathered[object.id] ?? []
                if let place = forms.firstIndex(where: { $0.object.content == object.content }) {
                    if object.revision > forms[place].object.revision { forms[place].object = object }
                    forms[place].nodes.append(node)
                } else {
                    forms.append(Form(object: object, nodes: [node]))
                }
                gathered[object.id] = forms
            }
        }
        return gathered.sorted { $0.key < $1.key }.map { id, forms in
            Held(
                id: id,
                forms: forms.sorted {
                    ($1.nodes.count, $0.nodes[0]) < ($0.nodes.count, $1.nodes[0])
                })
        }
    }
}

/// An alarm or a timer of a node's document.
protocol HeldObject: Hashable, Sendable {
    associatedtype ID: NumberedID
    var id: ID { get set }
    var revision: Int { get set }
    /// Without what may differ between nodes of which each knows the newest version.
    var content: Self { get }
    /// Whether it is what a store has, which may have taken it over from another node before.
    func isSame(as stored: Self) -> Bool
}

extension Alarm: HeldObject {
    /// Holidays are told ahead to each node as far as when its document was made.
    var content: Alarm {
        var copy = self
        copy.revision = 1
        copy.schedule.holidays = []
        return copy
    }

    func isSame(as stored: Alarm) -> Bool {
        content == stored.content || withHolidaysAsExceptions.content == stored.content
    }

    /// Without a calendar: the nearest of its holidays are exceptions.
    var withHolidaysAsExceptions: Alarm {
        var copy = self
        let room = AlarmSchedule.maximumExceptions - schedule.exceptions.count
        copy.schedule.exceptions += schedule.holidays.prefix(max(0, room))
        copy.schedule.holidays = []
        return copy
    }
}

extension CountdownTimer: HeldObject {
    var content: CountdownTimer {
        var copy = self
        copy.revision = 1
        return copy
    }

    func isSame(as stored: CountdownTimer) -> Bool { content == stored.content }
}
