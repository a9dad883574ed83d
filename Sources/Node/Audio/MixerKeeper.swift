// Turns the volume up for a sound, and restores it unless somebody else has changed it.
//
// The keeper remembers the level that it found, and also the level that the control reports after the change (its steps
// are coarse). If at the end the control no longer reports that level, a person has turned the knob in between: then
// that setting counts, and the keeper restores nothing.

/// Decides what to do to a mixer control around sounds. Knows no ALSA.
struct MixerKeeper {
    private enum State {
        case untouched
        /// Set to `ours` when it was at `before`.
        case held(before: MixerLevel, ours: MixerLevel)
    }

    private var state = State.untouched

    /// True when it has set the control and not restored it.
    var isHolding: Bool {
        if case .held = state { true } else { false }
    }

    /// Before something is heard.
    ///
    /// - Parameters:
    ///   - current: the control's level.
    ///   - percent: of its range, 0...100.
    ///   - range: of its raw volumes.
    /// - Returns: the level to set; `nil` when the control has it already, or is held.
    mutating func begin(current: MixerLevel, percent: Int, range: ClosedRange<Int>) -> MixerLevel? {
        guard case .untouched = state else { return nil }
        let span = Double(range.upperBound - range.lowerBound)
        let volume = range.lowerBound + Int((span * Double(percent) / 100).rounded())
        let wanted = MixerLevel(volumes: current.volumes.map { _ in volume }, isOn: current.isOn.map { _ in true })
        guard wanted != current else { return nil }
        state = .held(before: current, ours: wanted)
        return wanted
    }

    /// After the level was set.
    ///
    /// - Parameter current: the control's level now.
    mutating func didSet(_ current: MixerLevel) {
        if case .held(let before, _) = state { state = .held(before: before, ours: current) }
    }

    /// After the last sound.
    ///
    /// - Parameter current: the control's level; `nil` when it cannot be read.
    /// - Returns: the level to restore; `nil` to leave the control alone.
    mutating func end(current: MixerLevel?) -> MixerLevel? {
        guard case .held(let before, let ours) = state else { return nil }
        state = .untouched
        return current == ours ? before : nil
    }
}
