import ClockDomain

/// Bells whose strokes are in memory.
struct Belfry: Sendable {
    private var strokes: [Bell: [Int16]] = [:]

    static let empty = Belfry()

    /// The bells that a chime needs: up to 2.3 MB.
    init(for chime: Chime) {
        let bells: [Bell] =
            switch chime {
            case .none, .own: []
            case .strike, .count: [.hour]
            case .westminster: [.hour] + WestminsterMelody.Bell.allCases.map(Bell.quarter)
            }
        for bell in bells { strokes[bell] = bell.stroke() }
    }

    private init() {}

    /// Returns the figure as pieces of sound; `nil` for a clip that is not of bells.
    ///
    /// It makes a bell that is not in memory for this once: the chime was another one when the coordinator planned the
    /// announcement.
    func figure(_ clip: Clip) -> Phrase? {
        switch clip {
        case .strikes(let count):
            let stroke = stroke(.hour)
            let starts = (0..<count).map { RenderedPlan.frames(HourBell.interval * $0) }
            return Phrase(
                segments: starts.map { RenderedPlan.Segment(frames: stroke, start: $0) },
                length: RenderedPlan.frames(HourBell.length(strokes: count)))
        case .westminster(let quarter):
            let notes = WestminsterMelody.notes(quarter)
            let sounds = Dictionary(uniqueKeysWithValues: Set(notes.map(\.bell)).map { ($0, stroke(.quarter($0))) })
            return Phrase(
                segments: notes.map { note in
                    RenderedPlan.Segment(frames: sounds[note.bell] ?? [], start: RenderedPlan.frames(note.offset))
                }, length: RenderedPlan.frames(WestminsterMelody.length(quarter)))
        case .time, .date, .duration, .word, .label, .own:
            return nil
        }
    }

    private func stroke(_ bell: Bell) -> [Int16] { strokes[bell] ?? bell.stroke() }
}

/// A clip as pieces of sound.
struct Phrase {
    /// Their starts counted from the clip's beginning.
    var segments: [RenderedPlan.Segment]
    /// Frames from its beginning to the next clip; its last sound may be longer.
    var length: Int
    /// The frame that marks the instant, if the clip is the anchor.
    var anchorFrame = 0

    /// Makes a phrase of one piece, with the next clip right behind it.
    init(_ frames: [Int16], anchorFrame: Int = 0) {
        self.init(segments: [RenderedPlan.Segment(frames: frames, start: 0)], length: frames.count)
        self.anchorFrame = anchorFrame
    }

    init(segments: [RenderedPlan.Segment], length: Int) {
        self.segments = segments
        self.length = length
    }
}
