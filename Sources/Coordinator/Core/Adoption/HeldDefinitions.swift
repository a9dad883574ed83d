internal import ClockDomain
internal import ClockWire

/// Definitions of another store, put together again from the documents of the nodes that hold them.
///
/// A node's document has all that rings there, under ids that are the same on every node. So an alarm of several rooms is
/// one again, with each of them as its target; where nodes know different revisions, the newest counts. What is not in any
/// document is gone: groups, whose nodes become targets by themselves, stopwatches, and the names of holiday calendars,
/// whose days become exceptions of the alarms.
struct HeldDefinitions: Sendable {
    struct Held<Object: Sendable>: Sendable {
        var object: Object
        /// Ascending.
        var nodes: [NodeID]
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

    /// Ascending by id.
    var alarms: [Held<Alarm>] { gather(\.alarms, by: \.id, \.revision) }
    /// Ascending by id.
    var timers: [Held<CountdownTimer>] { gather(\.timers, by: \.id, \.revision) }

    private func gather<Object: Sendable, ID: Hashable & Comparable>(
        _ objects: KeyPath<Desired, [Object]>, by id: KeyPath<Object, ID>, _ revision: KeyPath<Object, Int>
    ) -> [Held<Object>] {
        var gathered: [ID: Held<Object>] = [:]
        for (node, document) in documents.sorted(by: { $0.key < $1.key }) {
            for object in document[keyPath: objects] {
                var held = gathered[object[keyPath: id]] ?? Held(object: object, nodes: [])
                if object[keyPath: revision] > held.object[keyPath: revision] { held.object = object }
                held.nodes.append(node)
                gathered[object[keyPath: id]] = held
            }
        }
        return gathered.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension Alarm {
    /// Without a calendar: the nearest of its holidays are exceptions.
    var withHolidaysAsExceptions: Alarm {
        var copy = self
        let room = AlarmSchedule.maximumExceptions - schedule.exceptions.count
        copy.schedule.exceptions += schedule.holidays.prefix(max(0, room))
        copy.schedule.holidays = []
        return copy
    }
}
