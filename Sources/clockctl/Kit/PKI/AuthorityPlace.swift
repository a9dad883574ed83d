package import ClockDomain
internal import Glibc

/// The folder of a site's authority, for the program that keeps it and for the doctor, who sends it there.
package enum AuthorityPlace {
    /// The file that shows that a folder is an authority's.
    package static let indexFile = "index.json"

    /// Returns `nil` when this person has no home.
    package static func usual(_ site: SiteID, environment: [String: String]) -> String? {
        let configuration =
            environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? environment["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/.config" }
        return configuration.map { "\($0)/clocksmith/pki/\(site)" }
    }

    /// True when the folder holds an authority.
    package static func isThere(_ folder: String) -> Bool { access("\(folder)/\(indexFile)", F_OK) == 0 }
}
