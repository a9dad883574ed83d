import ClockDomain
import ClockNodeCore
import ClockRuntime
import ClockTestSupport
import ClockWire
import Glibc
import Testing

@testable import ClockSimulator
@testable import NodeDaemon

/// A node's disk of voice packs, real or modelled.
protocol PackDiskUnderTest: AnyObject {
    func find(_ pack: PackReference) throws -> PackFinding
    func write(_ bytes: [UInt8], chunk: Int, of file: Blob, in pack: PackReference) throws
    /// - Returns: true if the file is stored.
    func finish(_ file: Blob, in pack: PackReference) throws -> Bool
    func install(_ pack: PackReference) throws -> Bool
    func drop(keeping packs: [PackReference]) -> [String]
    /// The installed edition of a name.
    func inPlace(_ name: String) -> Digest?
}

private final class ModelPackDisk: PackDiskUnderTest {
    private var packs = NodeShelf()

    func find(_ pack: PackReference) -> PackFinding { packs.find(pack) }
    func write(_ bytes: [UInt8], chunk: Int, of file: Blob, in pack: PackReference) {
        packs.write(bytes, chunk: chunk, of: file)
    }
    func finish(_ file: Blob, in pack: PackReference) -> Bool {
        let bytes = packs.takePart(of: file)
        guard Digest(of: bytes) == file.id else { return false }
        packs.keep(file.id, bytes, in: .pack(pack))
        return true
    }
    func install(_ pack: PackReference) -> Bool { packs.install(pack) }
    func drop(keeping kept: [PackReference]) -> [String] { packs.drop(keeping: kept) }
    func inPlace(_ name: String) -> Digest? { packs.inPlace[name] }
}

final class RealPackDisk: PackDiskUnderTest {
    let folder: TemporaryFolder
    let shelf: BlobShelf
    let packs: InstalledPacks

    init() throws {
        folder = try TemporaryFolder("packs")
        shelf = BlobShelf(folder: folder.file("content"), maximumBytes: 1 << 20)
        try shelf.prepare()
        packs = InstalledPacks(root: folder.file("voices"), shelf: shelf)
    }

    func find(_ pack: PackReference) throws -> PackFinding { try packs.find(pack) }
    func write(_ bytes: [UInt8], chunk: Int, of file: Blob, in pack: PackReference) throws {
        try shelf.write(bytes, at: file.range(ofChunk: chunk).lowerBound, of: file.id)
    }
    func finish(_ file: Blob, in pack: PackReference) throws -> Bool {
        guard try shelf.finish(file.id) == file.id else { return false }
        try packs.add(file.id, to: pack.digest)
        return true
    }
    func install(_ pack: PackReference) -> Bool {
        do throws(InstalledPacks.Problem) {
            try packs.install(pack)
            return true
        } catch {
            return false
        }
    }
    func drop(keeping kept: [PackReference]) -> [String] { packs.drop(keeping: kept) }
    func inPlace(_ name: String) -> Digest? {
        var buffer = [CChar](repeating: 0, count: 256)
        let count = readlink(folder.file("voices/\(name)"), &buffer, buffer.count)
        guard count > 0 else { return nil }
        let target = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return Digest(target.split(separator: "/").last ?? "")
    }
}

enum PackDiskKind: CaseIterable {
    case model, real

    func make() throws -> any PackDiskUnderTest {
        switch self {
        case .model: ModelPackDisk()
        case .real: try RealPackDisk()
        }
    }
}

/// Voice packs on a node's disk: whole or not there, and nothing arrives twice.
@Suite struct ContentContractTests {
    private static let german = SimulatedPack.list(
        "german", files: [("eins.wav", 30_000), ("zwei.wav", 100_000), ("drei.wav", 100)])
    private static let better = SimulatedPack.list(
        "german", files: [("eins.wav", 30_000), ("zwei.wav", 100_000), ("drei.wav", 200)])

