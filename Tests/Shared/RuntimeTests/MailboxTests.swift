import ClockTestSupport
import Testing

@testable import ClockRuntime

@Suite struct MailboxTests {
    @Test func aFullMailboxRefusesTheNewEventAndCountsIt() async {
        let mailbox = Mailbox<Int>(capacity: 3)
        #expect((1...5).map { mailbox.post($0) } == [true, true, true, false, false])
        #expect(mailbox.refused == 2)
        #expect(mailbox.count == 3)
        #expect(await mailbox.next() == 1)
        #expect(mailbox.post(6))
        mailbox.close()
        #expect(!mailbox.post(7))
        var rest: [Int] = []
        for await event in mailbox { rest.append(event) }
        #expect(rest == [2, 3, 6])
    }

    @Test func aTickTakesNoRoomAndIsNotAnEvent() async {
        let mailbox = Mailbox<Int>(capacity: 1)
        mailbox.postTick()
        mailbox.postTick()
        #expect(mailbox.count == 0)
        #expect(mailbox.post(1))
        #expect(!mailbox.post(2))
        #expect(await mailbox.next() == 1)
        mailbox.close()
        #expect(await mailbox.next() == nil)
    }

    @Test func producersOnManyThreadsLoseAndReorderNothing() async {
        let mailbox = Mailbox<(lane: Int, index: Int)>(capacity: 100_000)
        async let received: [[Int]] = {
            var lanes = [[Int]](repeating: [], count: 8)
            for await event in mailbox { lanes[event.lane].append(event.index) }
            return lanes
        }()
        await withTaskGroup(of: Void.self) { group in
            for lane in 0..<8 {
                group.addTask { for index in 0..<5_000 { #expect(mailbox.post((lane, index))) } }
            }
        }
        mailbox.close()
        #expect(await received == [[Int]](repeating: Array(0..<5_000), count: 8))
    }

    @Test func cancellingTheConsumerEndsItsWait() async throws {
        for _ in 0..<200 {
            let mailbox = Mailbox<Int>(capacity: 1)
            let consumer = Task { await mailbox.next() }
            if Bool.random() { await Task.yield() }
            consumer.cancel()
            #expect(await consumer.value == nil)
            #expect(mailbox.post(1))
        }
    }
}
