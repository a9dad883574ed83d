/// The reason for which a program could not make or read a certificate, in words for a person.
public struct PKIError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }

    /// Does a piece of work that throws a library's errors, and turns them into ``PKIError``.
    ///
    /// - Parameter what: the name of the work, for the error's text.
    static func explaining<Value>(_ what: String, _ work: () throws -> Value) throws(PKIError) -> Value {
        do {
            return try work()
        } catch let error as PKIError {
            throw error
        } catch {
            throw PKIError("\(what): \(error)")
        }
    }
}
