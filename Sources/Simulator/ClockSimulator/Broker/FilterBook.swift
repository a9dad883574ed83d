/// Remembers the filters of a broker and the topics that each matches, so that it compares no two texts twice.
struct FilterBook: Sendable {
    private var filters: [TopicFilter] = []
    private var numbers: [TopicFilter: Int] = [:]
    /// For each filter, the topics compared so far, in their order.
    private var known: [[Bool]] = []

    mutating func number(of filter: TopicFilter) -> Int {
        if let number = numbers[filter] { return number }
        let number = filters.count
        numbers[filter] = number
        filters.append(filter)
        known.append([])
        return number
    }

    mutating func matches(_ filter: Int, _ topic: Int, _ topics: TopicTable) -> Bool {
        while known[filter].count <= topic {
            known[filter].append(filters[filter].matches(topics.levels[known[filter].count]))
        }
        return known[filter][topic]
    }
}
