internal import ClockRuntime

/// The name of an output file in one format.
enum OutputFile {
    /// - Throws: ``FatalError`` for a name that promises another format, and for `-`, which is no file.
    static func check(_ path: String, as format: String) throws(FatalError) {
        guard path != "-" else { throw FatalError(.usage, "\"-\" is no file here; name one, such as out.\(format)") }
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return }
        let ending = name[name.index(after: dot)...]
        guard ending.lowercased() == format else {
            throw FatalError(
                .usage,
                "\(path): it is written as \(format.uppercased()), which \".\(ending)\" is not; name it "
                    + "\(name[..<dot]).\(format)")
        }
    }
}
