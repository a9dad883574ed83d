public import ClockDomain

extension NodeCore {
    /// What does not change while the program runs.
    public struct Identity: Sendable {
        public var id: NodeID
        public var version: String
        /// Names the boot of the machine, see ``NodeState/bootID``.
        public var bootID: String
        /// The zone whose time it speaks, as it is at the start.
        public var zone: TimeZoneRules
        /// ALSA name of the output, for reports.
        public var device: String
        /// How long before the target the output is opened and fed silence: what USB and HDMI outputs swallow.
        public var leadIn: Duration
        /// Whose clock it goes by.
        public var clockSource: ClockSource
        /// Until when the certificate is valid by which it connects; `nil` where it has none.
        public var certificateUntil: WallTime?

        public init(
            id: NodeID, version: String, bootID: String, zone: TimeZoneRules, device: String, leadIn: Duration,
            clockSource: ClockSource = .system, certificateUntil: WallTime? = nil
        ) {
            self.id = id
            self.version = version
            self.bootID = bootID
            self.zone = zone
            self.device = device
            self.leadIn = leadIn
            self.clockSource = clockSource
            self.certificateUntil = certificateUntil
        }
    }
}
