import Testing

/// Lets only a few of the tests that play run at a time: each has an output that must not run dry, and together they
/// would keep a small computer busy enough for that.
struct FewAtATime: SuiteTrait, TestTrait, TestScoping {
    private static let gate = Gate(places: 6)

    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // Suites and tests are asked too; only their cases run.
        guard testCase != nil else { return try await function() }
        await Self.gate.enter()
        do {
            try await function()
        } catch {
            await Self.gate.leave()
            throw error
        }
        await Self.gate.leave()
    }

    private actor Gate {
        private var places: Int
        private var waiting: [CheckedContinuation<Void, Never>] = []

        init(places: Int) { self.places = places }

        func enter() async {
            if places > 0 {
                places -= 1
            } else {
                await withCheckedContinuation { waiting.append($0) }
            }
        }

        func leave() {
            if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
        }
    }
}

extension Trait where Self == FewAtATime {
    static var fewAtATime: Self { Self() }
}
