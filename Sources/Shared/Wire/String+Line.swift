extension String {
    /// This text as one line for people: control characters become spaces, and what is over `maximumBytes` of UTF-8 is
    /// cut off at a character and marked with "…".
    ///
    /// Texts that come from elsewhere (a peer, a driver, a file name) go through this before they are logged or sent:
    /// a line feed would forge a line of the log, and one "character" can have thousands of bytes.
    public func line(maximumBytes: Int) -> String {
        let isPrintable = utf8.withContiguousStorageIfAvailable { $0.allSatisfy { (0x20...0x7E).contains($0) } }
        let isPlain = isPrintable == true || !unicodeScalars.contains(where: \.isControl)
        if isPlain, utf8.count <= maximumBytes { return self }
        var line = ""
        for scalar in unicodeScalars {
            line.unicodeScalars.append(scalar.isControl ? " " : scalar)
            if line.utf8.count > maximumBytes { return line.cut(to: maximumBytes) }
        }
        return line
    }

    private func cut(to maximumBytes: Int) -> String {
        let mark = "…"
        var cut = self
        while cut.utf8.count + mark.utf8.count > maximumBytes, !cut.isEmpty { cut.unicodeScalars.removeLast() }
        return cut + mark
    }
}

extension Unicode.Scalar {
    /// A control character of ASCII or Latin 1, or U+2028 or U+2029, at which some viewers start a line.
    fileprivate var isControl: Bool {
        value < 0x20 || (0x7F...0x9F).contains(value) || value == 0x2028 || value == 0x2029
    }
}
