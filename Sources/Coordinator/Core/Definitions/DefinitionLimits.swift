internal import ClockDomain
internal import ClockWire

/// The most that people may define for a site. A change beyond a limit is refused. An excess from a version with higher
/// limits stays and may shrink.
enum DefinitionLimits {
    static let alarms = 10_000
    static let timers = 500
    static let stopwatches = 200
    static let groups = 100
    static let calendars = 20
    static let timetables = 20

    /// The limit for a node's document, with room for its settings and the days on which it is silent.
    static let bytesPerDocument = Desired.maximumBytes - 48 * 1024
    /// The limit for all documents: they are published together when the broker comes back.
    static let bytesOfDocuments = 32 << 20
    /// The limit for everything but the alarms, which is one page of a schedule.
    static let bytesOfOthers = 900 * 1024
    /// The limit for one object, which a change event holds twice.
    static let bytesPerObject = 440 * 1024
    static let bytesOfAnswer = 960 * 1024
    /// The size of a node's new revision in an answer.
    private static let bytesPerRevision = 80
    /// The size of an event in an answer, beside its objects: the name of the person can double.
    private static let bytesPerEvent = 110 + 2 * RingRecord.maximumNameBytes

    /// - Parameter committed: the present definitions; only an excess over them is an error.
    static func check(
        _ definitions: SiteDefinitions, against committed: SiteDefinitions, _ decision: Definitions.Decision
    ) throws(RequestError) {
        func require(_ kind: String, _ limit: Int, _ count: (SiteDefinitions) -> Int) throws(RequestError) {
            guard count(definitions) > max(limit, count(committed)) else { return }
            throw RequestError(
                .unavailable,
                "a site has at most \(limit) \(kind), and this would make \(count(definitions)): remove some first")
        }
        try require("alarms", alarms) { $0.alarms.count }
        try require("timers", timers) { $0.timers.count }
        try require("stopwatches", stopwatches) { $0.stopwatches.count }
        try require("groups", groups) { $0.groups.count }
        try require("holiday calendars", calendars) { $0.calendars.count }
        try require("timetables", timetables) { $0.timetables.count }
        try checkObjects(decision)
        guard definitions.otherBytes <= max(bytesOfOthers, committed.otherBytes) else {
            throw RequestError(
                .unavailable,
                "the timers, stopwatches, groups, holiday calendars and timetables of the site would be over "
                    + "\(bytesOfOthers >> 10) KiB: remove some, or days of a calendar that are over")
        }
        for node in decision.concerned.sorted() {
            try check(definitions.contents(of: node), against: committed.contents(of: node), of: node)
        }
        guard definitions.documentBytes <= max(bytesOfDocuments, committed.documentBytes) else {
            throw RequestError(
                .unavailable,
                "the alarms of all nodes would be over \(bytesOfDocuments >> 20) MiB together: remove some alarms, "
                    + "or name fewer nodes")
        }
    }

    /// Refuses edits whose answer is too large to send.
    static func checkAnswer(_ decision: Definitions.Decision) throws(RequestError) {
        let bytes = decision.edits.reduce(decision.concerned.count * bytesPerRevision) {
            $0 + bytesPerEvent * ($1.undoes == nil ? 1 : 2) + ($1.old?.maximumJSONBytes ?? 0)
                + ($1.new?.maximumJSONBytes ?? 0)
        }
        guard bytes <= bytesOfAnswer || decision.edits.count == 1 else {
            throw RequestError(
                .invalid,
                "the answer to these \(decision.edits.count) changes would be over \(bytesOfAnswer >> 10) KiB: "
                    + "make fewer at once")
        }
    }

    private static func checkObjects(_ decision: Definitions.Decision) throws(RequestError) {
        for edit in decision.edits {
            let old = edit.old?.maximumJSONBytes ?? 0
            let new = edit.new?.maximumJSONBytes ?? 0
            guard new <= bytesPerObject || new <= old else {
                throw RequestError(
                    .invalid,
                    "an object of over \(bytesPerObject >> 10) KiB fits into no message: make it smaller")
            }
        }
    }

    private static func check(
        _ contents: SiteDefinitions.NodeContents, against committed: SiteDefinitions.NodeContents, of node: NodeID
    ) throws(RequestError) {
        guard contents.alarms.count <= max(Desired.maximumAlarms, committed.alarms.count) else {
            throw RequestError(
                .unavailable,
                "a node rings at most \(Desired.maximumAlarms) alarms, and \(node) would ring "
                    + "\(contents.alarms.count): remove some first")
        }
        guard contents.timers.count <= max(Desired.maximumTimers, committed.timers.count) else {
            throw RequestError(
                .unavailable,
                "a node counts at most \(Desired.maximumTimers) timers, and \(node) would count "
                    + "\(contents.timers.count): cancel some first")
        }
        guard contents.bytes <= max(bytesPerDocument, committed.bytes) else {
            throw RequestError(
                .unavailable,
                "the document of node \(node) would be over \(bytesPerDocument >> 10) KiB: remove alarms of it, or "
                    + "exceptions and holidays of theirs")
        }
    }
}

extension StoredState {
    /// The limit of a site that the definitions exceed, in a sentence; `nil` when they are within all of them.
    public var excess: String? {
        let decision = Definitions.Decision(concerned: Set(nodes.map(\.definition.id)))
        do throws(RequestError) {
            try DefinitionLimits.check(SiteDefinitions(objects), against: SiteDefinitions(), decision)
            return nil
        } catch {
            return error.message
        }
    }
}
