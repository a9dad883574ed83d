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
    func begin(_ order: Order, by person: String) async throws -> SiteEmergency {
        let text = order.text ?? ""
        let said = order.drill == true ? DrillWords.around(text) : text
        guard said.isEmpty || Emergency.isText(said) else {
            throw Problem(.badRequest, "invalid", "text is \(Emergency.textRule).")
        }
        return try await publish(
            Emergency(
                id: "e" + String(UInt64.random(in: .min ... .max), radix: 36), begun: word(by: person),
                text: said.isEmpty ? nil : said))
    }

    /// - Parameter id: of the one that the person sees: another may have taken its place.
    func end(_ id: String, by person: String) async throws -> SiteEmergency {
        guard var emergency = feed.snapshot.emergency?.ongoing else {
            throw Problem(.notFound, "no-emergency", "No emergency is on.")
        }
        guard emergency.id == id else {
            throw Problem(.conflict, "conflict", "Another emergency has taken the place of \(id).")
        }
        emergency.ended = word(by: person)
        return try await publish(emergency)
    }

    private func word(by person: String) -> Emergency.Word {
        Emergency.Word(after: feed.snapshot.lastWord, now: feed.siteNow, by: person)
    }

    /// Returns when the broker has it.
    private func publish(_ emergency: Emergency) async throws -> SiteEmergency {
        do {
            try await link.member.client.publishAcknowledged(
                MQTTMessage(
                    topic: link.topics.emergency, payload: WireCodec.encode(emergency), emergency.delivery),
                within: SiteLink.timeout)
        } catch let error as MQTTError {
            let isBegin = emergency.ended == nil
            if error.code == .refused {
                let what = isBegin ? "No room was alerted" : "The emergency goes on"
                throw Problem(.forbidden, "refused", "\(what), as the broker's access rules refuse it.")
            }
            // A message that was sent may arrive all the same.
            let what = isBegin ? "It may be that no room was alerted" : "It may be that the emergency goes on"
            throw Problem(.serviceUnavailable, "unconfirmed", "\(what), as the broker has not confirmed it.")
        }
        return SiteEmergency(emergency, [])
    }
}
