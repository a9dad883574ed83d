internal import ClockDomain
internal import ClockSound

/// The waveform of a sound as an SVG picture that follows the reader's light or dark theme.
///
/// The time axis counts from the anchor. Above the wave the parts stand side by side; words that have too little room
/// share one label.
struct SoundPlot {
    private let sound: RenderedSound

    private static let width = 960.0
    private static let left = 12.0
    private static let right = 948.0
    /// Heights of the parts' names, the wave and the time axis.
    private static let top = 52.0
    private static let middle = 156.0
    private static let halfHeight = 88.0
    private static let axis = 252.0
    private static let height = 292.0
    /// Approximate width of a letter.
    private static let letterWidth = 7.0

    init(_ sound: RenderedSound) { self.sound = sound }

    func svg() -> String {
        let elements =
            [style, "<title>\(Self.escaped(sound.title))</title>", frame] + parts() + [wave()] + axisMarks() + [anchor]
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" \
            font-family="system-ui, sans-serif" font-size="13">
            \(elements.joined(separator: "\n"))
            </svg>

            """
    }

    private var style: String {
        """
        <style>
        .back { fill: #ffffff } .wave { fill: #2a6fbb } .line { stroke: #c4c9d0 } .text { fill: #3c4450 }
        .bound { stroke: #8a939f; stroke-dasharray: 3 3 } .anchor { stroke: #c0392b; stroke-width: 2 } \
        .anchortext { fill: #c0392b; font-weight: 600 }
        @media (prefers-color-scheme: dark) {
        .back { fill: #12161c } .wave { fill: #6fb1f2 } .line { stroke: #3a424d } .text { fill: #c6ccd4 }
        .bound { stroke: #727c89 } .anchor { stroke: #ff8a75 } .anchortext { fill: #ff8a75 }
        }
        </style>
        """
    }

    private var frame: String {
        let full = [Self.middle - Self.halfHeight, Self.middle, Self.middle + Self.halfHeight]
        return "<rect class=\"back\" width=\"100%\" height=\"100%\" rx=\"6\"/>\n"
            + full.map { line("line", Self.left, $0, Self.right, $0) }.joined(separator: "\n") + "\n"
            + text("full scale", Self.right, Self.middle - Self.halfHeight + 16, anchor: "end")
    }

    // MARK: The wave

    /// One closed outline: the highest frame of each column from left to right, the lowest back.
    private func wave() -> String {
        let columns = Int(Self.right - Self.left)
        var highs: [String] = []
        var lows: [String] = []
        for column in 0..<columns {
            let begin = column * sound.frames.count / columns
            let piece = sound.frames[begin..<max(begin + 1, (column + 1) * sound.frames.count / columns)]
            let x = number(Self.left + Double(column) + 0.5)
            // Silence is a thin line.
            highs.append("\(x),\(number(y(piece.max() ?? 0) - 0.4))")
            lows.append("\(x),\(number(y(piece.min() ?? 0) + 0.4))")
        }
        return "<polygon class=\"wave\" points=\"\((highs + lows.reversed()).joined(separator: " "))\"/>"
    }

    private func y(_ sample: Int16) -> Double { Self.middle - Double(sample) / 32_768 * Self.halfHeight }

    private func x(_ frame: Int) -> Double {
        Self.left + Double(frame) / Double(sound.frames.count) * (Self.right - Self.left)
    }

    // MARK: The parts

    private func parts() -> [String] {
        let bounds = sound.parts.map { line("bound", x($0.start), Self.top - 4, x($0.start), Self.axis) }
        var labels: [(text: String, start: Double, end: Double, isWord: Bool)] = []
        for (index, part) in sound.parts.enumerated() {
            let end = index + 1 < sound.parts.count ? x(sound.parts[index + 1].start) : Self.right
            if part.isWord, let last = labels.last, last.isWord, last.end - last.start < Self.room(last.text) {
                labels[labels.count - 1] = ("\(last.text) \(part.name)", last.start, end, true)
            } else {
                labels.append((part.name, x(part.start), end, part.isWord))
            }
        }
        return bounds
            + labels.map { label in
                // A label without room to the right ends at the right edge.
                let fits = label.start + Self.room(label.text) <= Self.right
                return text(
                    label.text, fits ? label.start + 4 : Self.right, Self.top - 10, anchor: fits ? "start" : "end")
            }
    }

    private static func room(_ text: String) -> Double { Double(text.count) * letterWidth + 8 }

    // MARK: The anchor and the axis

    private var anchor: String {
        let x = x(sound.anchorFrame)
        let isRight = x > Self.right - 140
        return line("anchor", x, Self.top - 30, x, Self.axis + 6) + "\n"
            + text(
                sound.moment.map { "anchor: \($0.zone.localTime(at: $0.instant).time)" } ?? "anchor",
                isRight ? x - 6 : x + 6, Self.top - 34 + 6, anchor: isRight ? "end" : "start", class: "anchortext")
    }

    private func axisMarks() -> [String] {
        let rate = Double(RenderedPlan.sampleRate)
        let seconds = Double(sound.frames.count) / rate
        let step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60, 120].first { seconds / $0 <= 14 } ?? 300
        let before = Int(Double(sound.anchorFrame) / rate / step)
        let after = Int(Double(sound.frames.count - sound.anchorFrame) / rate / step)
        return [line("line", Self.left, Self.axis, Self.right, Self.axis)]
            + (-before...after).flatMap { mark -> [String] in
                let time = Double(mark) * step
                let x = x(sound.anchorFrame + Int(time * rate))
                let digits = step < 1 ? tenths(time) : String(Int(time))
                let label = (mark < 0 ? "−" : mark > 0 ? "+" : "") + digits.drop { $0 == "-" } + " s"
                let edge = x < Self.left + 14 ? "start" : x > Self.right - 18 ? "end" : "middle"
                return [line("line", x, Self.axis, x, Self.axis + 6), text(label, x, Self.axis + 24, anchor: edge)]
            }
    }

    private func tenths(_ seconds: Double) -> String {
        let tenths = Int((seconds.magnitude * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    // MARK: Elements

    private func line(_ name: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
        "<line class=\"\(name)\" x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\"/>"
    }

    private func text(_ text: String, _ x: Double, _ y: Double, anchor: String, class name: String = "text") -> String {
        "<text class=\"\(name)\" x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\">"
            + "\(Self.escaped(text))</text>"
    }

    /// Writes one decimal, which is fine enough for a picture.
    private func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\((tenths % 10).magnitude)"
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, sign in
            switch sign {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(sign)
            }
        }
    }
}
