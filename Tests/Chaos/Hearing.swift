import ClockDomain
import PacedRecording

/// Holds what left the outputs in a round against what the nodes' lines say: nothing was heard that no line tells of,
/// nothing that a line tells of was silent, and no announcement was heard twice.
struct Hearing {
    private struct Span {
        var start: WallTime
        var end: WallTime
    }

    let house: House
    let round: Plan.Round
    let began: WallTime
    /// What begins later has no line yet.
    let end: WallTime
    let store: StoreContents

    /// An announcement of an hour with one stroke and the words is over by then.
    private static let longestAnnouncement: Duration = .seconds(20)
    /// What the edges of sounds and the milliseconds of lines may differ.
    private static let tolerance: Duration = .milliseconds(300)
    /// That a ring is heard is known after a quarter of a second and then saved: a node that is killed right then, or on
    /// a busy machine, cannot tell of it.
    private static let untold: Duration = .seconds(2)
    /// How far from the instant an announcement may begin.
    static let onsetTolerance: Duration = .milliseconds(30)

    /// What was found of all rooms.
    struct Findings {
        var wrong: [String] = []
        /// How far from the quarter hour the announcements were heard that nothing sounded over.
        var onsets: [Duration] = []
        var rings = 0
        var sounds = 0
        /// Sounds of nodes that were killed before they could know that they were heard.
        var cutShort = 0
        /// Rings that were stopped before the output had said that they are heard.
        var unconfirmed = 0
    }

    func judge() throws -> Findings {
        var findings = Findings()
        for node in house.nodes { try judge(node, &findings) }
        return findings
    }

    private func judge(_ node: String, _ findings: inout Findings) throws {
        let sounds = try sounds(of: node)
        findings.sounds += sounds.count
        let rings = store.rings.filter { $0.node == node && $0.endedAt >= began.nanoseconds && $0.rangAt != nil }
        // While its clock is wrong a node's lines are by another time than this.
        let isOff = round.faults.contains { $0.host == node && $0.kind.name == Fault.Kind.clock(0).name }
        let ringing = rings.compactMap { ring in
            ring.rangAt.map { Span(start: WallTime(nanoseconds: $0), end: WallTime(nanoseconds: ring.endedAt)) }
        }
        let line = store.quarters.first { $0.node == node && $0.seconds == round.target.seconds }
        let isHeard = line.map { $0.outcome == "announced" || $0.reason == "interrupted" } ?? false
        let speech = Span(start: round.target, end: round.target + Self.longestAnnouncement)

        // Announcements.
        let spoken = sounds.filter { sound in
            speech.start - Self.tolerance <= sound.start && sound.start < speech.end
                && !ringing.contains {
                    $0.start - Self.tolerance <= sound.start && sound.start <= $0.end + Self.tolerance
                }
        }
        if isHeard, !isOff, spoken.count > 1 { findings.wrong.append("\(node) spoke twice: \(spoken)") }
        let isAlone = !ringing.contains {
            $0.start < speech.start + .seconds(1) && speech.start - .seconds(1) < $0.end
        }
        if line?.outcome == "announced", isAlone, !isOff {
            if let first = spoken.first {
                findings.onsets.append(first.start - round.target)
                if (first.start - round.target).magnitude > Self.onsetTolerance {
                    findings.wrong.append("\(node) spoke at \(first.start), not at \(round.target)")
                }
            } else {
                findings.wrong.append("\(node) says that it announced \(round.target), and nothing was heard")
            }
        }
        guard !isOff else { return }

        // Rings.
        // What began before the power cut was heard, and recorded, then.
        for (ring, span) in zip(rings, ringing) where span.start >= began {
            findings.rings += 1
            // Stopped at once: the line says when it was to be heard, and leaves out how exactly it was.
            if ring.onsetErrorMicroseconds == nil, span.end - span.start < Self.untold {
                findings.unconfirmed += 1
                continue
            }
            let window = Span(start: span.start - Self.tolerance, end: span.end + Self.tolerance)
            if !sounds.contains(where: { $0.start < window.end && window.start < $0.end }) {
                findings.wrong.append(
                    "\(node) says that \(ring.source) rang from \(span.start) to \(span.end), unheard")
            }
        }

        // Nothing else.
        let told = (ringing + (isHeard ? [speech] : [])).sorted { $0.start < $1.start }
        for sound in sounds {
            var position = sound.start
            for span in told where span.start - Self.tolerance <= position {
                position = max(position, span.end + Self.tolerance)
            }
            guard position < sound.end else { continue }
            if kills(of: node).contains(where: { position > $0 - Self.untold && sound.end < $0 + Self.tolerance }) {
                findings.cutShort += 1
            } else {
                findings.wrong.append("\(node) was heard from \(position) to \(sound.end), and no line tells why")
            }
        }
    }

    /// When the node was killed in this round, by the house's clock.
    private func kills(of node: String) -> [WallTime] {
        round.faults.filter { $0.host == node && $0.kind == .kill }.map { began + $0.from }
    }

    private func sounds(of node: String) throws -> [Span] {
        let detector = OnsetDetector(thresholdDecibels: -60, minimumGapMilliseconds: 500)
        var sounds: [Span] = []
        for recording in try Recording.list(in: "\(house.folder)/heard/\(node)") {
            func time(_ frame: Double) -> WallTime {
                WallTime(nanoseconds: recording.wallNanoseconds(atFrame: frame)) + house.clockOffset
            }
            // Of an earlier round.
            guard time(Double(recording.frameCount)) > began, time(0) >= began - .seconds(1) else { continue }
            for onset in try detector.onsets(in: recording) where time(Double(onset.frame)) < end {
                sounds.append(Span(start: time(Double(onset.frame)), end: time(Double(onset.endFrame))))
            }
        }
        return sounds.sorted { $0.start < $1.start }
    }
}
