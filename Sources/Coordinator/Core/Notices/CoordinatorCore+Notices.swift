internal import ClockDomain
internal import ClockWire

extension CoordinatorCore {
    mutating func testNotices(origin: RequestOrigin, at now: Now) {
        guard readers.notices.isOn else {
            return fail(origin, .unavailable, "messages to people are switched off: set notify.url in coordinator.yaml")
        }
        guard hasRoom(for: origin) else { return }
        store.add(.success(NoticeTestResult(id: readers.notices.test(at: now))), to: origin)
    }
}
