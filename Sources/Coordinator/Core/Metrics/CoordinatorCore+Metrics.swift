internal import ClockDomain
internal import ClockWire

extension CoordinatorCore {
    mutating func tellMetrics(_ request: MetricsRequest, _ process: ProcessReading, at now: Now) -> MetricsPage {
        readers.metrics.page(
            request, nodes,
            Metrics.Facts(
                settings: settings, started: started, storeID: storeID, isDegraded: store.isFailing,
                nextWake: wakes.nextTarget - wakes.lead, process: process,
                notices: readers.notices.metrics,
                emergencySilentRooms: view.emergency(at: now.wall)?.silent.count))
    }
}