    private func bytes(_ file: Blob, of list: PackList) throws -> [UInt8] {
        if file.id == list.reference.digest { return list.encoded }
        let name = try #require(list.files.first { $0.content == file }).name
        return SimulatedPack.bytes(ofFile: name, in: list.name, count: file.bytes)
    }

    private func give(_ file: Blob, of list: PackList, to disk: any PackDiskUnderTest) throws {
        let bytes = try bytes(file, of: list)
        // In any order.
        for chunk in (0..<file.chunks).reversed() {
            try disk.write(
                Array(bytes[file.range(ofChunk: chunk)]), chunk: chunk, of: file, in: list.reference)
        }
        #expect(try disk.finish(file, in: list.reference))
    }

    /// Supplies all missing files and installs the pack.
    ///
    /// - Returns: the number of supplied files.
    private func complete(_ list: PackList, on disk: any PackDiskUnderTest) throws -> Int {
        if try disk.find(list.reference) == .unlisted { try give(list.reference.list, of: list, to: disk) }
        guard case .lacking(let told, let files) = try disk.find(list.reference) else { return 0 }
        #expect(told == list)
        for file in files { try give(file, of: list, to: disk) }
        #expect(try disk.install(list.reference))
        return files.count
    }

    @Test(arguments: PackDiskKind.allCases) func aPackIsInPlaceWhenAllOfItIsThere(kind: PackDiskKind) throws {
        let disk = try kind.make()
        let pack = Self.german.reference
        #expect(try disk.find(pack) == .unlisted)
        try give(pack.list, of: Self.german, to: disk)
        #expect(try disk.find(pack) == .lacking(Self.german, Self.german.contents))
        try give(Self.german.files[0].content, of: Self.german, to: disk)
        #expect(try !disk.install(pack))
        #expect(disk.inPlace("german") == nil)
        #expect(try disk.find(pack) == .lacking(Self.german, Array(Self.german.contents.dropFirst())))
        #expect(try complete(Self.german, on: disk) == 3)
        #expect(try disk.find(pack) == .ready)
        #expect(disk.inPlace("german") == pack.digest)
    }

    @Test(arguments: PackDiskKind.allCases) func whatCameAsSomethingElseIsNotKept(kind: PackDiskKind) throws {
        let disk = try kind.make()
        let pack = Self.german.reference
        _ = try disk.find(pack)
        try give(pack.list, of: Self.german, to: disk)
        let file = Self.german.files[0].content
        _ = try disk.find(pack)
        try disk.write(Array(repeating: 7, count: file.bytes), chunk: 0, of: file, in: pack)
        #expect(try !disk.finish(file, in: pack))
        #expect(try disk.find(pack) == .lacking(Self.german, Self.german.contents))
    }

    @Test(arguments: PackDiskKind.allCases) func aBetterVersionTakesWhatIsThereOfTheOld(kind: PackDiskKind) throws {
        let disk = try kind.make()
        #expect(try complete(Self.german, on: disk) == 4)
        #expect(try complete(Self.better, on: disk) == 1)
        #expect(disk.inPlace("german") == Self.better.reference.digest)
        #expect(disk.drop(keeping: [Self.better.reference]) == [])
        #expect(try disk.find(Self.better.reference) == .ready)
        // The old one is gone, and the new one has all but one of its files.
        #expect(try disk.find(Self.german.reference) == .unlisted)
    }

    @Test(arguments: PackDiskKind.allCases) func theVersionInPlaceStaysUntilTheNextIsWhole(kind: PackDiskKind) throws {
        let disk = try kind.make()
        _ = try complete(Self.german, on: disk)
        _ = try disk.find(Self.better.reference)
        #expect(disk.drop(keeping: [Self.better.reference]) == [])
        #expect(disk.inPlace("german") == Self.german.reference.digest)
    }

