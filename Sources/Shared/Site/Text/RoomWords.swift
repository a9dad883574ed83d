/// Many rooms in a few words.
package enum RoomWords {
    /// `attic, bath and 148 more`; all of them where that is hardly longer.
    ///
    /// - Parameter most: so many are named.
    package static func list(_ names: [String], most: Int) -> String {
        guard names.count > most + 1 else { return names.joined(separator: ", ") }
        return "\(names.prefix(most).joined(separator: ", ")) and \(whole(names.count - most)) more"
    }

    /// `9,812`
    package static func whole(_ number: Int) -> String {
        var text = ""
        for (place, digit) in String(number.magnitude).reversed().enumerated() {
            if place > 0, place.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return (number < 0 ? "−" : "") + String(text.reversed())
    }
}
