package import ClockSite
internal import Glibc

/// The terminal of this process as a full screen.
///
/// One thread uses it. `leave` restores the terminal's former state.
package final class Terminal {
    private var original: termios?
    private var shown: [String] = []
    private let coloured: Bool

    package init(coloured: Bool) { self.coloured = coloured }

    /// Returns `nil` when the descriptor is no terminal or does not know its size.
    package static func size(of descriptor: Int32) -> TerminalSize? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// The size of the screen; the classic one when the terminal does not report it.
    package var size: TerminalSize { Terminal.size(of: STDOUT_FILENO) ?? TerminalSize(columns: 80, rows: 24) }

    /// Changes to the alternate screen, without cursor, echo and line editing.
    package func enter() {
        var settings = termios()
        if tcgetattr(STDIN_FILENO, &settings) == 0 {
            original = settings
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
            // A read returns at once with the available bytes.
            withUnsafeMutableBytes(of: &settings.c_cc) { characters in
                characters[Int(VMIN)] = 0
                characters[Int(VTIME)] = 0
            }
            tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        }
        put("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
        shown = []
    }

    package func leave() {
        put("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
        if var original { tcsetattr(STDIN_FILENO, TCSADRAIN, &original) }
        original = nil
    }

    /// Writes the lines that differ from the screen, in one piece so that nothing flickers.
    package func show(_ lines: [StyledText], redrawing: Bool) {
        let lines = lines.map { $0.rendered(coloured: coloured) }
        var bytes = ""
        if redrawing || lines.count != shown.count {
            bytes = "\u{1B}[2J"
            shown = []
        }
        for (row, line) in lines.enumerated() where row >= shown.count || shown[row] != line {
            bytes += "\u{1B}[\(row + 1);1H\(line)\u{1B}[K"
        }
        shown = lines
        if !bytes.isEmpty { put(bytes) }
    }

    /// Returns the keys since the last call; `nil` when the terminal is gone.
    package func keys() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count < 0 { return errno == EAGAIN || errno == EINTR ? [] : nil }
        return Array(buffer[..<count])
    }

    private func put(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // A terminal that is gone sends SIGHUP, which ends the view.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
