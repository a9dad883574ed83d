internal import ClockDomain
internal import ClockRuntime
internal import Glibc

/// A password as a person types it, unseen, or as a line of standard input.
enum Password {
    /// An attacker soon guesses a shorter one.
    private static let minimumLength = 8
    private static let maximumBytes = 512

    /// - Throws: ``FatalError`` for one that is too short, or that the person typed differently the second time.
    static func read() throws(FatalError) -> String {
        let password: String?
        if isatty(STDIN_FILENO) != 0 {
            password = typed("Password: ")
            guard typed("Once more: ") == password else {
                throw FatalError(.badData, "the passwords differ; nothing is changed")
            }
        } else {
            // An editor may have written the file with a byte order mark.
            password = readLine(strippingNewline: true).flatMap { FileText.text(Array($0.utf8)) }
        }
        guard let password, password.count >= minimumLength else {
            throw FatalError(.badData, "a password has at least \(minimumLength) characters; nothing is changed")
        }
        guard password.utf8.count <= maximumBytes else {
            throw FatalError(.badData, "a password has at most \(maximumBytes) bytes; nothing is changed")
        }
        guard !password.utf8.contains(0) else {
            throw FatalError(.badData, "a password has no zero byte; nothing is changed")
        }
        return password
    }

    private static func typed(_ prompt: String) -> String? {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        var unseen = settings
        unseen.c_lflag &= ~tcflag_t(ECHO)
        StandardStream.errors.write(prompt)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &unseen)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
            StandardStream.errors.write("\n")
        }
        return readLine(strippingNewline: true)
    }
}
