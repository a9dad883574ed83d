import ClockCoordinatorCore
import ClockCoordinatorStore
import ClockDomain
import ClockTestSupport
import ClockWire
import Glibc
import Testing

@testable import ClockSimulator

/// A coordinator's disk, real or modelled. `StoreContractTests` shows that both stores treat accepted commits alike.
protocol CoordinatorDiskUnderTest: AnyObject {
    func commit(_ operations: [StoreOperation]) -> StoreError.Code?
    func load() throws -> StoredState
    func fill() throws
}

private final class ModelDisk: CoordinatorDiskUnderTest {
    private var disk = CoordinatorDisk(
        DiskPlan(), store: MemoryStore(storeID: "0123456789abcdef"), random: SplitMix64(seed: 1))

    func commit(_ operations: [StoreOperation]) -> StoreError.Code? {
        switch disk.commit(operations, at: 0) {
        case .success: nil
        case .failure(let error): error.code
        }
    }

    func load() throws -> StoredState { try disk.store.load() }
    func fill() { disk.isFull = true }
}

private final class RealDisk: CoordinatorDiskUnderTest {
    // Their deinitialisers run in this order: the folder last, when nothing is mounted in it any more.
    private let store: SQLiteStore
    private let system: SmallFileSystem
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder("disk")
        system = try SmallFileSystem(folder.file("store"), megabytes: 4)
        store = try SQLiteStore(path: system.path + "/store.sqlite")
    }

    func commit(_ operations: [StoreOperation]) -> StoreError.Code? {
        do throws(StoreError) {
            _ = try store.commit(operations)
            return nil
        } catch {
            return error.code
        }
    }

    func load() throws -> StoredState { try store.load() }
    func fill() throws { try system.fill() }
}

/// The behaviour of SQLite on a real file system, which the simulator's disk shares.
@Suite(.enabled(if: geteuid() == 0, "mounts a file system of its own")) struct CoordinatorDiskContractTests {
    enum Kind: CaseIterable {
        case model, sqlite

        func make() throws -> any CoordinatorDiskUnderTest {
            switch self {
            case .model: ModelDisk()
            case .sqlite: try RealDisk()
            }
        }
    }

    private static func definition(_ name: String, _ revision: Int) -> StoreOperation {
        guard let id = NodeID(name), let seen = WallTime(rfc3339: "2027-05-01T00:00:00Z") else {
            preconditionFailure("\(name) is an id")
        }
        return .saveDefinition(
            NodeDefinition(id: id, firstSeen: seen, room: name, settings: .standard, revision: revision))
    }

    @Test(arguments: Kind.allCases) func whatIsCommittedIsThere(kind: Kind) throws {
        let disk = try kind.make()
        #expect(disk.commit([Self.definition("kitchen", 1), Self.definition("bath", 1)]) == nil)
        #expect(try disk.load().nodes.map(\.definition.id.rawValue) == ["bath", "kitchen"])
    }

    @Test(arguments: Kind.allCases) func ofWhatAFullDiskRefusesNothingIsThere(kind: Kind) throws {
        let disk = try kind.make()
        #expect(disk.commit([Self.definition("kitchen", 1)]) == nil)
        let before = try disk.load()
        try disk.fill()
        // Many at once, because a real disk has free pages within its files.
        let much = (1...400).map { Self.definition("node-\($0)", 1) }
        let refusals = (0..<40).map { _ in disk.commit(much) }
        #expect(refusals.last == .full)
        if refusals.first == .full { #expect(try disk.load() == before) }
    }
}
