import Foundation
import Testing

/// Plans that once broke a promise, shrunk to what it needs: the folder FoundPlans. Each file is named after what was wrong
/// and tells it under `about`.
struct FoundPlanTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(component: "FoundPlans")
    /// A folder that cannot be read has none, which the second test says.
    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasSuffix(".json") }.sorted()

    @Test(arguments: names) func keepsEveryPromise(name: String) async throws {
        let outcome = await Tool.run("--plan", Self.folder.appending(component: name).path)
        #expect(outcome.code == 0, "\(outcome.text)")
    }

    @Test func thereAreSome() {
        #expect(!Self.names.isEmpty)
    }
}
