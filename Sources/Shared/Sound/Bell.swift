// Bells from their partials.
//
// A bell is a sum of inharmonic vibrations that die away each at its own pace, and a short knock of the hammer. The
// hour bell is modelled on Big Ben, the Great Bell of Westminster, whose nominal is near 335 Hz; the note that one
// hears lies an octave under the nominal (E3), as with every bell of Western shape. Frequencies are ratios to the
// nominal:
//  - hum, prime, tierce, quint and nominal at 1/4, 1/2, 3/5, 3/4 and 1: the five-tone tuning described by
//    A. B. Simpson (Why bells sound out of tune, 1897), with the minor third that makes a bell sound like a bell;
//  - deciem 5/4 and undeciem 4/3: N. H. Fletcher and T. D. Rossing, The Physics of Musical Instruments, chapter
//    "Bells";
//  - superquint, octave nominal and the rim partials I-7, I-8, I-9, which carry the strike: the founder's figures for
//    another great bell with a 335.2 Hz nominal, the Berlin Freedom Bell (504.2, 699.8, 916.9, 1142.3, 1388.5 Hz),
//    as read by W. A. Hibbert on the bell-historians list, June 2007. The four above them continue that row's spacing.
// Strengths and decay times are our own choice, after the general rule that the hum lasts longest and decay shortens as
// frequency rises. A cast bell is not quite round, so each partial is a pair a little apart, which beats slowly.
//
// Bells of one founder have one shape, and large ones scale with the note (T. D. Rossing and R. Perrin, Vibrations of
// Bells, Applied Acoustics 20, 1987): the quarter bells are the same bell, smaller. They are tuned to the hour bell, an
// octave above it and around, so the whole clock stands 28 cents above concert pitch.

import ClockDomain
import Glibc

/// A bell, and the sound of one stroke on it.
struct Bell: Hashable, Sendable {
    /// Frequency of the nominal in Hz, an octave above the note that a listener hears.
    private let nominal: Double
    /// Seconds from the blow to the last frame of a stroke; the last third fades to silence.
    private let seconds: Double
    /// Loudest sample of a stroke, as a share of full scale.
    private let level: Double

    private static let nominalOfHourBell = 335.0

    static let hour = Bell(nominal: nominalOfHourBell, seconds: 6, level: 0.74)

    static func quarter(_ bell: WestminsterMelody.Bell) -> Bell {
        let semitonesFromE =
            switch bell {
            case .gSharp: 4
            case .fSharp: 2
            case .e: 0
            case .b: -5
            }
        return Bell(nominal: 2 * nominalOfHourBell * pow(2, Double(semitonesFromE) / 12), seconds: 5, level: 0.48)
    }

    /// A pair of vibrations.
    private struct Partial {
        /// Ratio of its frequency to the nominal.
        var ratio: Double
        var strength: Double
        /// Seconds in which the hour bell's partial falls to 1/e.
        var decay: Double
        /// Difference between the two vibrations in Hz.
        var split: Double
    }

    private static let partials = [
        // Hum, prime, tierce, quint, nominal.
        Partial(ratio: 0.25, strength: 0.45, decay: 5, split: 0.10),
        Partial(ratio: 0.5, strength: 0.55, decay: 2.6, split: 0.25),
        Partial(ratio: 0.6, strength: 0.8, decay: 2.8, split: 0.3),
        Partial(ratio: 0.75, strength: 0.18, decay: 1.5, split: 0.4),
        Partial(ratio: 1, strength: 1, decay: 1.7, split: 0.35),
        // Deciem, undeciem, superquint, octave nominal.
        Partial(ratio: 1.25, strength: 0.18, decay: 0.9, split: 0.6),
        Partial(ratio: 1.3333, strength: 0.15, decay: 0.8, split: 0.7),
        Partial(ratio: 1.5042, strength: 0.75, decay: 1, split: 0.5),
        Partial(ratio: 2.0877, strength: 0.65, decay: 0.7, split: 0.6),
        // I-7 and on.
        Partial(ratio: 2.7354, strength: 0.45, decay: 0.5, split: 0.8),
        Partial(ratio: 3.4078, strength: 0.32, decay: 0.36, split: 0.9),
        Partial(ratio: 4.1423, strength: 0.24, decay: 0.27, split: 1.1),
        Partial(ratio: 4.92, strength: 0.18, decay: 0.2, split: 1.3),
        Partial(ratio: 5.74, strength: 0.14, decay: 0.15, split: 1.6),
        Partial(ratio: 6.6, strength: 0.11, decay: 0.12, split: 2),
        Partial(ratio: 7.5, strength: 0.08, decay: 0.09, split: 2.5),
    ]

