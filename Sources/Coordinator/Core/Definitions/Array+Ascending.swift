extension Array {
    /// The index of the first element that does not lie before a place, in an array in which those that do come first.
    func lowerBound(where liesBefore: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = low + (high - low) / 2
            if liesBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Array where Element: Comparable {
    /// The index of the first element that is not less than `element`, in an ascending array.
    func lowerBound(of element: Element) -> Int { lowerBound { $0 < element } }

    /// Whether an ascending array has `element`.
    func containsAscending(_ element: Element) -> Bool {
        let index = lowerBound(of: element)
        return index < count && self[index] == element
    }

    /// Puts `element` in its place in an ascending array, unless it is there.
    mutating func insertAscending(_ element: Element) {
        // Ids grow, so most come last.
        if let last, last < element { return append(element) }
        let index = lowerBound(of: element)
        if index == count || self[index] != element { insert(element, at: index) }
    }

    /// Takes `element` out of an ascending array, if it is there.
    mutating func removeAscending(_ element: Element) {
        let index = lowerBound(of: element)
        if index < count, self[index] == element { remove(at: index) }
    }
}
