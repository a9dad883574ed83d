/// A program's own words on an outcome, beside the sentence that every outcome of its kind has.
package enum DetailWords {
    /// A detail as a sentence; `nil` where there is none.
    package static func sentence(_ detail: String?) -> String? {
        guard let detail, let first = detail.first, let last = detail.last else { return nil }
        // An id stays as it is typed: `a1 rings`.
        let word = detail.prefix { $0 != " " }
        let isID = word.count > 1 && word.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
        let begin = isID ? String(first) : first.uppercased()
        return begin + detail.dropFirst() + (".!?…".contains(last) ? "" : ".")
    }
}
