/// The generations of a store in which one node's document was revised, and the newest revision of each.
///
/// By it a node and a coordinator tell a document that goes on from another one from a document of a copy of the store: the
/// store was turned back to an older state, or two coordinators work with copies of it. A document without marks was
/// revised in generation 0 alone.
public struct Lineage: Hashable, Sendable {
    public struct Mark: Hashable, Sendable, Codable {
        public var generation: StoreGeneration
        /// The newest of that generation, 1 or more.
        public var revision: Int

        public init(generation: StoreGeneration, revision: Int) {
            self.generation = generation
            self.revision = revision
        }
    }

    /// More are forgotten, the oldest first. A node that was away for as many starts that revised its document is not known
    /// again, and a person is asked.
    public static let maximumMarks = 64

    /// Ascending by generation and revision.
    public private(set) var marks: [Mark]

    /// - Parameter marks: ascending, at most ``maximumMarks``.
    public init(_ marks: [Mark] = []) { self.marks = marks }

    /// The generation of the newest revision.
    public var generation: StoreGeneration { marks.last?.generation ?? .uncounted }

    /// A new revision is made in `generation`.
    ///
    /// - Parameter former: the revision before it.
    public mutating func revise(to revision: Int, in generation: StoreGeneration, from former: Int) {
        guard generation != .uncounted else { return }
        if marks.isEmpty { marks.append(Mark(generation: .uncounted, revision: former)) }
        if marks[marks.count - 1].generation == generation {
            marks[marks.count - 1].revision = revision
        } else {
            marks.append(Mark(generation: generation, revision: revision))
            marks.removeFirst(max(0, marks.count - Self.maximumMarks))
        }
    }

    /// True when the document with this lineage comes from `revision` of `generation`, or is it.
    ///
    /// - Parameter own: the document's revision.
    public func includes(_ revision: Int, of generation: StoreGeneration, own: Int) -> Bool {
        guard !marks.isEmpty else { return generation == .uncounted && revision <= own }
        return marks.contains { $0.generation == generation && revision <= $0.revision }
    }
}

extension Lineage: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        marks = try container.decode([Mark].self)
        let isAscending = zip(marks, marks.dropFirst()).allSatisfy {
            $0.generation.number < $1.generation.number && $0.revision <= $1.revision
        }
        guard marks.count <= Self.maximumMarks, isAscending, marks.first.map({ $0.revision >= 0 }) ?? true else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "\(marks.count) marks of a lineage are over \(Self.maximumMarks), or not ascending")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(marks)
    }
}
