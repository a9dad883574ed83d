internal import ClockDomain

/// A time in a line of a bell schedule.
struct BellTime: Hashable {
    enum Strength {
        /// `8:10`, `8.10`, `8h10`: nothing but a time.
        case sure
        /// `8 am`, `noon`, `0810`: a part of a name beside a sure time.
        case likely
        /// `1204`: a time only in a range.
        case inRange
    }

    /// 0..<1440; the reading with 24 hours of an open time.
    var minute: Int
    /// True for an hour of 1 to 12 without am or pm: twelve hours earlier or later is another reading.
    var isOpen: Bool
    /// True with am, pm or noon.
    var hasHalf: Bool
    var strength: Strength
    /// The places of its characters in the line.
    var range: Range<Int>
}

/// The fault of a line, and its remedy.
struct BellFault: Error {
    var problem: String
    var advice: String

    init(_ problem: String, _ advice: String) {
        self.problem = problem
        self.advice = advice
    }
}

/// Finds the times in the characters of a line.
struct BellTimeReader {
    private let characters: [Character]

    init(_ characters: [Character]) { self.characters = characters }

    /// The times in order, without the ones that are more likely parts of a name.
    func times() throws(BellFault) -> [BellTime] {
        var found: [BellTime] = []
        var index = 0
        while index < characters.count {
            if let time = try time(at: index) {
                found.append(time)
                index = time.range.upperBound
            } else {
                index += 1
            }
        }
        let isSure = found.contains { $0.strength == .sure }
        return found.indices.filter { place in
            let isJoined =
                place > 0 && isRange(found[place - 1], found[place])
                || place + 1 < found.count && isRange(found[place], found[place + 1])
            return switch found[place].strength {
            case .sure: true
            case .likely: isJoined || !isSure
            case .inRange: isJoined
            }
        }.map { found[$0] }
    }

    private func isRange(_ first: BellTime, _ second: BellTime) -> Bool {
        let between = characters[first.range.upperBound..<second.range.lowerBound]
        return BellWords.isConnector(between) && between.contains { $0.isBellDash || $0.isLetter }
    }

    // MARK: One time

    private func time(at start: Int) throws(BellFault) -> BellTime? {
        guard isBeginOfWord(start) else { return nil }
        if word(at: start) == "noon" {
            return BellTime(minute: 720, isOpen: false, hasHalf: true, strength: .likely, range: start..<start + 4)
        }
        let hour = digits(at: start)
        guard !hour.isEmpty else { return nil }
        let next = start + hour.count
        switch character(next) {
        case ":" where !digits(at: next + 1).isEmpty: return try clock(hour, minutesAt: next + 1, from: start)
        case ".":
            let minutes = digits(at: next + 1)
            let end = next + 1 + minutes.count
            // Neither a date (24.12.2026, 24.12.) nor a number (1.25 hours).
            guard hour.count <= 2, minutes.count == 2, character(end) != ".", !isUnit(at: end) else { return nil }
            return try clock(hour, minutesAt: next + 1, from: start)
        case "h", "H":
            let minutes = digits(at: next + 1)
            let end = next + 1 + minutes.count
            guard hour.count <= 2, character(end)?.isLetter != true else { return nil }
            if minutes.count == 2 { return try clock(hour, minutesAt: next + 1, from: start) }
            // A small number of hours is a duration.
            guard minutes.isEmpty, Int(hour) ?? 0 >= 6 else { return nil }
            return try time(hour, "00", half: "", from: start, to: end, .likely)
        default: return hour.count == 4 ? try military(hour, from: start) : try bare(hour, from: start)
        }
    }

    /// `8:10`, `8:10:00`, `8:10 a.m.`, `8.10 Uhr`
    private func clock(_ hour: String, minutesAt place: Int, from start: Int) throws(BellFault) -> BellTime? {
        let minutes = digits(at: place)
        var end = place + minutes.count
        if character(end) == ":", !digits(at: end + 1).isEmpty {
            let seconds = digits(at: end + 1)
            end += 1 + seconds.count
            guard seconds == "00" else { throw fault(start..<end, "has seconds, but bells ring on whole minutes") }
        }
        let half = half(at: end)
        return try time(hour, minutes, half: half?.word ?? "", from: start, to: unit(at: half?.end ?? end), .sure)
    }

    /// `0810`, `1340`; years begin with 20.
    private func military(_ digits: String, from start: Int) throws(BellFault) -> BellTime? {
        let end = start + 4
        guard "01".contains(digits.first ?? "2"), let minute = Int(digits.suffix(2)), minute < 60 else { return nil }
        let half = half(at: end)
        let last = unit(at: half?.end ?? end)
        let isFirst = characters[..<start].last { $0 != " " }.map { $0 == "\t" || !$0.isLetter && !$0.isNumber } ?? true
        let strength: BellTime.Strength = last > end ? .sure : digits.hasPrefix("0") || isFirst ? .likely : .inRange
        return try time(
            String(digits.prefix(2)), String(digits.suffix(2)), half: half?.word ?? "", from: start, to: last, strength)
    }

