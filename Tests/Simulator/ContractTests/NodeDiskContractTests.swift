import ClockDomain
import ClockNodeCore
import ClockTestSupport
import Glibc
import Testing

@testable import ClockSimulator
@testable import NodeDaemon

/// A node's disk, real or modelled.
protocol NodeDiskUnderTest: AnyObject {
    /// - Returns: true if the state is saved.
    func save(_ state: NodeState) -> Bool
    /// The state that a start finds; a damaged file is put aside.
    func load() throws -> Loaded
    /// Truncates the file in the middle.
    func damage() throws
    func fill() throws
    func makeReadOnly() throws
}

enum Loaded: Equatable {
    case nothing
    case state(NodeState)
    case damaged
}

private final class ModelDisk: NodeDiskUnderTest {
    private var disk = NodeDisk(DiskPlan(), state: nil, random: SplitMix64(seed: 1))

    func save(_ state: NodeState) -> Bool { disk.write(Boxed(wrappedValue: state), at: 0) == nil }

    func load() throws -> Loaded {
        switch disk.file {
        case .nothing: return .nothing
        case .state(let state): return .state(state.wrappedValue)
        case .damaged:
            disk.putAside()
            return .damaged
        }
    }

    func damage() { disk.restore(.damaged) }
    func fill() { disk.isFull = true }
    func makeReadOnly() { disk.isReadOnly = true }
}

private final class RealDisk: NodeDiskUnderTest {
    private let file: StateFile
    // Their deinitialisers run in this order: the folder last, when nothing is mounted in it any more.
    private let system: SmallFileSystem
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder("disk")
        system = try SmallFileSystem(folder.file("state"), megabytes: 1)
        file = StateFile(folder: system.path)
    }

    func save(_ state: NodeState) -> Bool {
        do {
            try file.save(state)
            return true
        } catch {
            return false
        }
    }

    func load() throws -> Loaded {
        switch try file.load() {
        case .nothing: .nothing
        case .state(let state): .state(state)
        case .damaged: .damaged
        }
    }

    func damage() throws {
        guard truncate(file.path, 40) == 0 else { throw TestFailure("cannot cut off \(file.path)") }
    }

    func fill() throws { try system.fill() }
    func makeReadOnly() throws { try system.makeReadOnly() }
}

/// The behaviour of a real file system, which the simulator's disk shares.
@Suite(.enabled(if: geteuid() == 0, "mounts a file system of its own")) struct NodeDiskContractTests {
    enum Kind: CaseIterable {
        case model, files

        func make() throws -> any NodeDiskUnderTest {
            switch self {
            case .model: ModelDisk()
            case .files: try RealDisk()
            }
        }
    }

    private let first = NodeState(instance: "1", epoch: "e1")
    private let second = NodeState(instance: "2", epoch: "e2")

    @Test(arguments: Kind.allCases) func theLastStateThatWasSavedIsFound(kind: Kind) throws {
        let disk = try kind.make()
        #expect(try disk.load() == .nothing)
        #expect(disk.save(first) && disk.save(second))
        #expect(try disk.load() == .state(second))
    }

    @Test(arguments: Kind.allCases) func aFullDiskRefusesAndKeepsTheOldState(kind: Kind) throws {
        let disk = try kind.make()
        #expect(disk.save(first))
        try disk.fill()
        #expect(!disk.save(second))
        #expect(try disk.load() == .state(first))
    }

    @Test(arguments: Kind.allCases) func aReadOnlyDiskRefusesAndKeepsTheOldState(kind: Kind) throws {
        let disk = try kind.make()
        #expect(disk.save(first))
        try disk.makeReadOnly()
        #expect(!disk.save(second))
        #expect(try disk.load() == .state(first))
    }

    @Test(arguments: Kind.allCases) func aDamagedFileIsPutAsideOnce(kind: Kind) throws {
        let disk = try kind.make()
        #expect(disk.save(first))
        try disk.damage()
        #expect(try disk.load() == .damaged)
        #expect(try disk.load() == .nothing)
        #expect(disk.save(second))
        #expect(try disk.load() == .state(second))
    }

    /// A failing card gives just that. Speaking without the old state is better than silence.
    @Test(arguments: Kind.allCases) func aDamagedFileOnAReadOnlyDiskIsLeftThere(kind: Kind) throws {
        let disk = try kind.make()
        #expect(disk.save(first))
        try disk.damage()
        try disk.makeReadOnly()
        #expect(try disk.load() == .damaged)
        #expect(try disk.load() == .damaged)
    }
}
