internal import ClockDomain
public import ClockWire

/// A request of any kind.
public struct CoordinatorRequest: Hashable, Sendable {
    public let content: any SiteRequest

    public init(_ content: any SiteRequest) {
        self.content = content
    }

    public static func == (one: Self, other: Self) -> Bool { one.content.equals(other.content) }

    public func hash(into hasher: inout Hasher) { content.hash(into: &hasher) }
}

/// Who asked, and so where the answer goes. The gateway makes it and reads it again; the core hands it back unread.
public struct RequestOrigin: Hashable, Sendable {
    @Boxed private var address: any Hashable & Sendable

    public init(_ address: some Hashable & Sendable) {
        _address = Boxed(wrappedValue: address)
    }

    /// The address that it was made of, for whoever knows its type.
    public func address<Address>(as: Address.Type) -> Address? { address as? Address }

    public static func == (one: Self, other: Self) -> Bool { one.address.equals(other.address) }

    public func hash(into hasher: inout Hasher) { address.hash(into: &hasher) }
}

extension Equatable {
    /// Whether the other is of the same type, too, and equal.
    fileprivate func equals(_ other: any Equatable) -> Bool { other as? Self == self }
}
