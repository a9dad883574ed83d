import ClockDomain
import Testing

/// Short ids, and the tags that keep them apart for ever.
struct NumberedIDTests {
    @Test(arguments: ["a1", "a7bcdf", "a12kfdp", "a999999999zzzz"])
    func anIDIsReadAsItIsWritten(text: String) throws {
        #expect(try #require(AlarmID(text)).description == text)
    }

    @Test(arguments: [
        "", "a", "a0", "a01", "t1", "a7b", "a7bcdfg", "a7bcd", "a7aeio", "a7BCDF", "a1000000000", "a-1", "a７",
        "a7 bcdf",
    ])
    func anythingElseIsNone(text: String) { #expect(AlarmID(text) == nil) }

    @Test func everyTagHasWordsOfItsOwn() throws {
        for code in [0, 1, 19, 20, 12_345, GenerationTag.count - 1] {
            let tag = try #require(GenerationTag(code: code))
            #expect(GenerationTag(tag.description) == tag && tag.description.utf8.count == 4)
        }
        #expect(GenerationTag(code: -1) == nil && GenerationTag(code: GenerationTag.count) == nil)
        var generator = SplitMix64(seed: 1)
        #expect(Set((0..<100).map { _ in GenerationTag(using: &generator) }).count > 95)
    }

    @Test func idsAreOrderedByNumberThenByTag() throws {
        let ids = try ["a2", "a2bcdf", "a2zzzz", "a3", "a11bcdf"].map { try #require(AlarmID($0)) }
        #expect(ids.reversed().sorted() == ids)
        for id in ids { #expect(try #require(id.predecessor) < id) }
        #expect(try #require(ids[3].predecessor) > ids[2] || ids[3].predecessor == ids[2])
        #expect(try #require(AlarmID("a1")).predecessor == nil)
    }

    @Test func aNumberAloneStandsForEveryTag() throws {
        let (short, long) = (try #require(AlarmID("a7")), try #require(AlarmID("a7bcdf")))
        #expect(short.stands(for: long) && long.stands(for: long) && !long.stands(for: short))
        #expect(!short.stands(for: try #require(AlarmID("a8bcdf"))))
        #expect(RingSource.alarm(short).stands(for: .alarm(long)))
        #expect(!RingSource.timer(try #require(TimerID("t7"))).stands(for: .alarm(long)))
    }
}
