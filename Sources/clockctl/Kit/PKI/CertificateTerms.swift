internal import ArgumentParser

/// What may be asked of an authority, by the numbers and names that its program goes by.
enum CertificateTerms {
    static let authorityDays = 3650
    static let certificateDays = 730
    /// How long a validity may be asked for.
    static let dayRange = 1...7300
    static let roles = ["viewer", "member", "admin"]

    static func role(_ text: String) throws -> String {
        guard roles.contains(text) else {
            throw ValidationError("\"\(text)\" is no role; say viewer, member or admin")
        }
        return text
    }
}
