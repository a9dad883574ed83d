import ClockCoordinatorCore
import ClockCoordinatorStore
import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

/// A way to make a new store. Whoever has another one adds it to ``allCases``, and the whole contract is asked of it.
struct StoreKind: Sendable, CustomTestStringConvertible {
    let name: String
    let make: @Sendable () throws -> StoreFixture

    var testDescription: String { name }

    static let allCases = [memory, sqlite, postgres]

    static let memory = StoreKind(name: "memory") {
        StoreFixture(store: MemoryStore(storeID: "0123456789abcdef"), folder: nil)
    }

    static let sqlite = StoreKind(name: "sqlite") {
        let folder = try TemporaryFolder("store")
        return StoreFixture(store: try SQLiteStore(path: folder.file("store.sqlite")), folder: folder)
    }
}

extension StoreKind {
    static let postgres = StoreKind(name: "postgresql") {
        let server = try TestDatabase.common()
        let address = try server.makeDatabase("d\(UInt64.random(in: .min ... .max))")
        return StoreFixture(store: try PostgresStore.leading(address), folder: nil, server: server)
    }
}

/// A store and, where it has files or a server, these.
struct StoreFixture {
    let store: any CoordinatorStore
    let folder: TemporaryFolder?
    let server: TestDatabase?

    init(store: any CoordinatorStore, folder: TemporaryFolder?, server: TestDatabase? = nil) {
        self.store = store
        self.folder = folder
        self.server = server
    }

    init(_ kind: StoreKind) throws { self = try kind.make() }

    /// All lines, page by page: of so many each but the last, which is not empty.
    func pages(of limit: Int) throws -> [HistoryLine] {
        var lines: [HistoryLine] = []
        var cursor: HistoryCursor?
        repeat {
            let page = try store.history(HistoryRequest(before: cursor, limit: limit))
            #expect(page.lines.count == limit || page.next == nil && !page.lines.isEmpty)
            lines += page.lines
            cursor = page.next
        } while cursor != nil && lines.count < 100
        return lines
    }

    func lines() throws -> [HistoryLine] { try store.history(HistoryRequest(limit: 500)).lines }
}

extension HistoryLine {
    /// Of a quarter hour.
    var record: QuarterRecord {
        switch event {
        case .quarter(let record): record
        case .ring(let ring): preconditionFailure("a line of \(ring.occurrence)")
        case .sound(let sound): preconditionFailure("a line of \(sound.order)")
        }
    }

    /// Of an occurrence; `nil` for a quarter hour.
    var ring: RingRecord? {
        switch event {
        case .quarter, .sound: nil
        case .ring(let record): record
        }
    }
}
