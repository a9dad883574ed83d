/// The beginning of a ring, as the device reports it.
public struct RingReport: Hashable, Sendable {
    /// The instant at which the first frame left the converter, relative to the target; positive is late.
    ///
    /// Measured afterwards from the device's pointer around that moment. `nil` when an underrun swallowed the frame,
    /// and on an output without a clock.
    public var onsetErrorNanoseconds: Int64?
    /// The number of underruns since the session accepted the ring.
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
