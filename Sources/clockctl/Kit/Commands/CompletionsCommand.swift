internal import ArgumentParser

struct CompletionsCommand: ClockctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print a completion script for a shell.",
        usage: "clockctl completions <shell>",
        discussion: """
            Node names are completed too, by asking the coordinator.

            Examples:
              clockctl completions bash > ~/.local/share/bash-completion/completions/clockctl
              clockctl completions zsh > ~/.zsh/completions/_clockctl
              clockctl completions fish > ~/.config/fish/completions/clockctl.fish
            """)

    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash, zsh, fish
    }

    @Argument(help: ArgumentHelp("bash, zsh or fish.", valueName: "shell"))
    var shell: Shell

    func run(on console: Console) async throws { console.write(CompletionsCommand.script(for: shell) + "\n") }

    static func script(for shell: Shell) -> String {
        switch shell {
        case .bash: Clockctl.completionScript(for: .bash)
        case .zsh: Clockctl.completionScript(for: .zsh)
        case .fish: Clockctl.completionScript(for: .fish)
        }
    }
}
