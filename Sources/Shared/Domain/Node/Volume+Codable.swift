extension Volume: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let percent = try container.decode(Int.self)
        guard let volume = Volume(percent: percent) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "volume \(percent) is not in 0...100")
        }
        self = volume
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(percent)
    }
}
