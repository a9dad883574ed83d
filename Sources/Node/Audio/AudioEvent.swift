/// What became of an order. Every accepted play ends in exactly one of `finished`, `failed` and `cancelled`, every
/// accepted ring in exactly one of `ringEnded` and `failed`.
public enum AudioEvent: Hashable, Sendable {
    case finished(UInt64, PlayReport)
    case failed(UInt64, AudioFailure)
    case cancelled(UInt64)
    /// A quarter of a second after the first frame of a ring was heard, or when the ring ended, where that is sooner;
    /// once for each ring of which anything was heard, and for no other.
    case ringStarted(UInt64, RingReport)
    /// A ring was cancelled, before its instant or after, and is silent. Nothing of it was heard unless it was told as
    /// started before.
    case ringEnded(UInt64)
    case probed(ProbeResult)
    /// What the output has shown itself to be, by a probe or while it played; told when it is not what was told before.
    case learned(OutputTraits)
    /// Something is amiss that keeps no sound from being played, in one line for people. Told once, until it changes.
    case trouble(String)
}

/// How one sound was played, by the device's own word.
public struct PlayReport: Hashable, Sendable {
    /// When the anchor frame left the converter, relative to the target; positive is late.
    ///
    /// Measured afterwards from the device's pointer around that moment. `nil` when an underrun swallowed the anchor, and
    /// on an output without a clock.
    public var onsetErrorNanoseconds: Int64?
    /// How often the output ran dry. After each, the sound went on where its clock was by then.
    public var underruns: Int
    /// For how long the output was running before the first frame.
    public var leadInNanoseconds: Int64
    /// How much faster the output's crystal runs than this computer's clock, in parts per million.
    public var rateErrorPartsPerMillion: Double

    public init(
        onsetErrorNanoseconds: Int64?, underruns: Int, leadInNanoseconds: Int64, rateErrorPartsPerMillion: Double
    ) {
        self.onsetErrorNanoseconds = onsetErrorNanoseconds
        self.underruns = underruns
        self.leadInNanoseconds = leadInNanoseconds
        self.rateErrorPartsPerMillion = rateErrorPartsPerMillion
    }
}

/// What opening and closing the device showed.
public enum ProbeResult: Hashable, Sendable {
    /// The device can play; its own name.
    case ok(deviceName: String)
    case failed(AudioFailure)
}
