/// The outcome of an order. Every accepted play ends in exactly one of `finished`, `failed` and `cancelled`, every
/// accepted ring in exactly one of `ringEnded` and `failed`.
public enum AudioEvent: Hashable, Sendable {
    case finished(UInt64, PlayReport)
    case failed(UInt64, AudioFailure)
    case cancelled(UInt64)
    /// A quarter of a second after the first frame of a ring was heard, or when the ring ended, if that is sooner; once
    /// for each ring of which anything was heard, and for no other.
    case ringStarted(UInt64, RingReport)
    /// A ring was cancelled, before its instant or after, and is silent. Nothing of it was heard unless `ringStarted`
    /// came before.
    case ringEnded(UInt64)
    /// A ring goes on after the output ran dry: for so long it was silent. Only between `ringStarted` and the ring's end.
    case ringSilent(UInt64, nanoseconds: Int64)
    case probed(ProbeResult)
    /// The traits that the output has shown, by a probe or while it played; sent when they differ from the last ones.
    case learned(OutputTraits)
    /// A trouble that keeps no sound from playing, in one line for people. Sent once, until it changes.
    case trouble(String)
}

/// The course of one sound, as the device reports it.
public struct PlayReport: Hashable, Sendable {
    /// The instant at which the anchor frame left the converter, relative to the target; positive is late.
    ///
    /// Measured afterwards from the device's pointer around that moment. `nil` when an underrun swallowed the
    /// anchor, and on an output without a clock.
    public var onsetErrorNanoseconds: Int64?
    /// The number of underruns. After each, the sound went on at the frame due by then.
    public var underruns: Int
    /// The time for which the output ran before the first frame.
    public var leadInNanoseconds: Int64
    /// The excess of the output crystal's rate over this computer's clock, in parts per million.
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

/// The result of opening and closing the device.
public enum ProbeResult: Hashable, Sendable {
    /// The device can play; with its own name.
    case ok(deviceName: String)
    case failed(AudioFailure)
}
