import ClocksimKit
import Glibc

exit(await ClocksimTool.main(Array(CommandLine.arguments.dropFirst())))
