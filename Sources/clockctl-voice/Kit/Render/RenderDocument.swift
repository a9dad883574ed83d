internal import ClockDomain
internal import ClockSite
internal import ClockSound

/// The output of `clockctl render`.
struct RenderDocument: Encodable {
    struct Part: Encodable {
        var name: String
        var frame: Int
    }

    var file: String
    var title: String
    var rate: Int
    var frames: Int
    /// The frame that a node plays exactly at `at`.
    var anchorFrame: Int
    /// RFC 3339; absent for a ring.
    var at: String?
    /// Absent for silence.
    var peakDecibels: Double?
    var meanDecibels: Double?
    var parts: [Part]

    enum CodingKeys: String, CodingKey {
        case file, title, rate, frames, at, parts
        case anchorFrame = "anchor_frame"
        case peakDecibels = "peak_dbfs"
        case meanDecibels = "rms_dbfs"
    }

    init(_ sound: RenderedSound, file: String) {
        self.file = file
        title = sound.title
        rate = RenderedPlan.sampleRate
        frames = sound.frames.count
        anchorFrame = sound.anchorFrame
        at = sound.moment.map { $0.instant.description }
        peakDecibels = sound.peakDecibels.map(Self.rounded)
        meanDecibels = sound.meanDecibels.map(Self.rounded)
        parts = sound.parts.map { Part(name: $0.name, frame: $0.start) }
    }

    /// For people.
    var text: String {
        func level(_ decibels: Double?) -> String { decibels.map { "\($0) dBFS" } ?? "silence" }
        var lines = [
            "\(file): \(title), \(seconds(frames)) s",
            "  anchor  frame \(anchorFrame), \(seconds(anchorFrame)) s" + (at.map { ", is \($0)" } ?? ""),
            "  peak    \(level(peakDecibels))",
            "  RMS     \(level(meanDecibels))",
        ]
        lines += parts.map { "  \(seconds($0.frame).leftPadded(to: 8)) s  \($0.name)" }
        return lines.map { $0.withoutControlCharacters + "\n" }.joined()
    }

    private static func rounded(_ decibels: Double) -> Double { (decibels * 10).rounded() / 10 }

    /// `22.000`
    private func seconds(_ frames: Int) -> String {
        let milliseconds = (frames * 1000 + rate / 2) / rate
        let fraction = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(fraction.leftPadded(to: 3, with: "0"))"
    }
}

extension String {
    fileprivate func leftPadded(to width: Int, with sign: Character = " ") -> String {
        String(repeating: sign, count: max(0, width - count)) + self
    }
}
