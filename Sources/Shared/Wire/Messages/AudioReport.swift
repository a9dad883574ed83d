internal import ClockDomain

/// The state of a node's sound output at its last use or probe.
public struct AudioReport: Hashable, Sendable {
    public enum State: String, Hashable, Sendable, Codable {
        case unknown, ok, missing, busy, failed
    }

    /// The configured ALSA name.
    public var device: String
    public var state: State
    /// The output's message and the remedy; `nil` when all is well.
    public var detail: String?
    /// The outputs that the machine has, as of the last probe; at most ``maximumDevices``. Left out of a site's status.
    public var devices: [AudioDeviceReport]
    /// The time between the output's receipt of a sound and the sound itself, beyond the room of every lead-in; within
    /// ``depthRange``.
    public var depthMilliseconds: Int
    /// True if the output plays at the pace of a clock; without a clock no sound comes at an instant.
    public var hasClock: Bool

    public static let depthRange = 0...60_000
    /// Sounds are ordered so much earlier at most: a wake comes not much before.
    public static let mostOrderedMilliseconds = 6_500
    public static let maximumDevices = 16

    public init(
        device: String, state: State, detail: String? = nil, devices: [AudioDeviceReport] = [],
        depthMilliseconds: Int = 0, hasClock: Bool = true
    ) {
        self.device = device
        self.state = state
        self.detail = detail
        self.devices = devices
        self.depthMilliseconds = depthMilliseconds
        self.hasClock = hasClock
    }
}

extension AudioReport: Codable {
    enum CodingKeys: String, CodingKey {
        case device, state, detail, devices
        case depthMilliseconds = "depth_ms"
        case hasClock = "has_clock"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            device: try container.decode(String.self, forKey: .device),
            state: try container.decode(State.self, forKey: .state),
            detail: try container.decodeIfPresent(String.self, forKey: .detail),
            devices: try container.decodeList(atMost: Self.maximumDevices, "devices", forKey: .devices),
            depthMilliseconds: try container.decode(Self.depthRange, "ms", forKey: .depthMilliseconds, standard: 0),
            hasClock: try container.decodeIfPresent(Bool.self, forKey: .hasClock) ?? true)
    }
}
