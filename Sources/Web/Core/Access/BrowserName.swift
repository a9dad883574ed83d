/// Names a browser for the list of signed-in devices, by its `User-Agent` (RFC 9110, section 10.1.5). The name is for
/// people alone: every program can send any text.
package enum BrowserName {
    /// Longest name, in bytes.
    package static let maximumBytes = 48

    /// The first mark that occurs counts: later ones imitate earlier browsers.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
        ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
    ]
    private static let systems = [
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
        ("Mac OS X", "Mac"), ("Linux", "Linux"),
    ]

    /// Returns `Chrome, Android`; the first word of an unknown agent without its version; empty for no agent.
    package static func of(userAgent: String?) -> String {
        guard let agent = userAgent?.prefix(512) else { return "" }
        func name(_ marks: [(mark: String, name: String)]) -> String? {
            marks.first { mark, _ in agent.contains(mark) }?.name
        }
        let known = [name(browsers), name(systems)].compactMap(\.self)
        if !known.isEmpty { return known.joined(separator: ", ") }
        let word = agent.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        return String(word.prefix(maximumBytes))
    }
}
