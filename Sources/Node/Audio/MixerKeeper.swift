// Turning the volume up for a sound, and putting it back unless somebody else has touched it.
//
// The level that is found is remembered, the level that is wanted is set, and what the control says then (its steps are
// coarse) is remembered too. When it is put back and the control no longer says that, a person has turned the knob in
// between: then their word counts, and nothing is put back.

/// Decides what to do to a mixer control around sounds. Knows no ALSA.
struct MixerKeeper {
    private enum State {
        case untouched
        /// Set to `ours` when it was at `before`.
        case held(before: MixerLevel, ours: MixerLevel)
    }

    private var state = State.untouched

    /// Whether it has set the control and not put it back.
    var isHolding: Bool {
        if case .held = state { true } else { false }
    }

    /// Before something is heard.
    ///
    /// - Parameters:
    ///   - current: how the control stands.
    ///   - percent: of its range, 0...100.
    ///   - range: of its raw volumes.
    /// - Returns: what it is to be set to; `nil` when it stands like that already, or is held.
    mutating func begin(current: MixerLevel, percent: Int, range: ClosedRange<Int>) -> MixerLevel? {
        guard case .untouched = state else { return nil }
        let span = Double(range.upperBound - range.lowerBound)
        let volume = range.lowerBound + Int((span * Double(percent) / 100).rounded())
        let wanted = MixerLevel(
            volumes: current.volumes.map { _ in volume }, isOn: current.isOn.map { _ in true })
        guard wanted != current else { return nil }
        state = .held(before: current, ours: wanted)
        return wanted
    }

    /// After it was set.
    ///
    /// - Parameter current: how the control stands now.
    mutating func didSet(_ current: MixerLevel) {
        if case .held(let before, _) = state { state = .held(before: before, ours: current) }
    }

    /// After the last sound.
    ///
    /// - Parameter current: how the control stands; `nil` when it cannot be read.
    /// - Returns: what it is to be put back to; `nil` when it is to be left alone.
    mutating func end(current: MixerLevel?) -> MixerLevel? {
        guard case .held(let before, let ours) = state else { return nil }
        state = .untouched
        return current == ours ? before : nil
    }
}
