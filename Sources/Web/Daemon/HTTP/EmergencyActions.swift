internal import ClockConnection
internal import ClockDomain
internal import ClockMQTT
internal import ClockWebCore
internal import ClockWire
internal import HTTPTypes

/// Begins and ends the site's emergency without the coordinator. The rooms' answers come with the events.
struct EmergencyActions: Sendable {
    let link: SiteLink
    let feed: Feed

    /// The form of a page's request.
    struct Order: Decodable {
        /// `nil` for the sound alone.
        var text: String?
        var drill: Bool?
    }

    /// - Parameter by: the person, for the record.
    func begin(_ order: Order, by person: String) throws -> SiteEmergency {
        let text = order.text ?? ""
        let said = order.drill == true ? DrillWords.around(text) : text
        guard said.isEmpty || Emergency.isText(said) else {
            throw Problem(
                .badRequest, "invalid", "text is one line of 1 to \(Emergency.maximumCharacters) characters.")
        }
        return try publish(
            Emergency(
                id: "e" + String(UInt64.random(in: .min ... .max), radix: 36), begun: word(by: person),
                text: said.isEmpty ? nil : said))
    }

    func end(by person: String) throws -> SiteEmergency {
        guard var emergency = feed.snapshot.emergency?.ongoing else {
            throw Problem(.notFound, "no-emergency", "No emergency is on.")
        }
        emergency.ended = word(by: person)
        return try publish(emergency)
    }

    private func word(by person: String) -> Emergency.Word {
        (feed.snapshot.emergency ?? SiteEmergency(nil, [])).word(at: feed.siteNow, by: person)
    }

    private func publish(_ emergency: Emergency) throws -> SiteEmergency {
        do {
            try link.member.client.publish(
                MQTTMessage(
                    topic: link.topics.emergency, payload: WireCodec.encode(emergency), emergency.delivery))
        } catch {
            throw LinkError(error, isConnected: link.member.client.isConnected)
        }
        return SiteEmergency(emergency, [])
    }
}
