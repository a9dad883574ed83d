import ClockctlKit
import ClockctlWebKit
import Glibc

exit(await ClockctlTool.main(Array(CommandLine.arguments.dropFirst())))
