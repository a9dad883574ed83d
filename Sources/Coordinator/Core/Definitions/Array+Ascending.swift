extension Array {
    /// Returns the index of the first element that does not lie before a place, in an array that starts with those.
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
    /// Returns the index of the first element that is not less than `element`, in an ascending array.
    func lowerBound(of element: Element) -> Int { lowerBound { $0 < element } }

    /// True if an ascending array contains `element`.
    func containsAscending(_ element: Element) -> Bool {
        let index = lowerBound(of: element)
        return index < count && self[index] == element
    }

    /// Inserts `element` into an ascending array, unless it is there.
    mutating func insertAscending(_ element: Element) {
        // Ids grow, so most go to the end.
        if let last, last < element { return append(element) }
        let index = lowerBound(of: element)
        if index == count || self[index] != element { insert(element, at: index) }
    }

    /// Removes `element` from an ascending array, if it is there.
    mutating func removeAscending(_ element: Element) {
        let index = lowerBound(of: element)
        if index < count, self[index] == element { remove(at: index) }
    }
}
