import ClockDomain

/// Holds the sounds of a room's output in a round against the node's lines: every sound has a line, no sound that a
/// line reports is missing, and no announcement was heard twice.
///
/// It excuses and counts these faults:
///
/// - Only the output knows that a ring is heard. It reports ``measuring`` after the first frame, because it measures
///   the onset in between, and the node then saves it within ``saving``, even on a busy machine. A node killed with
///   kill -9 before that cannot report it: the ring goes on when the node is back, and its line tells of that.
/// - A node whose disk takes nothing rings all the same. Killed before it could save, it knows nothing of the sounds
///   since the disk was full.
struct Hearing {
    let target: WallTime
    /// The instant at which the power returned.
    let began: WallTime

    /// An announcement of an hour with one stroke and the words is over by then.
    private static let longestAnnouncement: Duration = .seconds(20)
    /// A line's end is when the node had something stopped, which fades within 50 ms, if a crowded machine wakes the
    /// output in time.
    private static let tolerance: Duration = .milliseconds(300)
    private static let measuring: Duration = .milliseconds(250)
    private static let saving: Duration = .milliseconds(500)
    /// A program that could not save tries again after half a minute, unless it has something new to save.
    private static let savingAgain: Duration = .seconds(31)
    /// The most that an announcement may be off its instant: the error of a clock that follows the coordinator's
    /// through loss and delay, and still at once to the ear.
    static let onsetTolerance: Duration = .milliseconds(30)
    /// A ring whose line counts from one clock to another was not longer.
    private static let longestRing: Duration = .minutes(3)

    /// The findings of all rooms.
    struct Findings {
        var wrong: [String] = []
        /// The distances from the quarter hour of announcements that nothing sounded over.
        var onsets: [Duration] = []
        var rings = 0
        var sounds = 0
        /// Sounds of nodes that were killed before they could know that they were heard.
        var cutShort = 0
        /// Sounds of nodes that were killed before they could save what they knew.
        var unsaved = 0
    }

    private var speech: Span { Span(start: target, end: target + Self.longestAnnouncement) }

    func judge(_ room: Room, _ findings: inout Findings) {
        findings.sounds += room.sounds.count
        // By a wrong clock, a line of an earlier round may seem to be of this one. It neither asks for a sound nor explains
        // one.
        let fresh = room.rings.filter { !room.earlier.contains($0) }
        let rings = fresh.compactMap { ring -> (line: StoreContents.Ring, spans: [Span])? in
            let spans = spans(of: ring, room).filter { $0.end >= began }
            return spans.isEmpty ? nil : (ring, spans)
        }
        let ringing = rings.flatMap(\.spans)
        judgeAnnouncement(room, ringing: ringing, &findings)
        for (line, spans) in rings where spans.allSatisfy({ $0.start >= began }) {
            findings.rings += 1
            let isHeard = spans.contains { span in
                room.sounds.contains { isNear($0.start, $0.end, span) }
            }
            if !isHeard {
                findings.wrong.append(
                    "\(room.node) says that \(line.source) rang from \(spans[0].start) to \(spans[0].end), unheard")
            }
        }
        judgeSounds(room, told: ringing + (saysSpoken(room) ? [speech] : []), &findings)
    }

    private func judgeAnnouncement(_ room: Room, ringing: [Span], _ findings: inout Findings) {
        let spoken = room.sounds.filter { sound in
            speech.start - Self.tolerance <= sound.start && sound.start < speech.end
                && !ringing.contains { isNear(sound.start, sound.start, $0) }
        }
        if saysSpoken(room), spoken.count > 1 { findings.wrong.append("\(room.node) spoke twice: \(spoken)") }
        let isAlone = !ringing.contains {
            $0.start < speech.start + .seconds(1) && speech.start - .seconds(1) < $0.end
        }
        guard room.quarter?.outcome == "announced", isAlone else { return }
        guard let first = spoken.first else {
            return findings.wrong.append("\(room.node) says that it announced \(target), and nothing was heard")
        }
        findings.onsets.append(first.start - target)
        if (first.start - target).magnitude > Self.onsetTolerance {
            findings.wrong.append("\(room.node) spoke at \(first.start), not at \(target)")
        }
    }

    private func saysSpoken(_ room: Room) -> Bool {
        room.quarter.map { $0.outcome == "announced" || $0.reason == "interrupted" } ?? false
    }

    private func judgeSounds(_ room: Room, told: [Span], _ findings: inout Findings) {
        let told = told.sorted { $0.start < $1.start }
        let kills = room.faults.filter { $0.kind == .kill }.map { began + $0.from }
        let fullDisks = room.faults.filter { $0.kind == .disk }
        for sound in room.sounds {
            var position = sound.start
            for span in told where span.start - Self.tolerance <= position {
                position = max(position, span.end + Self.tolerance)
            }
            guard position < sound.end else { continue }
            let untold = kills.filter { sound.end < $0 + Self.tolerance }
            if untold.contains(where: { position > $0 - Self.measuring - Self.saving }) {
                findings.cutShort += 1
            } else if untold.contains(where: { kill in
                fullDisks.contains {
                    position > began + $0.from - Self.measuring - Self.saving && kill < began + $0.to + Self.savingAgain
                }
            }) {
                findings.unsaved += 1
            } else {
                findings.wrong.append("\(room.node) was heard from \(position) to \(sound.end), and no line tells why")
            }
        }
    }

    private func isNear(_ start: WallTime, _ end: WallTime, _ span: Span) -> Bool {
        start <= span.end + Self.tolerance && span.start - Self.tolerance <= end
    }

    /// Returns the spans in which a ring may have been heard by its line; empty when the line says that it was not.
    ///
    /// A line's times are by the node's own clock. Since that is wrong, each of them may be, or may not: alarms go by
    /// the last trusted reading where a clock is in doubt.
    private func spans(of ring: StoreContents.Ring, _ room: Room) -> [Span] {
        guard let rangAt = ring.rangAt else { return [] }
        let errors = room.faults.compactMap { fault -> (ahead: Duration, since: WallTime)? in
            if case .clock(let seconds) = fault.kind { (.seconds(seconds), began + fault.from) } else { nil }
        }
        func readings(_ nanoseconds: Int64) -> [(ahead: Duration, at: WallTime)] {
            let shown = WallTime(nanoseconds: nanoseconds)
            return [(.zero, shown)]
                + errors.map { (ahead: $0.ahead, at: shown - $0.ahead, since: $0.since) }
                .filter { $0.at >= $0.since - Self.tolerance }
                .map { (ahead: $0.ahead, at: $0.at) }
        }
        return readings(rangAt).flatMap { start in
            readings(ring.endedAt).compactMap { end in
                let isPossible =
                    start.ahead == end.ahead || (start.at <= end.at && end.at - start.at <= Self.longestRing)
                return isPossible ? Span(start: start.at, end: end.at) : nil
            }
        }
    }
}
