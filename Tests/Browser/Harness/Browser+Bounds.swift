extension Browser {
    struct Point: Sendable {
        var x: Int
        var y: Int
    }

    struct Bounds: Decodable, Sendable {
        var left: Double
        var top: Double
        var right: Double
        var bottom: Double

        var middle: Point { Point(x: Int((left + right) / 2), y: Int((top + bottom) / 2)) }
    }
}
