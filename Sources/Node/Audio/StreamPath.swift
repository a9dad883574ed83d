// The mix's place at each frame of the device.
//
// The mix runs at 44,100 Hz of the clock that the instants are in. A device runs at its own rate, and its crystal is
// tens of parts per million off that rate. So the mix's place is a broken line over the device's frames: the session
// turns it by parts per million, for frames that are not written yet. A written frame keeps its place, so after a
// rewind it comes out the same.

import ClockSound

/// Maps frames of the device's stream to places in the mix, in frames of the mix. Allocates only at the start.
struct StreamPath {
    private struct Piece {
        /// Its first frame of the device.
        var device: Int
        /// The place of that frame.
        var mix: Double
        /// Frames of the mix in one frame of the device.
        var step: Double
    }

    /// Frames of the mix in one frame of a device whose crystal is right.
    let nominalStep: Double
    /// Changes with every change of the path.
    private(set) var version = 0
    private var pieces: [Piece] = []

    private static let mostPieces = 512

    /// - Parameter rate: the device's, frames per second.
    init(deviceRate rate: Int) {
        // Real clocks are off by a little and report it. Such a device plays the mix's frames as they are, or steered.
        let isSame = (RenderedPlan.sampleRate * 998 / 1000...RenderedPlan.sampleRate * 1002 / 1000).contains(rate)
        nominalStep = isSame ? 1 : Double(RenderedPlan.sampleRate) / Double(rate)
        pieces.reserveCapacity(Self.mostPieces)
        restart()
    }

    /// True when the device can play the mix's frames as they are.
    var isSame: Bool { nominalStep == 1 }

    /// Begins again: both streams are at frame 0.
    mutating func restart() {
        pieces.removeAll(keepingCapacity: true)
        pieces.append(Piece(device: 0, mix: 0, step: nominalStep))
        version += 1
    }

    /// Goes on at another pace from a frame of the device on, without a jump.
    mutating func turn(at device: Int, step: Double) {
        guard pieces[pieces.count - 1].step != step || pieces[pieces.count - 1].device > device else { return }
        jump(at: device, to: place(of: device), step: step)
    }

    /// Goes on at another place from a frame of the device on; a sound there would jump too.
    mutating func jump(at device: Int, to mix: Double, step: Double) {
        while let last = pieces.last, last.device >= device { pieces.removeLast() }
        if pieces.count == Self.mostPieces { pieces.removeFirst() }
        pieces.append(Piece(device: device, mix: mix, step: step))
        version += 1
    }

    /// Drops the pieces that end before a frame of the device.
    mutating func forget(before device: Int) {
        guard let first = pieces.lastIndex(where: { $0.device <= device }), first > 0 else { return }
        pieces.removeFirst(first)
    }

    /// The place in the mix of a frame of the device.
    func place(of device: Int) -> Double {
        let piece = pieces[index(of: device)]
        return piece.mix + Double(device - piece.device) * piece.step
    }

    /// The frame of the device, with its fraction, that is at a place in the mix.
    func device(at place: Double) -> Double {
        let piece = pieces.last { $0.mix <= place } ?? pieces[0]
        return Double(piece.device) + (place - piece.mix) / piece.step
    }

    /// The straight way from a frame of the device on: its place, the frames of the mix in one of the device, and the
    /// device's frame at which it ends.
    func way(from device: Int) -> (place: Double, step: Double, end: Int) {
        let index = index(of: device)
        let piece = pieces[index]
        return (
            piece.mix + Double(device - piece.device) * piece.step, piece.step,
            index + 1 < pieces.count ? pieces[index + 1].device : .max
        )
    }

    /// The distance from the device's frames to the mix's, when all of these are whole frames of the mix; otherwise
    /// `nil`.
    func wholeOffset(in frames: Range<Int>) -> Int? {
        let way = way(from: frames.lowerBound)
        guard way.step == 1, way.end >= frames.upperBound, way.place == way.place.rounded() else { return nil }
        return Int(way.place) - frames.lowerBound
    }

    private func index(of device: Int) -> Int { pieces.lastIndex { $0.device <= device } ?? 0 }
}
