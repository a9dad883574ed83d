/// Brings the edges of a clip to zero, so that clips join, and end in silence, without a click.
///
/// It changes only edges that are not quiet already: an ease moves no well recorded onset.
enum EdgeEase {
    /// Samples at an edge up to this magnitude (-54 dB of full scale) make no click that can be heard.
    static let quietMagnitude: UInt16 = 64
    /// 0.5 ms: too short to soften the first sound.
    static let headFrames = 22
    /// 3 ms.
    static let tailFrames = 132

    static func apply(to frames: inout [Int16]) {
        applyToHead(of: &frames)
        if let last = frames.last, last.magnitude > quietMagnitude {
            let count = min(tailFrames, frames.count)
            for index in 0..<count {
                let frame = frames.count - 1 - index
                frames[frame] = scaled(frames[frame], by: index, of: count)
            }
        }
    }

    static func applyToHead(of frames: inout [Int16]) {
        guard let first = frames.first, first.magnitude > quietMagnitude else { return }
        let count = min(headFrames, frames.count)
        for index in 0..<count { frames[index] = scaled(frames[index], by: index, of: count) }
    }

    /// Returns frames that fall to silence evenly.
    static func fading(_ frames: some Collection<Int16>) -> [Int16] {
        frames.enumerated().map { scaled($1, by: frames.count - 1 - $0, of: frames.count) }
    }

    private static func scaled(_ sample: Int16, by step: Int, of count: Int) -> Int16 {
        Int16(Int(sample) * step / count)
    }
}
