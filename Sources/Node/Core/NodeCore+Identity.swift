public import ClockDomain

extension NodeCore {
    /// The facts that hold while the program runs.
    public struct Identity: Sendable {
        public var id: NodeID
        public var version: String
        /// Names the boot of the machine, see ``NodeState/bootID``.
        public var bootID: String
        /// The zone whose time the node speaks, as it is at the start.
        public var zone: TimeZoneRules
        /// ALSA name of the output, for reports.
        public var device: String
        /// The time before the target at which the output opens and plays silence, which USB and HDMI outputs swallow.
        public var leadIn: Duration
        public var clockSource: ClockSource
        /// The end of the validity of the node's certificate; `nil` without a certificate.
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
