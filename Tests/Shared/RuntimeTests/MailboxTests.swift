import ClockDomain
import ClockTestSupport
import Testing

@testable import ClockRuntime

@Suite struct MailboxTests {
    private struct Event: SourcedEvent, Equatable {
        var source: EventSource
        var number: Int

        static func own(_ number: Int) -> Event { Event(source: .program, number: number) }
        static func message(_ number: Int) -> Event { Event(source: .message, number: number) }
        static func connection(_ number: Int) -> Event { Event(source: .connection, number: number) }
    }

    private static func drain(_ mailbox: Mailbox<Event>) async -> [Event] {
        mailbox.close()
        var all: [Event] = []
        for await event in mailbox { all.append(event) }
        return all
    }

    @Test("a full lane refuses the new event and counts it", arguments: [EventSource.program, .message])
    func full(source: EventSource) async {
        let mailbox = Mailbox<Event>(own: 3, messages: 3)
        let events = (1...7).map { Event(source: source, number: $0) }
        #expect(events.prefix(5).map { mailbox.post($0) } == [true, true, true, false, false])
        #expect(mailbox.refused == 2)
        #expect(mailbox.count == 3)
        #expect(await mailbox.next() == events[0])
        #expect(mailbox.post(events[5]))
        let rest = await Self.drain(mailbox)
        #expect(rest == [events[1], events[2], events[5]])
        #expect(!mailbox.post(events[6]))
    }

    @Test("however many messages wait, the program's own events have room and go first; the connection keeps its order")
    func lanes() async {
        let mailbox = Mailbox<Event>(own: 3, messages: 2)
        #expect((1...4).map { mailbox.post(.message($0)) } == [true, true, false, false])
        #expect((5...8).map { mailbox.post(.own($0)) } == [true, true, true, false])
        #expect(mailbox.post(.connection(9)))
        #expect(!mailbox.post(.message(10)))
        let all = await Self.drain(mailbox)
        #expect(all == [.own(5), .own(6), .own(7), .message(1), .message(2), .connection(9)])
    }

    @Test("a closed mailbox takes no more messages, and the program's own events until its consumer has had the end")
    func closed() async {
        let mailbox = Mailbox<Event>(own: 3, messages: 3)
        #expect(mailbox.post(.message(1)))
        mailbox.close()
        #expect(!mailbox.post(.message(2)))
        #expect(!mailbox.post(.connection(3)))
        #expect(mailbox.post(.own(4)))
        #expect(await mailbox.next() == .own(4))
        #expect(mailbox.post(.own(5)))
        #expect(await mailbox.next() == .own(5))
        #expect(await mailbox.next() == .message(1))
        #expect(await mailbox.next() == nil)
        #expect(!mailbox.post(.own(6)))
    }

    @Test("who is cancelled after the mailbox was closed gets what is queued, and nothing new is taken")
    func cancelledLate() async {
        let mailbox = Mailbox<Event>(own: 3, messages: 3)
        #expect(mailbox.post(.own(1)))
        #expect(mailbox.post(.message(2)))
        mailbox.close()
        let consumer = Task {
            // Spins, as waiting for it would end with a cancelled task.
            while !Task.isCancelled { await Task.yield() }
            let first = await mailbox.next()
            let wasTaken = mailbox.post(.own(3))
            return (first, wasTaken, await mailbox.next(), await mailbox.next())
        }
        consumer.cancel()
        let got = await consumer.value
        #expect(got.0 == .own(1))
        #expect(!got.1)
        #expect(got.2 == .message(2))
        #expect(got.3 == nil)
    }

    @Test func aTickTakesNoRoomAndIsNotAnEvent() async {
        let mailbox = Mailbox<Event>(own: 1, messages: 1)
        mailbox.postTick()
        mailbox.postTick()
        #expect(mailbox.count == 0)
        #expect(mailbox.post(.own(1)))
        #expect(!mailbox.post(.own(2)))
        #expect(await mailbox.next() == .own(1))
        mailbox.close()
        #expect(await mailbox.next() == nil)
    }

    @Test("the mark that shows a living loop does not wait behind messages")
    func tick() async {
        let mailbox = Mailbox<Event>(own: 1, messages: 10)
        #expect(mailbox.post(.message(1)))
        mailbox.postTick()
        guard case .tick = await mailbox.nextItem() else {
            Issue.record("a message came first")
            return
        }
    }

    @Test("producers on many threads lose nothing, and nothing changes its order within a lane")
    func threads() async {
        let mailbox = Mailbox<Event>(own: 100_000, messages: 100_000)
        async let received: [[Int]] = {
            var lanes = [[Int]](repeating: [], count: 8)
            for await event in mailbox { lanes[event.number % 8].append(event.number / 8) }
            return lanes
        }()
        await withTaskGroup(of: Void.self) { group in
            for lane in 0..<8 {
                group.addTask {
                    for index in 0..<5_000 {
                        let source: EventSource = lane.isMultiple(of: 2) ? .program : .message
                        #expect(mailbox.post(Event(source: source, number: index * 8 + lane)))
                    }
                }
            }
        }
        mailbox.close()
        #expect(await received == [[Int]](repeating: Array(0..<5_000), count: 8))
    }

    @Test func cancellingTheConsumerEndsItsWait() async throws {
        for _ in 0..<200 {
            let mailbox = Mailbox<Event>(own: 1, messages: 1)
            let consumer = Task { await mailbox.next() }
            if Bool.random() { await Task.yield() }
            consumer.cancel()
            #expect(await consumer.value == nil)
            #expect(mailbox.post(.own(1)))
        }
    }
}
