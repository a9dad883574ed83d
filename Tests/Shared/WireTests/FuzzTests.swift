import ClockDomain
import ClockWire
import Testing

/// Broken payloads never trap and never come through as something that cannot be written again.
struct FuzzTests {
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func mutatedPayloadsAreReadOrRefused(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var accepted = 0
        for _ in 0..<300 {
            var payload = Samples.payloads.randomElement(using: &random)!
            for _ in 0...(random.next() % 4) { mutate(&payload, &random) }
            let messages = Samples.decodeAsEverything(payload)
            accepted += messages.count
            for message in messages { checkAgain(message) }
        }
        // Mutations that break everything would test nothing.
        #expect(accepted > 100, "seed \(seed)")
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func noiseIsRefused(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let noise = (0..<Int(random.next() % 300)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            #expect(Samples.decodeAsEverything(noise).isEmpty, "seed \(seed)")
        }
    }

    private func checkAgain(_ message: some WireMessage) {
        let payload = WireCodec.encode(message)
        do throws(WireError) {
            let again = try WireCodec.decode(type(of: message), from: payload)
            #expect(WireCodec.encode(again) == payload)
        } catch {
            Issue.record("\(message) was accepted and its own bytes are not: \(error)")
        }
    }

    private func mutate(_ payload: inout [UInt8], _ random: inout SplitMix64) {
        guard !payload.isEmpty else { return }
        let index = Int(random.next() % UInt64(payload.count))
        switch random.next() % 8 {
        case 0: payload[index] ^= 1 << (random.next() % 8)
        case 1: payload[index] = UInt8(truncatingIfNeeded: random.next())
        case 2: payload.remove(at: index)
        case 3: payload.insert(bytes("\"{}[]:,\\0-e.nft").randomElement(using: &random)!, at: index)
        case 4: payload.removeSubrange(index..<min(payload.count, index + Int(random.next() % 20)))
        case 5: payload.insert(contentsOf: payload[index..<min(payload.count, index + 20)], at: index)
        default: replaceNumber(&payload, from: index, &random)
        }
    }

    private func replaceNumber(_ payload: inout [UInt8], from index: Int, _ random: inout SplitMix64) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let start = payload[index...].firstIndex(where: digits.contains) else { return }
        let end = payload[start...].firstIndex { !digits.contains($0) } ?? payload.count
        let numbers = ["-1", "0", "1e400", "9223372036854775807", "-9223372036854775808", "0.5", "1e18", "null", "99"]
        payload.replaceSubrange(start..<end, with: bytes(numbers.randomElement(using: &random)!))
    }
}
