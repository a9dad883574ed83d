public import ClockWire

/// The storage of everything that must survive a coordinator.
///
/// One thread at a time calls `commit`; the reading calls may run beside it and see the state between two commits.
public protocol CoordinatorStore: Sendable {
    func load() throws(StoreError) -> StoredState

    /// Applies the operations in order, all or none, and returns when they are durable.
    ///
    /// - Throws: ``StoreError``; after ``StoreError/Code/uncertain`` all or none of it is there, and the caller must
    ///   call ``resolveCommit()`` before the next commit.
    func commit(_ operations: [StoreOperation]) throws(StoreError) -> CommitSummary

    /// True if a coordinator on another machine can take it over.
    var isShared: Bool { get }

    /// Returns the summary of an uncertain commit; `nil` when nothing of it is there.
    ///
    /// - Throws: ``StoreError``, with ``StoreError/Code/uncertain`` while nobody knows.
    func resolveCommit() throws(StoreError) -> CommitSummary?

    /// One page of quarter hours: newest first, nodes by name within a quarter hour. The request's limit is in range.
    func history(_ request: HistoryRequest) throws(StoreError) -> HistoryPage

    /// Counts every line of the history of a span of time.
    func serviceLevels(_ request: SLORequest) throws(StoreError) -> SLOResult

    /// One page of changes, the newest first. The request's limit is in range.
    func changes(_ request: ChangesRequest) throws(StoreError) -> ChangesPage

    /// Checks for damage. Takes time in proportion to the store's size.
    func check() -> StoreCheck
}

extension CoordinatorStore {
    public var isShared: Bool { false }

    /// A store on the same machine is never uncertain.
    public func resolveCommit() throws(StoreError) -> CommitSummary? { nil }
}

/// The reason for which the store could not be opened, read or changed.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: Hashable, Sendable {
        /// It is not a store of this project, or it is damaged.
        case corrupt
        /// It was written by a newer version of this program.
        case newerVersion
        /// Another coordinator has it open.
        case inUse
        /// It, or its folder, cannot be written.
        case notWritable
        /// The path of a file to write is occupied.
        case exists
        /// No space is left for it.
        case full
        /// The connection broke before the answer: the commit is there or not.
        case uncertain
        /// Reading or writing failed otherwise.
        case failed
    }

    public var code: Code
    /// One line: the fault, the file, the remedy.
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}
