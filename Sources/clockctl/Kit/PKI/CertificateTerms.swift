internal import ArgumentParser

/// The limits of requests to an authority, in the numbers and names of its program.
enum CertificateTerms {
    static let authorityDays = 3650
    static let certificateDays = 730
    /// Permitted days of validity.
    static let dayRange = 1...7300
    static let roles = ["viewer", "member", "admin"]

    static func role(_ text: String) throws -> String {
        guard roles.contains(text) else { throw ValidationError("\"\(text)\" is no role; say viewer, member or admin") }
        return text
    }
}
