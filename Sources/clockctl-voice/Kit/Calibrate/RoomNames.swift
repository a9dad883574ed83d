/// Names of rooms in a sentence.
enum RoomNames {
    /// `Kitchen`, `Kitchen and Office`, `Kitchen, Bedroom and Office`.
    static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }
}
