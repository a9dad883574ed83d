import ClockctlKit
import Glibc

exit(await ClockctlTool.main(Array(CommandLine.arguments.dropFirst())))
