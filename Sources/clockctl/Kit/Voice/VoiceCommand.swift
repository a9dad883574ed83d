internal import ArgumentParser

struct VoiceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "voice",
        abstract: "Make, check and hear voice packs, and put them on nodes.",
        discussion: """
            A voice pack is a folder with voice.yaml and a sound file a word: what a clock speaks with, or a set of \
            prompts. PACK is a pack's name, looked for in ~/.local/share/clocksmith/voices and in \
            /usr/share/clocksmith/voices, or its folder's path, which has a slash in it.

            Examples:
              clockctl voice list
              clockctl voice build german --engine espeak-ng
              clockctl voice lint german
              clockctl voice say 15:45 --pack german
              clockctl voice push german kitchen
            """,
        subcommands: [
            VoiceListCommand.self, VoiceShowCommand.self, VoiceBuildCommand.self, VoiceImportCommand.self,
            VoiceRecordCommand.self, VoiceLintCommand.self, VoiceSayCommand.self, VoicePlayCommand.self,
            VoiceRemoveCommand.self, VoicePushCommand.self, VoiceWithdrawCommand.self, VoiceNodesCommand.self,
        ])
}
