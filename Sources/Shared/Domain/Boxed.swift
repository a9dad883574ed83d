/// A part of a value that lies in a box of its own: a copy of the value copies a reference to the box, and a read of a
/// part inside the box copies only that part.
@propertyWrapper
public struct Boxed<Value: Sendable>: Sendable {
    @usableFromInline
    final class Box: Sendable {
        @usableFromInline let value: Value

        @inlinable
        init(_ value: Value) { self.value = value }
    }

    @usableFromInline var box: Box

    @inlinable
    public init(wrappedValue: Value) { box = Box(wrappedValue) }

    @inlinable public var wrappedValue: Value {
        _read { yield box.value }
        set { box = Box(newValue) }
    }
}

extension Boxed where Value: Equatable {
    /// True when the box holds `value`; the comparison copies nothing of the box.
    @inlinable
    public func holds(_ value: borrowing Value) -> Bool { box.value == value }
}

extension Boxed: Equatable where Value: Equatable {
    public static func == (x: Boxed, y: Boxed) -> Bool { x.box === y.box || x.box.value == y.box.value }
}

extension Boxed: Hashable where Value: Hashable {
    public func hash(into hasher: inout Hasher) { box.value.hash(into: &hasher) }
}
