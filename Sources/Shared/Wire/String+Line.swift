internal import ClockDomain

extension String {
    /// Returns this text as one line for people: spaces replace ``HiddenText``, and "…" replaces, at a character, the
    /// bytes of UTF-8 over `maximumBytes`.
    ///
    /// Texts from elsewhere (a peer, a driver, a file name) go through this before a program logs or sends them:
    /// a line feed would forge a line of the log, and one "character" can have thousands of bytes.
    public func line(maximumBytes: Int) -> String {
        if utf8.count <= maximumBytes { return HiddenText.replaced(in: self) { _ in " " } }
        // A character of four bytes may become a space.
        let line = HiddenText.replaced(in: String(unicodeScalars.prefix(maximumBytes + 1))) { _ in " " }
        return line.utf8.count <= maximumBytes && unicodeScalars.count <= maximumBytes
            ? line : line.cut(to: maximumBytes)
    }

    private func cut(to maximumBytes: Int) -> String {
        let mark = "…"
        var cut = self
        while cut.utf8.count + mark.utf8.count > maximumBytes, !cut.isEmpty { cut.unicodeScalars.removeLast() }
        return cut + mark
    }
}
