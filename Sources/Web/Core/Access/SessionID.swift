/// Names a session; what a browser keeps as its cookie.
package struct SessionID: Hashable, Sendable {
    package let rawValue: String

    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }
}
