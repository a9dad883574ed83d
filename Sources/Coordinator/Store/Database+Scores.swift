internal import ClockCoordinatorCore
internal import ClockDomain
internal import GRDB

extension Database {
    func save(_ score: WordScore) throws {
        try cachedStatement(
            sql: """
                INSERT INTO score (learner, list, word, box, known, missed, last_ns) VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (learner, list, word) DO UPDATE SET box = excluded.box, known = excluded.known,
                    missed = excluded.missed, last_ns = excluded.last_ns
                """
        ).execute(arguments: [
            score.key.learner, score.key.list, score.key.word, score.box.rawValue, score.known, score.missed,
            score.last.nanoseconds,
        ])
    }
}

extension WordScore {
    /// Ascending by key.
    static func all(from database: Database) throws -> [WordScore] {
        try Row.fetchAll(database, sql: "SELECT * FROM score").map { row in
            let (learner, list, word): (String, String, String) = (row["learner"], row["list"], row["word"])
            guard let key = ScoreKey(learner: learner, list: list, word: word),
                let box = LeitnerBox(rawValue: row["box"])
            else { throw UnreadableRow("score of \(learner) in \(list)") }
            return WordScore(
                key, box: box, known: row["known"], missed: row["missed"],
                last: WallTime(nanoseconds: row["last_ns"]))
        }.sorted { $0.key < $1.key }
    }
}
