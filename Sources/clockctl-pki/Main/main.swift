import ClockctlKit
import ClockctlPKIKit
import Glibc

exit(await ClockctlTool.main(Array(CommandLine.arguments.dropFirst())))
