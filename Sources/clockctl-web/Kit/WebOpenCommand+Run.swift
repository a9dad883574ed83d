internal import ClockRuntime
internal import ClockSite
internal import ClockWebAccounts
internal import ClockctlKit

extension WebOpenCommand: ClockctlCommand {
    /// The output of `--json`.
    struct Document: Encodable {
        var link: String
    }

    func run(on console: Console) async throws {
        let links = LoginLinks(folder: state)
        guard let origin = links.origin else {
            throw FatalError(
                .noInput,
                "clock-web has not run with the state folder \(state), or you may not read it; start clock-web, and try "
                    + "sudo clockctl web open")
        }
        let link = "\(origin)/login#link=\(try links.make())"
        output.write(Document(link: link), on: console) {
            [
                StyledText(link), StyledText("logs one browser in, once, within \(LoginLinks.lifetimeMinutes) minutes"),
            ]
        }
    }
}
