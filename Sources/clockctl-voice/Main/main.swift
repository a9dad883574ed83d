import ClockctlKit
import ClockctlVoiceKit
import Glibc

exit(await ClockctlTool.main(Array(CommandLine.arguments.dropFirst())))
