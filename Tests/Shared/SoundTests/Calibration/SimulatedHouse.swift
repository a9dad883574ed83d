import ClockDomain
import ClockSound
import Glibc

/// A microphone's recording while rooms play: each with its delay, its way to the microphone and its echoes, noise
/// over all of it, by a recorder whose clock is off.
struct SimulatedHouse {
    struct Room {
        /// The delay of its sound at the microphone, in seconds.
        var delay: Double
        var level = 1.0
        /// Seconds until its echoes are 60 dB down; 0: none.
        var reverberation = 0.0
        /// The loudest echo over the first arrival, as a ratio; the echo comes 3 ms after it.
        var echo = 0.5
        /// Its output's crystal is faster by this share of 1.
        var crystal = 0.0
        var isSilent = false
    }

    var rooms: [Room]
    var rate = 48_000
    /// The recorder's crystal is faster by this share of 1.
    var drift = 0.0
    /// The level of the chirps of a room of level 1 above the noise, in decibels.
    var signalToNoise = 60.0
    /// Seconds recorded before the common instant.
    var lead = 1.234_567
    /// Seconds recorded after the train's end.
    var tail = 1.0
    var seed: UInt64 = 1

    /// - Parameter gain: the recorder's gain; over full scale it clips.
    func recording(of train: ClickTrain, gain: Double = 0.3) -> MicrophoneRecording {
        let seconds = lead + train.duration.secondsWithFraction + tail
        var heard = [Double](repeating: 0, count: Int(seconds * Double(rate)))
        var generator = SplitMix64(seed: seed)
        for (index, room) in rooms.enumerated() where !room.isSilent {
            let wet = echoing(train.frames(room: index), in: room, &generator)
            // The recorder's frame n is taken at n / (rate · (1 + drift)); the room's frame m is heard at
            // lead + delay + m / (44,100 · (1 + crystal)).
            let step = 44_100 * (1 + room.crystal) / (Double(rate) * (1 + drift))
            let offset = -(lead + room.delay) * 44_100 * (1 + room.crystal)
            Self.resample(wet, offset: offset, step: step, into: &heard)
        }
        // Chirps have an amplitude of half of full scale, so a power of an eighth.
        let noise = (0.125 * pow(10, -signalToNoise / 10)).squareRoot()
        return MicrophoneRecording(
            samples: heard.map { value in
                Float(max(-1, min(1, gain * (value + noise * Self.gaussian(&generator)))))
            }, rate: rate)
    }

    /// The sound with its echoes, after 44,100 Hz: the way itself, one strong echo, and many that die away.
    private func echoing(_ frames: [Int16], in room: Room, _ generator: inout SplitMix64) -> [Float] {
        var taps = [(frame: 0, gain: room.level)]
        if room.reverberation > 0 {
            taps.append((132, room.level * room.echo))
            for _ in 0..<150 {
                let time = Double.random(in: 0.0015...min(0.4, room.reverberation), using: &generator)
                let level = 0.25 * pow(10, -3 * time / room.reverberation)
                let sign = Bool.random(using: &generator) ? 1.0 : -1
                taps.append((Int(time * 44_100), sign * level * room.level))
            }
        }
        var wet = [Float](repeating: 0, count: frames.count + 44_100)
        for (index, frame) in frames.enumerated() where frame != 0 {
            let value = Double(frame) / 32_768
            for tap in taps { wet[index + tap.frame] += Float(value * tap.gain) }
        }
        return wet
    }

    /// Adds `source` at positions `offset + step · n`, by a windowed sinc of 24 frames.
    private static func resample(_ source: [Float], offset: Double, step: Double, into target: inout [Double]) {
        let (half, phases) = (12, 512)
        var kernel = [Double](repeating: 0, count: phases * 2 * half)
        for phase in 0..<phases {
            for tap in 0..<2 * half {
                let x = Double(tap - half + 1) - Double(phase) / Double(phases)
                let sinc = x == 0 ? 1 : sin(.pi * x) / (.pi * x)
                kernel[phase * 2 * half + tap] = sinc * (1 + cos(.pi * x / Double(half))) / 2
            }
        }
        source.withUnsafeBufferPointer { source in
            for index in target.indices {
                let position = offset + step * Double(index)
                let whole = Int(position.rounded(.down))
                guard whole >= half, whole + half < source.count,
                    source[whole] != 0 || source[whole - half] != 0 || source[whole + half] != 0
                else { continue }
                let row = Int((position - Double(whole)) * Double(phases)) * 2 * half
                var sum = 0.0
                for tap in 0..<2 * half { sum += Double(source[whole - half + 1 + tap]) * kernel[row + tap] }
                target[index] += sum
            }
        }
    }

    private static func gaussian(_ generator: inout SplitMix64) -> Double {
        let a = Double.random(in: Double.leastNonzeroMagnitude..<1, using: &generator)
        let b = Double.random(in: 0..<1, using: &generator)
        return (-2 * log(a)).squareRoot() * cos(2 * .pi * b)
    }
}
