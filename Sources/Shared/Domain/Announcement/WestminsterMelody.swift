// The melody of the quarters.
//
// The Great Clock of Westminster plays the Cambridge Quarters, which were composed for Great St Mary's in 1793: five
// changes on the bells G#4, F#4, E4 and B3, each three crotchets and a minim, taken round and round in this order, one at
// the first quarter, two at the second, three at the third and four at the hour. Two rounds fill the hour. ("Westminster
// Quarters" and "Big Ben", Wikipedia, name notes, changes and rhythm; the clock starts the hour's melody about 25 s ahead,
// so that the hour bell's first stroke marks the hour.) The first and third quarter end on the dominant, the second and the
// hour on the tonic.

/// The quarter bells of Westminster and their melody.
public enum WestminsterMelody {
    /// A quarter bell, by its note.
    public enum Bell: Hashable, Sendable, CaseIterable {
        case gSharp, fSharp, e, b
    }

    /// One stroke of a quarter bell.
    public struct Note: Hashable, Sendable {
        /// From the melody's first stroke.
        public var offset: Duration
        public var bell: Bell
    }

    private static let changes: [[Bell]] = [
        [.gSharp, .fSharp, .e, .b],
        [.e, .gSharp, .fSharp, .b],
        [.e, .fSharp, .gSharp, .e],
        [.gSharp, .e, .fSharp, .b],
        [.b, .fSharp, .gSharp, .e],
    ]

    /// A crotchet; a change is three of them and a minim.
    private static let beat: Duration = .seconds(1)
    private static let beatsOfChange = 5
    /// The pause between the last bell and the hour bell.
    private static let restBeforeHour: Duration = .seconds(2)

    /// Returns the numbers, from 0, of those of the five changes that a quarter plays.
    private static func changes(of quarter: Quarter) -> [Int] {
        switch quarter {
        case .first: [0]
        case .second: [1, 2]
        case .third: [3, 4, 0]
        case .hour: [1, 2, 3, 4]
        }
    }

    /// By ``Quarter``; asked for much more often than the notes are.
    private static let lengths = Quarter.allCases.map { quarter in
        beat * (changes(of: quarter).count * beatsOfChange) + (quarter == .hour ? restBeforeHour : .zero)
    }

    /// Every stroke, in order; the first at zero.
    public static func notes(_ quarter: Quarter) -> [Note] {
        changes(of: quarter).enumerated().flatMap { place, change in
            changes[change].enumerated().map { index, bell in
                Note(offset: beat * (place * beatsOfChange + index), bell: bell)
            }
        }
    }

    /// The time from the first stroke to the next clip: the words, or at the hour the hour bell.
    public static func length(_ quarter: Quarter) -> Duration { lengths[quarter.rawValue] }
}

public enum HourBell {
    /// From stroke to stroke. Big Ben takes its time; at its pace noon would last a minute in a living room.
    public static let interval: Duration = .seconds(intervalSeconds)
    private static let intervalSeconds = 3
    /// From the last stroke to the words, which begin while the bell still rings.
    public static let rest: Duration = .milliseconds(2500)

    /// From the first stroke to the words.
    public static func length(strokes: Int) -> Duration { .seconds(intervalSeconds * max(0, strokes - 1)) + rest }
}
