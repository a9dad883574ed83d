extension RenderedPlan {
    /// What begins before the anchor frame, and the rest, which begins with it; `nil` where a piece runs on over the
    /// anchor frame that no other begins at, or nothing comes before it.
    ///
    /// An output's clock is known to some millionths after two seconds of listening to it, and better the longer it runs:
    /// a melody that sets out 20 s before the hour must not decide where the strokes are.
    public var prelude: (melody: RenderedPlan, rest: RenderedPlan)? {
        let before = segments.filter { $0.start < anchorFrame }
        let rest = segments.filter { $0.start >= anchorFrame }
        guard !before.isEmpty, rest.first?.start == anchorFrame else { return nil }
        return (
            RenderedPlan(segments: before, anchorFrame: before[0].start),
            RenderedPlan(
                segments: rest.map { Segment(frames: $0.frames, start: $0.start - anchorFrame, gain: $0.gain) },
                anchorFrame: 0, missing: missing)
        )
    }
}
