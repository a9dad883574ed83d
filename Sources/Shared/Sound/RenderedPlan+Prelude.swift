extension RenderedPlan {
    /// The part before the anchor frame, and the rest, which begins at it; `nil` when a piece runs on over the anchor
    /// frame and no other begins there, or nothing comes before it.
    ///
    /// The daemon knows an output's clock to some millionths after two seconds of measurement, and better the longer it
    /// runs: a melody that begins 20 s before the hour must not set the time of the strokes.
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
