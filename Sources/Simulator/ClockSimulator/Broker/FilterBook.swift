/// The filters that a broker has ever seen, and which topics each was found to match, so that no two texts are compared
/// twice.
struct FilterBook: Sendable {
    private var filters: [TopicFilter] = []
    private var numbers: [TopicFilter: Int] = [:]
    /// For each filter the topics looked at so far, in their order.
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
