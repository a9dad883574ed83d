import ClockCoordinatorCore
import ClockDomain
import ClockNodeCore
import ClockSimulator
import ClockWire
import Testing

/// Each checker of ledgers, documents and answers sees a program that breaks its promise.
struct LedgerMutationTests {
    @Test func aLedgerThatIsNeverSentBreaks9And11() {
        let site = MutatedSite().mutatingNode { _, _, effects in effects.filter { !$0.isLedger } }
        #expect(site.broken().isSuperset(of: [9, 11]))
    }

    @Test func aRecordOfWhatNobodyHeardBreaks9() {
        let site = MutatedSite().mutatingNode { event, now, effects in
            // The output is never asked, and the record says announced all the same.
            effects.flatMap { effect -> [NodeCore.Effect] in
                if effect.play != nil { return [] }
                guard case .store(var state, let ticket) = effect,
                    case .quarter(var record)? = state.pending.last?.event, record.outcome != .announced
                else { return [effect] }
                record.outcome = .announced
                record.reason = nil
                state.pending[state.pending.count - 1].event = .quarter(record)
                return [.store(state, ticket: ticket)]
            }
        }
        #expect(site.broken().contains(9))
    }

    @Test func aQuarterHourThatIsNeverClosedBreaks9() {
        let site = MutatedSite {
            $0.fail(.powerCut, [.node(0)], from: MutatedSite.at(7, 10), to: MutatedSite.at(8, 10))
        }
        #expect(site.violations() == [])
        let broken = site.mutatingCoordinator { _, _, effects in
            effects.map { effect in
                guard case .commit(let id, let operations) = effect else { return effect }
                let kept = operations.filter { if case .closeQuarters = $0 { false } else { true } }
                return .commit(id, kept)
            }
        }
        #expect(broken.broken().contains(9))
    }

    @Test func anAcknowledgementBeforeTheCommitBreaks10() {
        let site = MutatedSite().mutatingCoordinator { event, _, effects in
            guard case .ledger(let node, let batch) = event, let last = batch.entries.last else { return effects }
            return [.publishAcked(node, Acked(epoch: batch.epoch, sequence: last.sequence))] + effects
        }
        #expect(site.broken().contains(10))
    }

    @Test func aCommitThatLosesLinesBreaks10Or9() {
        let site = MutatedSite().mutatingCoordinator { _, _, effects in
            effects.map { effect in
                guard case .commit(let id, let operations) = effect else { return effect }
                return .commit(id, operations.filter { if case .appendLedger = $0 { false } else { true } })
            }
        }
        #expect(site.broken().isSuperset(of: [9, 10]))
    }

    @Test func aNodeThatForgetsWhatIsNotAcknowledgedBreaks10() {
        let site = MutatedSite {
            $0.fail(.partition(.both), [.coordinator(0)], from: MutatedSite.at(7, 5), to: MutatedSite.at(8, 5))
        }
        #expect(site.violations() == [])
        let broken = site.mutatingNode { _, now, effects in
            effects.map { effect in
                guard case .store(var state, let ticket) = effect, now.wall > MutatedSite.at(7, 40) else {
                    return effect
                }
                state.pending = []
                return .store(state, ticket: ticket)
            }
        }
        #expect(broken.broken().contains(10))
    }

    @Test func anEntryThatIsSentBeforeItIsStoredBreaks10() {
        let site = MutatedSite().mutatingNode { _, _, effects in
            guard let state = effects.lazy.compactMap(\.stored).first, let last = state.pending.last else {
                return effects
            }
            return [
                .publishLedger(LedgerBatch(epoch: state.epoch, oldest: last.sequence, entries: [last]))
            ] + effects
        }
        #expect(site.broken().contains(10))
    }

    @Test func aDocumentThatIsNeverSentBreaks11() {
        let site = MutatedSite { $0.set(SettingsPatch(volume: Volume(percent: 30)), at: MutatedSite.at(7, 5)) }
        #expect(site.violations() == [])
        let broken = site.mutatingCoordinator { _, now, effects in
            effects.filter { effect in
                if case .publishDesired = effect { now.wall < MutatedSite.at(7, 0) } else { true }
            }
        }
        #expect(broken.broken().contains(11))
    }

    @Test func anAnswerBeforeTheCommitBreaks12() {
        let site = MutatedSite { $0.set(SettingsPatch(volume: Volume(percent: 30)), at: MutatedSite.at(7, 5)) }
        let broken = site.mutatingCoordinator { event, _, effects in
            guard case .request(let origin, .set) = event else { return effects }
            let changed = effects.flatMap { effect -> [SetResult.NodeRevision] in
                guard case .commit(_, let operations) = effect else { return [] }
                return operations.compactMap { operation in
                    guard case .saveDefinition(let definition) = operation else { return nil }
                    return .init(node: definition.id, revision: definition.revision, settings: definition.settings)
                }
            }
            // And then the program dies before it has committed anything.
            return [.reply(origin, .set(SetResult(nodes: changed)))]
        }
        #expect(broken.broken().contains(12))
    }

    @Test func anAnswerThatDoesSomethingElseBreaks12() {
        let site = MutatedSite { $0.set(SettingsPatch(volume: Volume(percent: 30)), at: MutatedSite.at(7, 5)) }
        let broken = site.mutatingCoordinator { _, _, effects in
            effects.map { effect in
                guard case .reply(let origin, .set(var result)) = effect else { return effect }
                for index in result.nodes.indices { result.nodes[index].settings.volume = .standard }
                return .reply(origin, .set(result))
            }
        }
        #expect(broken.broken().contains(12))
    }

    @Test func aChangeThatIsAnsweredAndNotCommittedBreaks12() {
        let site = MutatedSite { $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(7, 5)) }
        #expect(site.violations() == [])
        let broken = site.mutatingCoordinator { _, _, effects in
            effects.map { effect in
                guard case .commit(let id, let operations) = effect else { return effect }
                return .commit(id, operations.filter { if case .saveObject = $0 { false } else { true } })
            }
        }
        #expect(broken.broken().contains(12))
    }
}
