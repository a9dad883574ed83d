extension RenderedPlan {
    /// Returns the whole sound in one buffer, times a factor, rounded to 16 bits. For files and tests; an output mixes
    /// only the frames that it needs.
    public func mixedFrames(gain: Float = 1) -> [Int16] {
        var frames: [Int16] = []
        frames.reserveCapacity(frameCount)
        forEachChunk { $0.forEach { frames.append(Int16(max(-32_768, min(32_767, ($0 * gain).rounded())))) } }
        return frames
    }

    /// Magnitude of the loudest frame, in steps of 16 bits; above 32,768 it would be clipped.
    var peak: Float {
        var peak: Float = 0
        forEachChunk { chunk in peak = chunk.reduce(peak) { max($0, abs($1)) } }
        return peak
    }

    /// Hands over the sum of all pieces, some thousand frames at a time.
    private func forEachChunk(_ body: (UnsafeMutableBufferPointer<Float>) -> Void) {
        let mostFrames = 8192
        withUnsafeTemporaryAllocation(of: Float.self, capacity: mostFrames) { buffer in
            var first = 0
            while first < frameCount {
                let chunk = UnsafeMutableBufferPointer(rebasing: buffer[..<min(mostFrames, frameCount - first)])
                chunk.initialize(repeating: 0)
                for segment in segments { segment.add(to: chunk, from: first) }
                body(chunk)
                first += mostFrames
            }
        }
    }
}

extension RenderedPlan.Segment {
    fileprivate func add(to mix: UnsafeMutableBufferPointer<Float>, from first: Int) {
        let begin = max(first, start)
        let stop = min(first + mix.count, end)
        guard begin < stop else { return }
        frames.withUnsafeBufferPointer { frames in
            for frame in begin..<stop { mix[frame - first] += Float(frames[frame - start]) * gain }
        }
    }
}
