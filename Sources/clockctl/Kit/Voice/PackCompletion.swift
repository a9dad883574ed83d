internal import ClockVoice

/// Offers the packs to the shell.
enum PackCompletion {
    static func names() -> [String] {
        let console = Console.standard()
        return PackShelfOptions.usual(console.environment).all(problem: { _ in }).map(\.pack.name)
    }
}
