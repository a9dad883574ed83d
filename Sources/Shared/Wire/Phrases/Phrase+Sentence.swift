package import ClockDomain

extension Phrase {
    /// An instant, and how a program's user reads it.
    package typealias Moment = (at: WallTime, spelled: String)
    /// A length of time, and how people read it.
    package typealias Length = (of: Duration, spelled: String)

    /// An English sentence as it is written in the code: its values stand in it with their names.
    ///
    /// `"\(device, "device") keeps sound for \(depth, "ms") ms"` becomes the text, the template `{device} keeps sound for
    /// {ms} ms`, and the values. Beside `{name}` a template has two forms of places:
    ///
    /// - `{name|before}`: the value behind `before`; nothing where there is no value.
    /// - `{name?one|other}`: one of two texts, by the number of that name.
    struct Sentence: ExpressibleByStringInterpolation {
        fileprivate(set) var text = ""
        fileprivate(set) var template = ""
        fileprivate(set) var parameters: [String: Parameter] = [:]

        init(stringLiteral text: String) {
            self.text = text
            template = text
        }

        init(stringInterpolation sentence: StringInterpolation) {
            text = sentence.text
            template = sentence.template
            parameters = sentence.parameters
        }

        struct StringInterpolation: StringInterpolationProtocol {
            fileprivate var text = ""
            fileprivate var template = ""
            fileprivate var parameters: [String: Parameter] = [:]

            init(literalCapacity: Int, interpolationCount: Int) {
                text.reserveCapacity(literalCapacity * 2)
                template.reserveCapacity(literalCapacity * 2)
            }

            mutating func appendLiteral(_ literal: String) {
                text += literal
                template += literal
            }

            private mutating func append(_ name: String, _ value: Parameter, _ spelled: String) {
                text += spelled
                template += "{\(name)}"
                parameters[name] = value
            }

            private mutating func append(_ name: String, _ value: Parameter?, _ spelled: String?, before: String) {
                template += "{\(name)|\(before)}"
                guard let value, let spelled else { return }
                text += before + spelled
                parameters[name] = value
            }

            mutating func appendInterpolation(_ text: String, _ name: String) { append(name, .text(text), text) }

            mutating func appendInterpolation(_ text: String?, _ name: String, before: String) {
                append(name, text.map { .text($0) }, text, before: before)
            }

            mutating func appendInterpolation(_ texts: [String], _ name: String, separator: String = ", ") {
                append(name, .texts(texts), texts.joined(separator: separator))
            }

            mutating func appendInterpolation(_ number: Int, _ name: String) {
                append(name, .number(number), "\(number)")
            }

            mutating func appendInterpolation(_ number: Int, _ name: String, one: String, other: String) {
                text += number == 1 ? one : other
                template += "{\(name)?\(one)|\(other)}"
                parameters[name] = .number(number)
            }

            mutating func appendInterpolation(mebibytes bytes: Int, _ name: String) {
                append(name, .bytes(bytes), "\(bytes >> 20) MiB")
            }

            mutating func appendInterpolation(mebibytes bytes: Int?, _ name: String, before: String) {
                append(name, bytes.map { .bytes($0) }, bytes.map { "\($0 >> 20) MiB" }, before: before)
            }

            mutating func appendInterpolation(_ instant: WallTime, _ name: String) {
                append(name, .instant(instant), "\(instant)")
            }

            mutating func appendInterpolation(_ instant: WallTime, _ name: String, spelled: String) {
                append(name, .instant(instant), spelled)
            }

            mutating func appendInterpolation(_ instant: WallTime?, _ name: String, before: String) {
                append(name, instant.map { .instant($0) }, instant.map { "\($0)" }, before: before)
            }

            mutating func appendInterpolation(_ instant: Moment?, _ name: String, before: String) {
                append(name, instant.map { .instant($0.at) }, instant?.spelled, before: before)
            }

            mutating func appendInterpolation(_ date: CivilDate, _ name: String) {
                append(name, .date(date), "\(date)")
            }

            mutating func appendInterpolation(_ duration: Duration, _ name: String, spelled: String) {
                append(name, .duration(duration), spelled)
            }

            mutating func appendInterpolation(_ length: Length?, _ name: String, before: String) {
                append(name, length.map { .duration($0.of) }, length?.spelled, before: before)
            }

            mutating func appendInterpolation(_ node: NodeID, _ name: String) { append(name, .room(node), "\(node)") }

            mutating func appendInterpolation(_ nodes: [NodeID], _ name: String, spelled: String) {
                append(name, .rooms(nodes), spelled)
            }

            mutating func appendInterpolation(sound: String, _ name: String) { append(name, .sound(sound), sound) }

            mutating func appendInterpolation(_ phrase: Phrase, _ name: String) {
                append(name, .phrase(phrase), phrase.text)
            }
        }
    }
}
