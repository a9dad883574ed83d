internal import ClockSite
internal import ClockWire

/// The recipients of messages to people, and the messages that wait.
struct NotifyView: Sendable {
    var result: NoticesResult
    var words: TimeWords

    func lines() -> [StyledText] {
        guard let receiver = result.receiver else {
            return [StyledText("Messages to people are off: set notify.url in coordinator.yaml.")]
        }
        var lines = [head(receiver)]
        if let problem = result.problem {
            let since = result.problemSince.map { " since \(words.hourAndMinute($0))" } ?? ""
            lines.append(StyledText("They cannot be sent\(since): \(problem.line(maximumBytes: 300))", .bad))
        }
        if result.refused > 0 {
            lines.append(StyledText("The receiver has refused \(result.refused) for good; the log has them.", .bad))
        }
        for notice in result.waiting {
            let tries = notice.attempts == 0 ? "" : ", tried \(notice.attempts) times"
            lines.append(
                StyledText("\(notice.id)  \(notice.kind.title), \(words.hourAndMinute(notice.made))\(tries)", .bold))
            lines += notice.text.split(separator: "\n").map { StyledText("  " + String($0).line(maximumBytes: 400)) }
        }
        if result.count > result.waiting.count {
            lines.append(StyledText("… and \(result.count - result.waiting.count) more.", .dim))
        }
        return lines
    }

    private func head(_ receiver: String) -> StyledText {
        let count = result.count == 0 ? "none waits" : result.count == 1 ? "1 waits" : "\(result.count) wait"
        let last = result.lastDelivered.map { ", the last was taken at \(words.hourAndMinute($0))" } ?? ""
        return StyledText("Messages go to \(receiver): \(count)\(last).")
    }
}
