package import ClockRuntime
package import ClockVoice

/// A person's changes of a pack's own settings.
package struct PackChanges {
    package var container: ClipFormat.Container?
    package var rate: Int?

    package init(format: String?, rate: Int?) throws(FatalError) {
        if let format {
            guard let container = ClipFormat.Container(rawValue: format) else {
                throw FatalError(
                    .usage,
                    "--format: \"\(format.prefix(40))\" is none; say "
                        + ClipFormat.Container.allCases.map(\.rawValue).joined(separator: ", "))
            }
            self.container = container
        }
        if let rate, !ClipFormat.sampleRates.contains(rate) {
            let rates = ClipFormat.sampleRates
            throw FatalError(.usage, "--rate \(rate) is not in \(rates.lowerBound) to \(rates.upperBound)")
        }
        self.rate = rate
    }

    package func apply(to pack: inout VoicePack) throws(FatalError) {
        if let container { pack.format.container = container }
        if let rate { pack.format.sampleRate = rate }
        if let contradiction = pack.format.contradiction { throw FatalError(.badData, contradiction) }
    }
}
