internal import ClockMQTT

extension MQTTClient {
    /// Publishes a message for each element, in their order, at most `window` of them under way to the broker at a
    /// time, so that urgent messages never wait behind all of them.
    ///
    /// - Parameter message: called at the element's turn.
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
