/// The state of a mixer control: raw volumes of its channels, and its switch, if any.
struct MixerLevel: Hashable, Sendable {
    var volumes: [Int]
    var isOn: Bool?
}
