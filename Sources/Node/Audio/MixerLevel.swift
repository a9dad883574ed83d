/// How a mixer control stands: raw volumes of its channels, and its switch where it has one.
struct MixerLevel: Hashable, Sendable {
    var volumes: [Int]
    var isOn: Bool?
}
