import ClockCoordinatorCore
import ClockCoordinatorStore
import ClockTestSupport

extension PostgresStore {
    /// Returns a store that holds the lease, even when another one held it before.
    static func leading(_ address: String, machine: String = "here") throws -> PostgresStore {
        let store = try PostgresStore(address, machine: machine)
        let row = try store.lease.ask(.take(try store.lease.ask(.look)))
        guard row.holder == store.lease.holder else { throw TestFailure("the lease is another's: \(row)") }
        return store
    }
}
