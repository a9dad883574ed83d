/// How a ring began, by the device's own word.
public struct RingReport: Hashable, Sendable {
    /// When the first frame left the converter, relative to the target; positive is late.
    ///
    /// Measured afterwards from the device's pointer around that moment. `nil` when an underrun swallowed the frame,
    /// and on an output without a clock.
    public var onsetErrorNanoseconds: Int64?
    /// How often the output ran dry since the ring was taken on.
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
