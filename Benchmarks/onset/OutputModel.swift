/// A paced output to measure on.
struct OutputModel {
    var name: String
    /// Crystal error in parts per million.
    var ppm: Double
    /// Step of the pointer.
    var granularityMicroseconds: Int
    var fifoMicroseconds: Int
    /// Promised 99th percentile of the onset error as heard.
    var limitMilliseconds: Double?

    static let perfect = OutputModel(
        name: "perfect", ppm: 0, granularityMicroseconds: 0, fifoMicroseconds: 0, limitMilliseconds: 0.05)
    static let harsh = OutputModel(
        name: "harsh", ppm: 40, granularityMicroseconds: 1000, fifoMicroseconds: 5000, limitMilliseconds: 0.2)
}
