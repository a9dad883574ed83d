/// Offers the packs to the shell.
enum PackCompletion {
    static func names() -> [String] { PackFolders.names(in: PackFolders.usual(ProcessEnvironment.variables())) }
}
