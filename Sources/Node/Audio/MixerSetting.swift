/// The mixer control that is set while something plays.
public struct MixerSetting: Hashable, Sendable {
    /// ALSA's name of the mixer, such as `hw:1`; `nil` for that of the output's card.
    public var card: String?
    /// The control's name, such as `Master`.
    public var control: String
    /// The level in percent of the control's range, 0...100.
    public var percent: Int

    /// Returns `nil` when the name is empty.
    ///
    /// - Parameter text: a control's name, or a mixer and a control: `Master`, `hw:1,PCM`.
    /// - Precondition: `percent` is in 0...100.
    public init?(_ text: String, percent: Int) {
        precondition((0...100).contains(percent), "a mixer at \(percent) %")
        let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, parts[0].contains(":") {
            card = String(parts[0])
            control = String(parts[1])
        } else {
            card = nil
            control = text
        }
        guard control.contains(where: { $0 != "," && !$0.isWhitespace }) else { return nil }
        self.percent = percent
    }
}
