internal import ClockDomain

extension SplitMix64 {
    /// The purpose of a generator: every host has one per purpose, and none disturbs another.
    enum Purpose: UInt64 { case machine = 1, outward, homeward, client, disk, output, names, codec, generations }

    init(seed: UInt64, machine: Int, _ purpose: Purpose) {
        var mixer = SplitMix64(seed: seed ^ (UInt64(machine + 1) << 32) ^ (purpose.rawValue << 24))
        self.init(seed: mixer.next())
    }

    /// Evenly in 0..<`bound`; zero for a bound of zero or less.
    mutating func below(_ bound: Int64) -> Int64 {
        guard bound > 0 else { return 0 }
        return Int64(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Evenly in `range`, nanoseconds.
    mutating func within(_ low: Int64, _ high: Int64) -> Int64 { low + below(high - low + 1) }

    mutating func isHit(perMillion rate: Int) -> Bool { rate > 0 && below(1_000_000) < Int64(rate) }

    mutating func tossesCoin() -> Bool { next() >> 63 == 0 }
}
