package import ArgumentParser

/// The options that select the authority.
package struct PkiOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The site, home unless set.", valueName: "name"))
    package var site: String?

    @Option(
        help: ArgumentHelp("The authority's folder, ~/.config/clocksmith/pki/SITE unless set.", valueName: "folder"),
        completion: .directory)
    package var dir: String?

    package init() {}
}

package struct ValidityOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("How long it is valid, \(CertificateTerms.certificateDays) unless set.", valueName: "days"),
        transform: ValidityOption.days)
    package var days: Int?

    package var length: Int { days ?? CertificateTerms.certificateDays }

    package static func days(_ text: String) throws -> Int {
        guard let days = Int(text), CertificateTerms.dayRange.contains(days) else {
            throw ValidationError(
                "\"\(text)\" is no length of a validity; say a number of days from \(CertificateTerms.dayRange.lowerBound) to "
                    + "\(CertificateTerms.dayRange.upperBound)")
        }
        return days
    }

    package init() {}
}
