/// A program that reads a text from its input and makes a sound of it.
struct SpeechCommand: Hashable, Sendable {
    /// The program and its arguments. ``file`` among them stands for the file that the sound goes to; without it the sound
    /// comes on the program's output.
    var words: [String]
    /// For people: `festival (cmu_us_slt_arctic_hts)`.
    var name: String

    static let file = "{file}"
}
