public import ClockDomain

/// Reads `chime.yaml` of somebody's own chime: the moment of each sound file that marks the quarter hour.
///
///     anchor:
///       hour: 21.35     # seconds into hour.wav; 0 unless set
public enum ChimeFile {
    private static let schema = ConfigurationSchema(
        Quarter.allCases.map { quarter in
            .double(
                key(quarter), default: 0, in: 0...60,
                help: "Seconds into the file \(quarter.name) at which the quarter hour is")
        })

    /// Returns seconds by quarter, 0 for a quarter that is not set, or when the folder has no such file.
    /// - Throws: ``FatalError`` naming file, line, fault and possible values.
    public static func anchors(folder: String) throws(FatalError) -> [Quarter: Double] {
        let file = try ProgramConfiguration.load(
            schema: schema, defaultFiles: ["\(folder)/chime.yaml"], environment: [:])
        return Dictionary(uniqueKeysWithValues: Quarter.allCases.map { ($0, file.double(key($0))) })
    }

    private static func key(_ quarter: Quarter) -> String { "anchor.\(quarter.name)" }
}
