import Testing

/// Random runs under all checkers: fixed seeds, and new seeds each time.
///
/// They are short, because tests are built without optimisation; `clocksim --seeds` is for long ones.
struct SeedTests {
    @Test(arguments: [1, 2, 3, 5, 8, 13, 21, 34, 55, 89] as [UInt64]) func keepsEveryPromise(seed: UInt64) async {
        let outcome = await Tool.run("--seed", "\(seed)", "--days", "1", "--nodes", "3")
        #expect(outcome.code == 0, "\(outcome.text)")
    }

    /// Each list exercises other parts of the models.
    @Test(arguments: ["none", "network,broker", "clock", "disk,crash", "output", "coordinator,people"])
    func keepsEveryPromiseUnder(faults: String) async {
        let outcome = await Tool.run("--seed", "144", "--days", "1", "--nodes", "2", "--faults", faults)
        #expect(outcome.code == 0, "\(outcome.text)")
    }

    /// A seed that fails here belongs into FoundBySeedTests.
    @Test func keepsEveryPromiseWithFreshSeeds() async {
        for _ in 0..<4 {
            let seed = UInt64.random(in: 1...999_999_999)
            let command = ["--seed", "\(seed)", "--days", "1", "--nodes", "3"]
            print("simulated: clocksim \(command.joined(separator: " "))")
            let outcome = await Tool.run(command)
            #expect(outcome.code == 0, "\(outcome.text)")
        }
    }
}
