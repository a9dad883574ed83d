// The value of a wave between its frames.
//
// Method. Shannon's sum with a sinc that a Kaiser window ends after 24 frames to each side: flat to 19 kHz, 100 dB
// down from 25 kHz on (J. F. Kaiser, "Nonrecursive digital filter design using the I0-sinh window function", ISCAS
// 1974). A table holds it at 512 places between two frames, with a straight line between those: the error at 10 kHz is
// (2 pi 10,000 / 44,100 / 512)^2 / 8, -120 dB (J. O. Smith, "Digital Audio Resampling", CCRMA).
//
// libsamplerate does the same, but it goes on from where it is. Here each value depends on the frames around it alone,
// so a frame after a rewind comes out the same, and the pace can change at any frame.

import Glibc

/// Interpolates between frames. Allocates only at the start.
final class SincKernel {
    /// Frames on each side that a value depends on.
    let reach: Int
    private let taps: Int
    private let phases: Int
    /// `phases` + 1 rows of `taps` weights.
    private let table: UnsafeMutablePointer<Float>

    private static let plainReach = 24
    private static let plainPhases = 512
    /// 100 dB.
    private static let beta = 10.06
    /// If frames are left out, the filter ends before the device's highest tone: what is above would fold back.
    private static let narrowCutoff = 0.92

    /// - Parameter step: frames of the source in one frame of the result.
    init(step: Double) {
        let stretch = max(1, step)
        let cutoff = stretch < 1.01 ? 1 : Self.narrowCutoff / stretch
        reach = Int((Double(Self.plainReach) * stretch).rounded(.up) + 1) / 2 * 2
        taps = 2 * reach
        phases = max(32, Int(Double(Self.plainPhases) / stretch))
        table = .allocate(capacity: (phases + 1) * taps)
        let center = Self.bessel(Self.beta)
        for phase in 0...phases {
            let row = table + phase * taps
            var sum = 0.0
            for tap in 0..<taps {
                let distance = Double(tap - reach + 1) - Double(phase) / Double(phases)
                let share = distance / Double(reach)
                let window = abs(share) >= 1 ? 0 : Self.bessel(Self.beta * (1 - share * share).squareRoot()) / center
                let angle = Double.pi * cutoff * distance
                let weight = window * (angle == 0 ? 1 : sin(angle) / angle)
                row[tap] = Float(weight)
                sum += weight
            }
            // A whole place of a plain kernel is the frame itself.
            if cutoff == 1, phase == 0 || phase == phases { sum = 1 }
            for tap in 0..<taps {
                row[tap] = abs(row[tap]) < 1e-9 ? 0 : Float(Double(row[tap]) / sum)
            }
        }
    }

    deinit { table.deallocate() }

    /// Returns the value between a frame and the next.
    ///
    /// - Parameters:
    ///   - frame: the frame before, with `reach` - 1 frames before it and `reach` after it.
    ///   - fraction: the part of the way to the next, from 0 to below 1.
    func value(after frame: UnsafePointer<Float>, fraction: Double) -> Float {
        let place = fraction * Double(phases)
        let phase = Int(place)
        let share = Float(place - Double(phase))
        let input = frame - (reach - 1)
        let low = UnsafePointer(table + phase * taps)
        let high = low + taps
        // Sums of their own, which the processor adds up side by side. The number of taps is a multiple of four.
        var (low0, low1, low2, low3): (Float, Float, Float, Float) = (0, 0, 0, 0)
        var (high0, high1, high2, high3): (Float, Float, Float, Float) = (0, 0, 0, 0)
        var tap = 0
        while tap < taps {
            low0 += input[tap] * low[tap]
            low1 += input[tap &+ 1] * low[tap &+ 1]
            low2 += input[tap &+ 2] * low[tap &+ 2]
            low3 += input[tap &+ 3] * low[tap &+ 3]
            high0 += input[tap] * high[tap]
            high1 += input[tap &+ 1] * high[tap &+ 1]
            high2 += input[tap &+ 2] * high[tap &+ 2]
            high3 += input[tap &+ 3] * high[tap &+ 3]
            tap &+= 4
        }
        let before = (low0 + low1) + (low2 + low3)
        let after = (high0 + high1) + (high2 + high3)
        return before + share * (after - before)
    }

    /// The modified Bessel function I0, by its series.
    private static func bessel(_ x: Double) -> Double {
        var (sum, term, index) = (1.0, 1.0, 1.0)
        while term > sum * 1e-12 {
            term *= (x / 2 / index) * (x / 2 / index)
            sum += term
            index += 1
        }
        return sum
    }
}