    /// Makes one stroke, with the blow in frame 0; the same every time. Costs some milliseconds of processor time.
    ///
    /// Runs the synthesis twice, first to find the peak: the whole stroke in floating point would need four times the
    /// memory of the samples, and a node with little memory makes five bells at a time.
    func stroke() -> [Int16] {
        var peak = 0.0
        forEachBlock { block in peak = block.reduce(peak) { max($0, abs($1)) } }
        let scale = level * 32_767 / peak
        var frames: [Int16] = []
        frames.reserveCapacity(frameCount)
        forEachBlock { block in
            for value in block { frames.append(Int16((value * scale).rounded())) }
        }
        return frames
    }

    private var frameCount: Int { Int(seconds * Double(RenderedPlan.sampleRate)) }

    /// Hands over the stroke from its beginning, some thousand frames at a time.
    private func forEachBlock(_ body: (UnsafeMutableBufferPointer<Double>) -> Void) {
        var partials = Self.partials.map(sounding)
        var knock = Knock()
        let mostFrames = 4096
        let fadeFrames = frameCount / 3
        withUnsafeTemporaryAllocation(of: Double.self, capacity: mostFrames) { buffer in
            for first in stride(from: 0, to: frameCount, by: mostFrames) {
                let block = UnsafeMutableBufferPointer(rebasing: buffer[..<min(mostFrames, frameCount - first)])
                block.initialize(repeating: 0)
                for index in partials.indices { partials[index].add(to: block, from: first) }
                knock.add(to: block, from: first)
                for frame in block.indices {
                    let left = frameCount - 1 - first - frame
                    guard left < fadeFrames else { continue }
                    block[frame] *= 0.5 - 0.5 * cos(.pi * Double(left) / Double(fadeFrames))
                }
                body(block)
            }
        }
    }

    private func sounding(_ partial: Partial) -> SoundingPartial {
        let rate = Double(RenderedPlan.sampleRate)
        // Smaller bells ring shorter, about with the root of their size.
        let decay = partial.decay * (Self.nominalOfHourBell / nominal).squareRoot() * rate
        let shrink = exp(-1 / decay)
        // The upper partials begin at full swing, where the hammer leaves the metal: the stroke is in frame 0.
        let phase = partial.ratio > 1.4 ? Double.pi / 2 : 0
        func oscillator(_ hertz: Double, _ strength: Double) -> DecayingSine {
            DecayingSine(hertz: hertz, phase: phase, level: strength * partial.strength, shrink: shrink)
        }
        return SoundingPartial(
            low: oscillator(nominal * partial.ratio - partial.split / 2, 0.65),
            high: oscillator(nominal * partial.ratio + partial.split / 2, 0.35),
            // At -100 dB the partial ends.
            frameCount: min(frameCount, Int(11.5 * decay)))
    }
}

/// A pair of vibrations that sound now.
private struct SoundingPartial {
    var low: DecayingSine
    var high: DecayingSine
    var frameCount: Int

    mutating func add(to block: UnsafeMutableBufferPointer<Double>, from first: Int) {
        for frame in 0..<max(0, min(block.count, frameCount - first)) { block[frame] += low.next() + high.next() }
    }
}

/// The hammer: noise of a fixed row (a generator modulo 2^31 - 1), softened by one pole near 2 kHz.
private struct Knock {
    private static let frameCount = Int(0.08 * Double(RenderedPlan.sampleRate))
    private var seed = 1
    private var value = 0.0

    mutating func add(to block: UnsafeMutableBufferPointer<Double>, from first: Int) {
        let rate = Double(RenderedPlan.sampleRate)
        for frame in first..<max(first, min(first + block.count, Self.frameCount)) {
            seed = seed * 16_807 % 2_147_483_647
            let noise = Double(seed) / 1_073_741_823.5 - 1
            value += 0.25 * (noise * (frame == 0 ? 4 : 1) - value)
            block[frame - first] += 1.6 * value * exp(-Double(frame) / rate / 0.01)
        }
    }
}

/// A vibration that dies away, frame by frame by the recurrence x[n] = 2 r cos(w) x[n-1] - r² x[n-2].
private struct DecayingSine {
    private let first: Double
    private let second: Double
    private var value: Double
    private var before: Double

    init(hertz: Double, phase: Double, level: Double, shrink: Double) {
        let angle = 2 * Double.pi * hertz / Double(RenderedPlan.sampleRate)
        first = 2 * shrink * cos(angle)
        second = -shrink * shrink
        value = level * sin(phase)
        before = level * sin(phase - angle) / shrink
    }

    mutating func next() -> Double {
        defer { (before, value) = (value, first * value + second * before) }
        return value
    }
}
