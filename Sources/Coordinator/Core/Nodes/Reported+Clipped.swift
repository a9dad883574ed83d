public import ClockDomain
public import ClockWire

extension Reported {
    /// The limit for rings on a node; a status shows no more.
    private static let maximumRingsShown = 50

    /// Cuts the texts to the room that a status has.
    public consuming func clipped() -> Boxed<Reported> {
        instance = instance.line(maximumBytes: 64)
        store = store?.line(maximumBytes: Desired.storeNameRange.upperBound)
        if let name = refused?.store { refused?.store = name.line(maximumBytes: Desired.storeNameRange.upperBound) }
        version = version.line(maximumBytes: 64)
        zone = zone.line(maximumBytes: 64)
        clock.reason = clock.reason.line(maximumBytes: 300)
        audio.device = audio.device.line(maximumBytes: 128)
        audio.detail = audio.detail?.line(maximumBytes: 300)
        problem = problem?.line(maximumBytes: 300)
        voice.name = voice.name.line(maximumBytes: 64)
        voice.problems.clip(to: VoiceReport.maximumProblems) { $0 = $0.line(maximumBytes: 200) }
        voice.chimeProblem = voice.chimeProblem?.line(maximumBytes: 200)
        rings.clip(to: Self.maximumRingsShown) { $0.label = $0.label.line(maximumBytes: Label.maximumBytes) }
        upcoming.clip(to: Self.maximumUpcoming) { $0.label = $0.label.line(maximumBytes: Label.maximumBytes) }
        timers.clip(to: Desired.maximumTimers) { $0.name = $0.name.line(maximumBytes: Label.maximumBytes) }
        if let folder = sounds?.folder { sounds?.folder = folder.line(maximumBytes: SoundsReport.maximumFolderBytes) }
        sounds?.problems.clip(to: SoundsReport.maximumProblems) { problem in
            problem.finding = problem.finding.line(maximumBytes: SoundProblem.maximumTextBytes)
            problem.fix = problem.fix.line(maximumBytes: SoundProblem.maximumTextBytes)
        }
        packs.clip(to: PackLimits.packs) { pack in
            guard case .failed(let problem) = pack.state else { return }
            pack.state = .failed(problem.line(maximumBytes: PackReport.maximumProblemBytes))
        }
        return Boxed(wrappedValue: self)
    }
}

extension Array where Element: Equatable {
    /// Keeps the first `count` elements, each changed by `clip`. It writes only changed elements, which are rare, so
    /// that the array is not copied for the others.
    fileprivate mutating func clip(to count: Int, _ clip: (inout Element) -> Void) {
        if self.count > count { removeLast(self.count - count) }
        for place in indices {
            var clipped = self[place]
            clip(&clipped)
            if clipped != self[place] { self[place] = clipped }
        }
    }
}
