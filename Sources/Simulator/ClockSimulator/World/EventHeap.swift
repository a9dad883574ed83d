/// The coming events, in order of time; at one instant, in the order in which they were pushed.
///
/// A heap of small values, four children per node: an event needs no allocation, and no event is removed before its
/// time. At that time the handler recognises a void event by its outdated generation.
struct EventHeap {
    struct Entry {
        /// True time in nanoseconds.
        var time: Int64
        fileprivate var order: UInt64 = 0
        var kind: Kind
        /// The machine's number.
        var machine: Int32
        /// Depends on the kind: a generation, a number, a place in a list.
        var a: Int32
        var b: Int32

        init(_ time: Int64, _ kind: Kind, machine: Int, a: Int32 = 0, b: Int32 = 0) {
            self.time = time
            self.kind = kind
            self.machine = Int32(truncatingIfNeeded: machine)
            self.a = a
            self.b = b
        }

        /// Without a branch, because the processor could not predict it.
        @inline(__always) fileprivate static func < (x: Entry, y: Entry) -> Bool {
            (Int128(x.time) << 64 | Int128(x.order)) < (Int128(y.time) << 64 | Int128(y.order))
        }
    }

    enum Kind: UInt8 {
        // The plan. `a` is the index in it.
        case faultBegins, faultEnds, personActs, requestTimesOut, heals
        // Machines. `a` is the generation.
        case powersOn, programStarts, heldProgramMayStart, heldPowerMayReturn
        case timer, timeServiceSynchronises, slewEnds
        // Disks. `a` is the program's incarnation.
        case diskDone, commitDone, storeRead, storeChecked, leaseAnswered
        // The output. `a` is the sound's number, `b` the incarnation.
        case soundStarts, soundAnchors, soundEnds, soundAnswers, probeAnswers
        // The network, with the port in place of the machine. `a` is the parcel's place, or a generation.
        case parcelAtBroker, parcelAtHost, linkReleases, linkGivesUp
        case connects, connectTimesOut, keepAliveAtHost, keepAliveAtBroker, clientPumps
        // A broker, which is `a`; `machine` is the client's number.
        case brokerPumps, brokerSaves
    }

    private static let width = 4

    private var entries: [Entry] = []
    private var count: UInt64 = 0
    /// True while the first place is free: its entry was popped, and none was pushed since. Most events push another
    /// one, which then takes that place, so only one entry sinks.
    private var hasHole = false
    /// The remaining events of a plan, the next one last. Only one at a time is in the heap: with a whole week's plan
    /// it would be deep.
    private var planned: [Entry] = []

    /// - Parameter entries: in order of time.
    mutating func plan(_ entries: [Entry]) {
        planned = entries.reversed()
        pushNextPlanned()
    }

    mutating func pushNextPlanned() { if let entry = planned.popLast() { push(entry) } }

    mutating func push(_ entry: Entry) {
        var entry = entry
        count += 1
        entry.order = count
        if hasHole {
            hasHole = false
            return sink(entry)
        }
        entries.append(entry)
        entries.withUnsafeMutableBufferPointer { heap in
            var hole = heap.count - 1
            while hole > 0 {
                let parent = (hole - 1) / Self.width
                guard entry < heap[parent] else { break }
                heap[hole] = heap[parent]
                hole = parent
            }
            heap[hole] = entry
        }
    }

    /// Removes and returns the first event unless it is after `limit`.
    mutating func pop(upTo limit: Int64) -> Entry? {
        if hasHole {
            hasHole = false
            if let last = entries.popLast(), !entries.isEmpty { sink(last) }
        }
        guard let first = entries.first, first.time <= limit else { return nil }
        hasHole = true
        return first
    }

    /// Sinks an event from the first place, which is free, to its own.
    private mutating func sink(_ entry: Entry) {
        entries.withUnsafeMutableBufferPointer { heap in
            var hole = 0
            while true {
                let firstChild = Self.width * hole + 1
                guard firstChild < heap.count else { break }
                var child = firstChild
                var other = firstChild + 1
                let end = min(firstChild + Self.width, heap.count)
                while other < end {
                    child = heap[other] < heap[child] ? other : child
                    other += 1
                }
                guard heap[child] < entry else { break }
                heap[hole] = heap[child]
                hole = child
            }
            heap[hole] = entry
        }
    }
}
