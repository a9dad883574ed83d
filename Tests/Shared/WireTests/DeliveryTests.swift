import ClockDomain
import ClockWire
import Foundation
import Testing

/// The table of topics in docs/protocol.md says how each message goes out; so do the messages themselves.
struct DeliveryTests {
    private static let topics = Topics(site: SiteID("home")!)
    private static let blob = Samples.sound.id

    private static let deliveries: [(topic: String, delivery: Delivery)] =
        [
            NodeMessage.availability(.online), .reported(Boxed(wrappedValue: Samples.reported)),
            .ledger(Samples.batch), .held(Samples.desired), .timeRequest(TimeRequest(originNanoseconds: 1)),
            .contentReport(ContentReport(content: blob, state: .ready)),
            .ringActions(RingActionList([Samples.ringAction])),
        ].map { (topics.name(of: $0.topic(of: kitchen)), $0.delivery) }
        + [
            CoordinatorMessage.wake(Samples.wake, expirySeconds: 16), .availability(.online),
            .presence(Samples.presence),
            .desired(kitchen, Samples.desired), .acked(kitchen, Acked(epoch: "e", sequence: 0)),
            .command(kitchen, Command(id: "c", action: .probe, notAfter: noon), expirySeconds: 3),
            .timeReply(
                kitchen, TimeReply(originNanoseconds: 1, receivedNanoseconds: 2, transmittedNanoseconds: 3),
                correlation: nil),
            .change(ChangeEvent(number: 1, at: noon, old: nil, new: .stopwatch(Samples.stopwatch))),
            .ringActions(RingActionList([Samples.ringAction])), .removal(kitchen, .desired), .removal(kitchen, .acked),
        ].map { (topics.name(of: $0.topic), $0.delivery) }
        + [
            (topics.reply(client: "c-1"), .answer),
            (topics.chunk(1, of: blob, in: blob), .chunk(isRetained: true, expirySeconds: 600)),
            (topics.chunk(1, of: blob, in: blob), .chunk(isRetained: false, expirySeconds: 60)),
        ]

    @Test func everyMessageGoesOutAsTheProtocolsTableSays() throws {
        let rows = try Self.rows()
        #expect(rows.count >= 15)
        for (topic, delivery) in Self.deliveries {
            let row = try #require(rows.first { Self.covers($0.patterns, topic) }, "no row has \(topic)")
            #expect(row.qos == (delivery.qos == .atMostOnce ? "0" : "1"), "\(topic)")
            switch row.retained {
            case "yes": #expect(delivery.isRetained && delivery.expirySeconds == nil, "\(topic)")
            case "with expiry": #expect(delivery.isRetained && delivery.expirySeconds != nil, "\(topic)")
            case "no, with expiry": #expect(!delivery.isRetained && delivery.expirySeconds != nil, "\(topic)")
            case "sounds, with expiry¹": #expect(delivery.expirySeconds != nil, "\(topic)")
            case "no": #expect(!delivery.isRetained && delivery.expirySeconds == nil, "\(topic)")
            default: Issue.record("the row of \(row.patterns[0]) says \(row.retained)")
            }
        }
    }

    private static func rows() throws -> [(patterns: [Substring], qos: String, retained: String)] {
        try String(contentsOf: ProtocolPageTests.page, encoding: .utf8).split(separator: "\n")
            .drop { !$0.hasPrefix("| topic | from → to |") }.dropFirst(2).prefix { $0.hasPrefix("|") }
            .map { line in
                let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
                let patterns = cells[0].replacing("`", with: "").split(separator: ", ")
                return (patterns, cells[2], cells[3])
            }
    }

    /// Returns true when one of a row's topics, with names of things in angle brackets, is this one.
    private static func covers(_ patterns: [Substring], _ topic: String) -> Bool {
        let levels = topic.split(separator: "/").dropFirst(3)
        return patterns.contains { pattern in
            let wanted = pattern.split(separator: "/")
            return wanted.count == levels.count && zip(wanted, levels).allSatisfy { $0.hasPrefix("<") || $0 == $1 }
        }
    }
}
