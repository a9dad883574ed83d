/// A program of its own that carries out some of clockctl's commands, so that clockctl does without its libraries.
///
/// Its commands are declared here all the same: help, completion, manual and complaints about the command line are
/// clockctl's, whether the part is installed or not.
package enum Part: String, CaseIterable, Sendable {
    /// Voice packs, what nodes would play as a file, calibration.
    case voice
    /// The site's certificate authority.
    case pki
    /// Who may log in to the web page.
    case web

    /// The program's file name.
    package var program: String { "clockctl-\(rawValue)" }

    /// The Debian package that has it.
    var debianPackage: String {
        switch self {
        case .voice: "clocksmith-voice-tools"
        case .pki: "clocksmith-pki"
        case .web: "clocksmith-web"
        }
    }
}