    /// `8 am`, `3PM`, `12 noon`, `8 Uhr`, `8 Uhr 15`, `8 o'clock`; a number alone is a part of a name.
    private func bare(_ hour: String, from start: Int) throws(BellFault) -> BellTime? {
        guard hour.count <= 2 else { return nil }
        let end = start + hour.count
        if let half = half(at: end) {
            let time = try time(hour, "00", half: half.word, from: start, to: unit(at: half.end), .likely)
            // "Session 1 AM" names no time: no bell rings before 5.
            return time.minute < 5 * 60 ? nil : time
        }
        let last = unit(at: end)
        guard last > end else { return nil }
        let place = blanks(from: last)
        let minutes = digits(at: place)
        if minutes.count == 2, place > last, character(place + 2)?.isBellWord != true {
            return try time(hour, minutes, half: "", from: start, to: place + 2, .sure)
        }
        // "2 h" and "8 hrs" are durations.
        let unit = word(at: blanks(from: end))
        guard !unit.hasPrefix("h") || unit == "h" && Int(hour) ?? 0 >= 6 else { return nil }
        return try time(hour, "00", half: "", from: start, to: last, .likely)
    }

    private func time(
        _ hour: String, _ minutes: String, half: String, from start: Int, to end: Int, _ strength: BellTime.Strength
    ) throws(BellFault) -> BellTime {
        let input: TimeInput
        do throws(InputError) {
            input = try TimeInput("\(hour):\(minutes)\(half)")
        } catch {
            throw fault(start..<end, error.problem)
        }
        guard case .clock(let time, on: nil) = input else { throw fault(start..<end, "is not a time") }
        return BellTime(
            minute: time.secondOfDay / 60, isOpen: half.isEmpty && (1...12).contains(time.hour),
            hasHalf: !half.isEmpty, strength: strength, range: start..<end)
    }

    // MARK: Characters

    private func character(_ index: Int) -> Character? { characters.indices.contains(index) ? characters[index] : nil }

    private func fault(_ range: Range<Int>, _ problem: String) -> BellFault {
        BellFault(
            "\"\(BellListError.shown(String(characters[range].prefix(20))))\" \(problem)",
            "write 8:10, 13:10 or 1:10 pm")
    }

    private func isBeginOfWord(_ index: Int) -> Bool {
        guard let before = character(index - 1) else { return true }
        if ".:".contains(before), let earlier = character(index - 2), earlier.isBellDigit { return false }
        return !before.isBellWord
    }

    private func digits(at index: Int) -> String {
        index > characters.count ? "" : String(characters[index...].prefix(while: \.isBellDigit))
    }

    /// The letters that begin at a place, in lower case.
    private func word(at index: Int) -> String {
        index > characters.count ? "" : String(characters[index...].prefix(while: \.isLetter)).lowercased()
    }

    private func blanks(from index: Int) -> Int {
        index + characters[min(index, characters.count)...].prefix { $0 == " " || $0 == "\t" }.count
    }

    /// `am`, `P.M.`, `a. m.`, `noon`; `a` and `p` without a blank before them, since "8:10 A Lunch" is another lunch.
    private func half(at index: Int) -> (word: String, end: Int)? {
        let place = blanks(from: index)
        let word = word(at: place)
        func end(_ end: Int) -> (word: String, end: Int)? {
            let half = word.hasPrefix("a") ? "am" : "pm"
            return character(end)?.isBellDigit == true ? nil : (half, character(end) == "." ? end + 1 : end)
        }
        switch word {
        case "am", "pm": return end(place + 2)
        case "noon": return ("pm", place + 4)
        case "a", "p":
            let isDotted = character(place + 1) == "."
            let last = isDotted ? blanks(from: place + 2) : place + 1
            if isDotted, self.word(at: last) == "m" { return end(last + 1) }
            return place == index && !isDotted ? end(place + 1) : nil
        default: return nil
        }
    }

    /// The place behind `Uhr`, `o'clock`, `hrs` or `h`, if one of them stands here.
    private func unit(at index: Int) -> Int {
        let place = blanks(from: index)
        let letters = String(characters[min(place, characters.count)...].prefix { $0.isLetter || "'’".contains($0) })
        guard ["uhr", "h", "hrs", "o'clock", "o’clock", "oclock"].contains(letters.lowercased()) else { return index }
        return place + letters.count
    }

    /// True for the unit of a duration or a per cent sign.
    private func isUnit(at index: Int) -> Bool {
        let place = blanks(from: index)
        return character(place) == "%" || Vocabulary.units[word(at: place)] != nil && word(at: place) != "h"
    }
}

extension Character {
    var isBellDigit: Bool { isASCII && isWholeNumber }

    fileprivate var isBellWord: Bool { isLetter || isNumber }

    /// A hyphen, dash, minus sign, wave or arrow, as between two times.
    var isBellDash: Bool { "-–—‒―‐‑−~→⇒".contains(self) }
}
