import Testing

/// Every seed that ever showed a mistake, with what it was. They stay, so that it does not come back.
struct FoundBySeedTests {
    /// A node went on believing its clock for ten seconds after somebody had set it, and said the wrong hour.
    @Test func aClockThatWasJustSetIsNotBelieved() async {
        await keepsEveryPromise(seed: 20)
    }

    /// A node whose disk was set back gave numbers a second time, and took the acknowledgement of the first lines of these
    /// numbers for that of the second.
    @Test func linesOfANodeThatWasTurnedBackAreNotTakenForAcknowledged() async {
        await keepsEveryPromise(seed: 39)
    }

    private func keepsEveryPromise(seed: UInt64, nodes: Int = 5) async {
        let outcome = await Tool.run("--seed", "\(seed)", "--days", "7", "--nodes", "\(nodes)")
        #expect(outcome.code == 0, "\(outcome.text)")
    }
}
