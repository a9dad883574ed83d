internal import CLinux
internal import ClockSound
internal import ClockWire
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Checks the sounds for alarms and timers beside the event loop: a long file takes a slow machine a second.
///
/// Reads a file again only when it has changed.
final class SoundCheck: Sendable {
    private let sounds: RingSounds
    private let queue = DispatchQueue(label: "sound-check", qos: .utility)
    /// The finding in each file at its last reading.
    private let findings = Mutex<[String: Finding]>([:])

    private struct Finding {
        var stamp: RingSounds.File.Stamp
        var problem: RingSoundProblem?
    }

    init(_ sounds: RingSounds) { self.sounds = sounds }

    /// - Parameters:
    ///   - names: the sounds that alarms and timers use.
    ///   - then: called on another thread; after the answers to earlier requests.
    func look(for names: [String], then: @escaping @Sendable (SoundsReport) -> Void) {
        queue.async { [self] in then(report(names)) }
    }

    private func report(_ wanted: [String]) -> SoundsReport {
        let wanted = Set(wanted)
        // The requested sounds come first, as a report names only so many.
        func isFirst(_ a: String, _ b: String) -> Bool {
            (wanted.contains(a) ? 0 : 1, a) < (wanted.contains(b) ? 0 : 1, b)
        }
        let listing = sounds.listing()
        let files = listing.files.sorted { isFirst($0.name, $1.name) }.prefix(SoundsReport.maximumNames)
        let known = findings.withLock { $0 }
        var now: [String: Finding] = [:]
        for file in files {
            if let finding = known[file.name], finding.stamp == file.stamp {
                now[file.name] = finding
            } else {
                now[file.name] = Finding(stamp: file.stamp, problem: sounds.problem(named: file.name))
                malloc_trim(0)
            }
        }
        findings.withLock { $0 = now }
        let missing = wanted.subtracting(now.keys).sorted().compactMap(sounds.problem)
        let broken = now.values.compactMap(\.problem).sorted { isFirst($0.name, $1.name) }
        let ignored = listing.ignored.filter { !wanted.contains($0.name) } + unlisted(listing.files.count)
        return SoundsReport(
            folder: sounds.folder, names: now.filter { $1.problem == nil }.keys.sorted(),
            problems: (missing + broken + ignored).prefix(SoundsReport.maximumProblems).map { problem in
                SoundProblem(sound: problem.name, finding: "\(problem.file): \(problem.reason)", fix: problem.remedy)
            })
    }

    /// A report has room for so many names.
    private func unlisted(_ count: Int) -> [RingSoundProblem] {
        guard count > SoundsReport.maximumNames else { return [] }
        return [
            RingSoundProblem(
                name: "sounds", file: sounds.folder,
                reason: "has \(count) sounds, and rings can name \(SoundsReport.maximumNames) of them",
                remedy: "remove those that nothing rings with")
        ]
    }
}
