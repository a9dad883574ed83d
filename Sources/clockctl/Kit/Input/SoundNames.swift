internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockWire

/// Sounds for alarms and timers by name: the built-in ones, and the files that nodes report.
struct SoundNames {
    let link: CoordinatorLink
    let console: Console

    /// Checks that the sound can ring on `nodes`, and warns of each node that lacks it while another one has it.
    ///
    /// - Throws: ``FatalError`` when none of the nodes reports it.
    func check(_ name: String, on nodes: [NodeID]) throws {
        guard !RingOptionWords.sounds.contains(name) else { return }
        var without = try lacking(name, among: nodes)
        if !without.isEmpty {
            // Somebody may have put the file there a moment ago: the examination makes nodes read the folder again.
            _ = try link.request(DoctorRequest())
            without = try lacking(name, among: nodes)
        }
        guard let (first, sounds) = without.first else { return }
        guard without.count == nodes.count else {
            for (node, sounds) in without {
                console.warn("\(why(node, name, sounds)); until then a built-in tone rings there")
            }
            return
        }
        let others = without.dropFirst().map(\.0.rawValue)
        let rest = others.isEmpty ? "" : "; nor has it \(others.prefix(8).joined(separator: ", "))"
        let known = Set(without.flatMap(\.1.names)).sorted()
        let hint = NearestNames.suggestion(for: name, among: RingOptionWords.sounds + known)
        throw FatalError(.badData, "--sound: \(why(first, name, sounds))\(rest)\(hint.map { "; \($0)" } ?? "")")
    }

    /// Returns the nodes that report that they lack it. A node without a report may have it.
    private func lacking(_ name: String, among nodes: [NodeID]) throws -> [(NodeID, SoundsReport)] {
        let statuses = try link.status().result.nodes
        return statuses.filter { nodes.contains($0.id) }.compactMap { node in
            node.sounds.flatMap { $0.has(name) ? nil : (node.id, $0) }
        }
    }

    private func why(_ node: NodeID, _ name: String, _ sounds: SoundsReport) -> String {
        if let problem = sounds.problems.first(where: { $0.sound == name }) {
            return "node \(node) cannot play \(name): \(problem.finding); \(problem.fix)"
        }
        let builtIn = RingOptionWords.sounds.joined(separator: ", ")
        return "node \(node) has no sound \(name): put a file of that name into \(sounds.folder) there "
            + "(\(name).wav, .flac, .mp3, .ogg …), or name a built-in one: \(builtIn)"
    }

    /// Offers the built-in sounds and those of the site's nodes to the shell.
    static let completion = CompletionKind.custom { words, _, _ in
        let own = NodeCompletion.statuses(words).flatMap { $0.sounds?.names ?? [] }
        return RingOptionWords.sounds + Set(own).sorted()
    }
}