    @Test(arguments: PackDiskKind.allCases) func whatIsNoLongerWantedGoes(kind: PackDiskKind) throws {
        let disk = try kind.make()
        _ = try complete(Self.german, on: disk)
        #expect(disk.drop(keeping: []) == ["german"])
        #expect(disk.inPlace("german") == nil)
        #expect(disk.drop(keeping: []) == [])
        #expect(try disk.find(Self.german.reference) == .unlisted)
    }

    // MARK: The real disk alone

    private func path(_ disk: RealPackDisk, _ file: String) -> String { disk.folder.file("voices/german/\(file)") }

    @Test func aDamagedFileTakesThePackOutOfItsPlaceAndComesAgain() throws {
        let disk = try RealPackDisk()
        _ = try complete(Self.german, on: disk)
        try disk.folder.write("broken", to: "voices/german/eins.wav")
        guard case .lacking(_, let files) = try disk.find(Self.german.reference) else {
            Issue.record("a damaged pack was taken for a whole one")
            return
        }
        #expect(files == [Self.german.files.first { $0.name == "eins.wav" }?.content])
        #expect(disk.inPlace("german") == nil)
        #expect(try complete(Self.german, on: disk) == 1)
        #expect(try disk.find(Self.german.reference) == .ready)
    }

    @Test func aCutBetweenTheStepsOfPuttingInPlaceIsHealed() throws {
        let disk = try RealPackDisk()
        _ = try complete(Self.german, on: disk)
        #expect(unlink(disk.folder.file("voices/german")) == 0)
        #expect(try disk.find(Self.german.reference) == .lacking(Self.german, []))
        #expect(disk.install(Self.german.reference))
        #expect(try disk.find(Self.german.reference) == .ready)
    }

    @Test func aDiskWithoutRoomIsToldAtOnceWithFigures() throws {
        let folder = try TemporaryFolder("packs")
        let system = try SmallFileSystem(folder.file("small"), megabytes: 1)
        let packs = InstalledPacks(
            root: system.path + "/voices", shelf: BlobShelf(folder: system.path + "/content", maximumBytes: 1 << 20))
        let error = #expect(throws: InstalledPacks.Problem.self) { try packs.find(Self.german.reference) }
        #expect(error?.reason.contains("the pack needs 0.2 MiB in \(system.path)/voices") == true)
        #expect(error?.reason.contains("free some space") == true)
    }

    @Test func aVersionThatWasInstalledBeforeThereWasAShelfIsReadyAndItsFilesServeTheNext() throws {
        let disk = try RealPackDisk()
        _ = try complete(Self.german, on: disk)
        for name in try #require(opendir(disk.shelf.path).map(names)) { _ = unlink("\(disk.shelf.path)/\(name)") }
        #expect(try disk.find(Self.german.reference) == .ready)
        #expect(try complete(Self.better, on: disk) == 1)
    }

    @Test func aBlobThatIsOnTheShelfNeedNotCome() throws {
        let disk = try RealPackDisk()
        let content = Self.german.files[0].content
        try disk.shelf.write(try bytes(content, of: Self.german), at: 0, of: content.id)
        #expect(try disk.shelf.finish(content.id) == content.id)
        #expect(try complete(Self.german, on: disk) == 3)
    }

    @Test func whatPacksHaveIsNotAmongWhatGoesFirst() throws {
        let disk = try RealPackDisk()
        _ = try complete(Self.german, on: disk)
        let sound = [UInt8](repeating: 5, count: 1_000)
        try disk.shelf.write(sound, at: 0, of: Digest(of: sound))
        #expect(try disk.shelf.finish(Digest(of: sound)) == Digest(of: sound))
        disk.shelf.makeRoom(for: 1 << 20, besides: disk.packs.isInFolder)
        #expect(disk.shelf.bytes(of: Digest(of: sound)) == nil)
        #expect(Self.german.contents.allSatisfy(disk.shelf.has))
    }

    private func names(_ folder: OpaquePointer) -> [String] {
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if Digest(name) != nil { names.append(name) }
        }
        return names
    }
}
