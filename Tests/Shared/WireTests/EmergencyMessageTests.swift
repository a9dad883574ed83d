import ClockDomain
import ClockWire
import Testing

struct EmergencyMessageTests {
    @Test func comesOutAsItWentIn() throws {
        var on = Samples.emergency
        on.ended = nil
        on.text = nil
        for message in [Samples.emergency, on] {
            #expect(try WireCodec.decode(Emergency.self, from: WireCodec.encode(message)) == message)
        }
        #expect(try WireCodec.decode(Reported.self, from: WireCodec.encode(Samples.reported)) == Samples.reported)
    }

    @Test func isWrittenAsThePageSays() throws {
        let text = """
            {"v":1,"id":"e1k9","begun":{"at":"2026-11-21T12:00:00.000Z","by":"office"},"sound":"siren",
             "text":"Leave the building by the nearest exit","nodes":[]}
            """
        let read = try WireCodec.decode(Emergency.self, from: bytes(text))
        #expect(
            read
                == Emergency(
                    id: "e1k9", begun: .init(at: noon, by: "office"), text: "Leave the building by the nearest exit"))
        #expect(read.sounds(in: kitchen) && read.delivery.isRetained && read.delivery.expirySeconds == 1_800)
        #expect(Samples.emergency.delivery.expirySeconds == 86_400)
    }

    @Test(arguments: [
        #""id":"","begun":{"at":"2026-11-21T12:00:00.000Z"},"sound":"siren","nodes":[]"#,
        #""id":"e1","sound":"siren","nodes":[]"#,
        #""id":"e1","begun":{"at":"2026-11-21T12:00:00.000Z"},"sound":"owl","nodes":[]"#,
        #""id":"e1","begun":{"at":"2026-11-21T12:00:00.000Z"},"sound":"siren","nodes":["Küche"]"#,
        #""id":"e1","begun":{"at":"2026-11-21T12:00:00.000Z"},"sound":"siren","text":"…","nodes":[]"#,
        #""id":"e1","begun":{"at":"2026-11-21T12:00:00.000Z"},"sound":"siren","text":"a\nb","nodes":[]"#,
        #""id":"e1","begun":{"at":"2026-11-21T12:00:00.000Z"},"sound":"siren","text":"\#(String(repeating: "a", count: 301))","nodes":[]"#,
    ])
    func refuses(fields: String) {
        #expect(throws: WireError.self) { try WireCodec.decode(Emergency.self, from: bytes("{\"v\":1,\(fields)}")) }
    }

    @Test func onlyTheNamedRoomsSound() {
        var emergency = Samples.emergency
        #expect(!emergency.sounds(in: kitchen))
        emergency.ended = nil
        #expect(emergency.sounds(in: kitchen) && !emergency.sounds(in: NodeID("bath")!))
    }
}
