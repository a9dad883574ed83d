import Foundation
import Testing

/// Plans that once broke a promise, each shrunk to the necessary parts: the folder FoundPlans. Each file is named after
/// its error and describes it under `about`.
struct FoundPlanTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(component: "FoundPlans")
    /// An unreadable folder gives no names; the second test reports that.
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
