package import ClockSite

/// Rows of text in aligned columns that fit a given width.
///
/// In a narrow terminal we first cut long cells to their comfortable width, then drop the least important columns, then
/// cut the columns that may be cut, the widest first. If that is not enough, we cut any column: a line that the
/// terminal wraps is worse. Columns get spare room back.
package struct TextTable: Sendable {
    package struct Column: Sendable {
        package var title: String
        package var alignment: Alignment = .left
        /// 0 stays always; the highest of the others goes first.
        package var dropRank = 0
        /// The column may shrink to this many terminal columns; `nil`: not before all others.
        package var minimumWidth: Int?
        /// The column shrinks to this many terminal columns before another column goes; `nil`: it does not.
        package var comfortableWidth: Int?
        package var cells: [StyledText]

        package init(
            title: String, alignment: Alignment = .left, dropRank: Int = 0, minimumWidth: Int? = nil,
            comfortableWidth: Int? = nil, cells: [StyledText]
        ) {
            self.title = title
            self.alignment = alignment
            self.dropRank = dropRank
            self.minimumWidth = minimumWidth
            self.comfortableWidth = comfortableWidth
            self.cells = cells
        }

        var naturalWidth: Int { cells.reduce(title.terminalWidth) { max($0, $1.width) } }
    }

    package var columns: [Column]

    package init(columns: [Column]) { self.columns = columns }

    package static let gap = 2
    /// Least width of a cell that says anything.
    private static let leastWidth = 3

    /// Returns the title line and one line a row.
    /// - Parameter width: terminal columns; `nil` for no limit.
    package func lines(width: Int?) -> [StyledText] {
        let (columns, widths) = fitted(to: width)
        guard let rows = columns.first?.cells.count else { return [] }
        var lines = [
            line(zip(columns, widths).map { StyledText($0.title, .dim).truncated(to: $1).padded(to: $1, $0.alignment) })
        ]
        for row in 0..<rows {
            lines.append(
                line(zip(columns, widths).map { $0.cells[row].truncated(to: $1).padded(to: $1, $0.alignment) }))
        }
        return lines
    }

    private func line(_ cells: [StyledText]) -> StyledText {
        cells.enumerated().reduce(into: StyledText()) { line, cell in
            if cell.offset > 0 { line += StyledText(String(repeating: " ", count: TextTable.gap)) }
            line += cell.element
        }
    }

    private func fitted(to width: Int?) -> ([Column], [Int]) {
        var columns = columns
        guard let width else { return (columns, columns.map(\.naturalWidth)) }
        var widths = columns.map { min($0.naturalWidth, $0.comfortableWidth ?? .max) }
        func excess() -> Int { widths.reduce(0, +) + TextTable.gap * max(0, widths.count - 1) - width }
        /// Returns the widest column whose width may shrink further, or grow again.
        func widest(where mayChange: (Int) -> Bool) -> Int? {
            columns.indices.filter(mayChange).max { widths[$0] < widths[$1] }
        }

        while excess() > 0, let rank = columns.map(\.dropRank).max(), rank > 0,
            let index = columns.firstIndex(where: { $0.dropRank == rank })
        {
            columns.remove(at: index)
            widths.remove(at: index)
        }
        while excess() > 0, let index = widest(where: { (columns[$0].minimumWidth ?? .max) < widths[$0] }) {
            widths[index] -= 1
        }
        while excess() > 0, let index = widest(where: { widths[$0] > TextTable.leastWidth }) { widths[index] -= 1 }
        while excess() < 0, let index = widest(where: { widths[$0] < columns[$0].naturalWidth }) {
            widths[index] += 1
        }
        return (columns, widths)
    }
}
