import ClockDomain
import Testing

@testable import ClockSimulator

/// Compares the heap with a list that is searched each time.
struct EventHeapTests {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func eventsComeInOrderOfTimeAndThenAsTheyWerePutIn(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var heap = EventHeap()
        var model: [(time: Int64, machine: Int32)] = []
        var now: Int64 = 0
        for number in 0..<3_000 {
            // Several at a time, and often at one instant.
            for _ in 0..<(random.next() % 3) {
                let time = now + Int64(random.next() % 6)
                heap.push(EventHeap.Entry(time, .timer, machine: number))
                model.append((time, Int32(number)))
            }
            let limit = now + Int64(random.next() % 4)
            for _ in 0..<(random.next() % 3) {
                let next = model.indices.min { (model[$0].time, $0) < (model[$1].time, $1) }
                let popped = heap.pop(upTo: limit)
                guard let next, model[next].time <= limit else {
                    #expect(popped == nil)
                    continue
                }
                let expected = model.remove(at: next)
                #expect(popped?.time == expected.time && popped?.machine == expected.machine)
                now = expected.time
            }
        }
        // The rest.
        while let popped = heap.pop(upTo: .max) {
            let next = model.indices.min { (model[$0].time, $0) < (model[$1].time, $1) }
            #expect(next.map { model[$0].machine } == popped.machine)
            if let next { model.remove(at: next) }
        }
        #expect(model.isEmpty)
    }
}
