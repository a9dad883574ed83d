internal import ClockDomain
internal import ClockWire

/// Definitions that this store does not have, rebuilt from the documents of the nodes that hold them.
///
/// A node's document has everything that rings there, under ids that are the same on every node. It speaks for that
/// node alone: an alarm of several rooms becomes one again if their documents agree about it. If they differ, each form
/// stays with the rooms that hold it. Everything else is lost: groups, whose nodes become targets by themselves,
/// stopwatches, and the names of holiday calendars, whose days become exceptions of the alarms.
struct HeldDefinitions: Sendable {
    /// One form of an object, and the nodes that hold it.
    struct Form<Object: HeldObject>: Sendable {
        var object: Object
        /// Ascending.
        var nodes: [NodeID]
    }

    /// All forms under one id.
    struct Held<Object: HeldObject>: Sendable {
        var id: Object.ID
        /// At least one; the form that most nodes hold comes first.
        var forms: [Form<Object>]
    }

    /// The most alarms in all documents together; a site's documents have no more.
    private static let maximumAlarms = 100_000

    private(set) var documents: [NodeID: Desired] = [:]
    private var alarmCount = 0

    /// - Returns: true if there was room for it.
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
            Held(id: id, forms: forms.sorted { ($1.nodes.count, $0.nodes[0]) < ($0.nodes.count, $1.nodes[0]) })
        }
    }
}

/// An alarm or a timer of a node's document.
protocol HeldObject: Hashable, Sendable {
    associatedtype ID: NumberedID
    var id: ID { get set }
    var revision: Int { get set }
    /// The content, without the parts that may differ between up-to-date nodes.
    var content: Self { get }
    /// True if it equals the stored object, which the store may have adopted from another node.
    func isSame(as stored: Self) -> Bool
}

extension Alarm: HeldObject {
    /// Each node receives holidays and the dates of bells only up to a time that depends on its document's date.
    var content: Alarm {
        var copy = self
        copy.revision = 1
        copy.schedule.holidays = []
        copy.schedule.bellDays = []
        return copy
    }

    func isSame(as stored: Alarm) -> Bool {
        content == stored.content || withHolidaysAsExceptions.content == stored.content
    }

    /// Without a calendar: the nearest of its holidays become exceptions.
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
