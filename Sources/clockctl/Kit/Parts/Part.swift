/// A separate program that carries out some of clockctl's commands, so that clockctl does without its libraries.
///
/// clockctl declares the part's commands all the same: help, completion, manual and errors about the command line are
/// clockctl's, with or without the part.
package enum Part: String, CaseIterable, Sendable {
    /// Voice packs, nodes' announcements as files, calibration.
    case voice
    /// The site's certificate authority.
    case pki
    /// The accounts of the web page.
    case web

    /// The program's file name.
    package var program: String { "clockctl-\(rawValue)" }

    var debianPackage: String {
        switch self {
        case .voice: "clocksmith-voice-tools"
        case .pki: "clocksmith-pki"
        case .web: "clocksmith-web"
        }
    }
}
