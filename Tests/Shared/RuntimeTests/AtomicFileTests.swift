import ClockTestSupport
import Glibc
import Testing

@testable import ClockRuntime

@Suite struct AtomicFileTests {
    /// True when this process may mount: root outside a confined container.
    private static let canMount: Bool = {
        guard let folder = try? TemporaryFolder(), mount("tmpfs", folder.path, "tmpfs", 0, nil) == 0 else {
            return false
        }
        return umount2(folder.path, Int32(MNT_DETACH)) == 0
    }()

    @Test func replacesDurablyAndLeavesNothingBeside() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("state.json")
        try AtomicFile.replace(path, with: Array("one".utf8), mode: 0o600)
        try AtomicFile.replace(path, with: Array("two".utf8), mode: 0o600)
        #expect(try AtomicFile.read(path, limit: 3) == Array("two".utf8))
        #expect(names(folder.path) == ["state.json"])
        var status = stat()
        stat(path, &status)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func whatAKilledProcessLeftIsRemovedAndNothingElse() throws {
        let folder = try TemporaryFolder()
        for name in ["state.json", "state.json.damaged", "state.json.7.9.tmp", "other.json.7.9.tmp", "state.jsonx.tmp"]
        {
            try folder.write("x", to: name)
        }
        AtomicFile.removeLeftOvers(of: folder.file("state.json"))
        #expect(
            Set(names(folder.path)) == [
                "state.json", "state.json.damaged", "other.json.7.9.tmp", "state.jsonx.tmp",
            ])
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives files away")) func theOwnerIsThereWithTheName() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("accounts")
        try AtomicFile.replace(path, with: [1], owner: (65_534, 65_534))
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_uid == 65_534 && status.st_gid == 65_534)
    }

    @Test func aLongerFileThanAllowedIsNotRead() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("four", to: "file")
        #expect(throws: SystemError("read \(path)", code: EFBIG)) { try AtomicFile.read(path, limit: 3) }
        #expect(throws: SystemError("read /dev/zero", code: EFBIG)) { try AtomicFile.read("/dev/zero", limit: 100_000) }
    }

    @Test func whatIsNoFileIsNotReplaced() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let error = #expect(throws: SystemError.self) { try AtomicFile.replace(pipe, with: [1]) }
        #expect(error?.description == "cannot replace \(pipe), which is no regular file: Invalid argument")
        #expect(names(folder.path) == ["pipe"])
        var status = stat()
        #expect(lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test(.enabled(if: canMount, "no right to mount"))
    func aFolderOnAReadOnlyDiskIsLockedWithOrWithoutItsFile() throws {
        let folder = try TemporaryFolder()
        try #require(mount("tmpfs", folder.path, "tmpfs", 0, nil) == 0)
        defer { umount2(folder.path, Int32(MNT_DETACH)) }
        try #require(mount("tmpfs", folder.path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
        let lock = try FolderLock(folder.path, program: "clock-node")
        let second = #expect(throws: FatalError.self) { _ = try FolderLock(folder.path, program: "clock-node") }
        #expect(second?.exitCode == .temporaryFailure)
        withExtendedLifetime(lock) {}
    }

    @Test func aMissingFolderIsNamed() {
        let path = "/nonexistent/state.json"
        let error = #expect(throws: SystemError.self) { try AtomicFile.replace(path, with: [1]) }
        #expect(error?.description == "cannot write /nonexistent/state.json: No such file or directory")
    }

    @Test(.enabled(if: canMount, "no right to mount"))
    func aFullDiskKeepsTheOldFileAndSaysWhatToDo() throws {
        let folder = try TemporaryFolder()
        try #require(mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0)
        defer { umount2(folder.path, Int32(MNT_DETACH)) }
        let path = folder.file("state.json")
        try AtomicFile.replace(path, with: Array("old".utf8))
        let error = #expect(throws: SystemError.self) {
            try AtomicFile.replace(path, with: [UInt8](repeating: 1, count: 200_000))
        }
        #expect(
            error?.description
                == "cannot write \(path): No space left on device; free some space on that file system")
        #expect(try AtomicFile.read(path, limit: 100) == Array("old".utf8))
        #expect(names(folder.path) == ["state.json"])
    }

    @Test(.enabled(if: canMount, "no right to mount"))
    func aReadOnlyDiskSaysWhatToDo() throws {
        let folder = try TemporaryFolder()
        try #require(mount("tmpfs", folder.path, "tmpfs", UInt(MS_RDONLY), nil) == 0)
        defer { umount2(folder.path, Int32(MNT_DETACH)) }
        let path = folder.file("state.json")
        let error = #expect(throws: SystemError.self) { try AtomicFile.replace(path, with: [1]) }
        #expect(
            error?.description == "cannot write \(path): Read-only file system; "
                + "choose a folder on a writable file system or remount it read-write")
    }

    private func names(_ path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
