internal import ClockMQTT

extension MQTTClient {
    /// Publishes a message for each element, in their order, at most `window` of them on their way to the broker at a
    /// time, so that what is urgent never waits behind all of them.
    ///
    /// - Parameter message: asked for when its turn has come.
    func publishAcknowledged<Elements: Sequence>(
        _ elements: Elements, window: Int, message: (Elements.Element) throws -> MQTTMessage
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, element) in elements.enumerated() {
                if index >= window { try await group.next() }
                let message = try message(element)
                group.addTask { try await self.publishAcknowledged(message) }
            }
            try await group.waitForAll()
        }
    }
}
