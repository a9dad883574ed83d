import ClockCoordinatorCore
import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

@testable import ClockSimulator

/// Each checker of ledgers, documents and answers catches a program that breaks its promise.
struct LedgerMutationTests {
    @Test func aLedgerThatIsNeverSentBreaks9And11() {
        let site = MutatedSite().mutatingNode { _, _, effects in effects.filter { !$0.isLedger } }
        #expect(site.broken().isSuperset(of: [9, 11]))
    }

    @Test func aRecordOfWhatNobodyHeardBreaks9() {
        let site = MutatedSite().mutatingNode { event, now, effects in
            // The node orders no sound, and records the quarter hour as announced all the same.
            effects.flatMap { effect -> [NodeCore.Effect] in
                if effect.play != nil { return [] }
                guard case .store(var state, let ticket) = effect,
                    case .quarter(var record)? = state.wrappedValue.ledger.pending.last?.event,
                    record.outcome != .announced
                else { return [effect] }
                record.outcome = .announced
                record.reason = nil
                state.wrappedValue.ledger.pending[state.wrappedValue.ledger.pending.count - 1].event = .quarter(record)
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
            guard case .broker(.ledger(let node, let batch)) = event, let last = batch.entries.last else {
                return effects
            }
            return [.publish(.acked(node, Acked(epoch: batch.epoch, sequence: last.sequence)))] + effects
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
                state.wrappedValue.ledger.pending = []
                return .store(state, ticket: ticket)
            }
        }
        #expect(broken.broken().contains(10))
    }

    /// Nothing is acknowledged from 07:05 on; after 07:40 the node continues with another ledger.
    private func changingLedger(_ change: @escaping (inout NodeState) -> Void) -> MutatedSite {
        MutatedSite {
            $0.fail(.partition(.both), [.coordinator(0)], from: MutatedSite.at(7, 5), to: MutatedSite.at(8, 5))
        }.mutatingNode { _, now, effects in
            effects.map { effect in
                guard case .store(var state, let ticket) = effect, now.wall > MutatedSite.at(7, 40) else {
                    return effect
                }
                change(&state.wrappedValue)
                return .store(state, ticket: ticket)
            }
        }
    }

    @Test func aLedgerThatIsCountedFromTheBeginningAgainBreaks10() {
        let site = changingLedger { state in
            state.ledger.pending = []
            state.ledger.nextSequence = 1
        }
        #expect(site.violations().contains { $0.invariant == 10 && $0.text.contains("went back") })
    }

    @Test func aLedgerOfANewEpochWithoutWhatWasNotAcknowledgedBreaks10() {
        let site = changingLedger { state in
            state.ledger.epoch = "another"
            state.ledger.pending = []
            state.ledger.nextSequence = 1
        }
        #expect(site.violations().contains { $0.invariant == 10 && $0.text.contains("nor taken along") })
    }

    @Test func aLedgerOfANewEpochThatDoesNotBeginWithItsFirstEntryBreaks10() {
        let site = changingLedger { $0.ledger.epoch = "another" }
        #expect(site.violations().contains { $0.invariant == 10 && $0.text.contains("of a new epoch begins with") })
    }

    @Test func linesThatAreDeletedBeforeTheirTimeBreak9And10() {
        let site = MutatedSite().mutatingCoordinator { _, now, effects in
            effects.map { effect in
                guard case .commit(let id, let operations) = effect, now.wall > MutatedSite.at(8, 0) else {
                    return effect
                }
                return .commit(id, operations + [.purge(before: MutatedSite.at(7, 40), ahead: now.wall, limit: 1_000)])
            }
        }
        #expect(site.broken().isSuperset(of: [9, 10]))
    }

    @Test func anEntryThatIsSentBeforeItIsStoredBreaks10() {
        let site = MutatedSite().mutatingNode { _, _, effects in
            guard let state = effects.lazy.compactMap(\.stored).first, let last = state.ledger.pending.last else {
                return effects
            }
            return [
                .publish(.ledger(LedgerBatch(epoch: state.ledger.epoch, oldest: last.sequence, entries: [last])))
            ] + effects
        }
        #expect(site.broken().contains(10))
    }

    @Test func aDocumentThatIsNeverSentBreaks11() {
        let site = MutatedSite { $0.set(SettingsPatch(volume: Volume(percent: 30)), at: MutatedSite.at(7, 5)) }
        #expect(site.violations() == [])
        let broken = site.mutatingCoordinator { _, now, effects in
            effects.filter { effect in
                if case .publish(.desired) = effect { now.wall < MutatedSite.at(7, 0) } else { true }
            }
        }
        #expect(broken.broken().contains(11))
    }

    @Test func anAnswerBeforeTheCommitBreaks12() {
        let site = MutatedSite { $0.set(SettingsPatch(volume: Volume(percent: 30)), at: MutatedSite.at(7, 5)) }
        let broken = site.mutatingCoordinator { event, _, effects in
            guard case .request(let origin, let request) = event, request.content is SetRequest else { return effects }
            let changed = effects.flatMap { effect -> [SetResult.NodeRevision] in
                guard case .commit(_, let operations) = effect else { return [] }
                return operations.compactMap { operation in
                    guard case .saveDefinition(let definition) = operation else { return nil }
                    return .init(node: definition.id, revision: definition.revision, settings: definition.settings)
                }
            }
            // Then the program dies before it has committed anything.
            return [.reply(origin, .success(SetResult(nodes: changed)))]
        }
        #expect(broken.broken().contains(12))
    }

    @Test func anAnswerThatDoesSomethingElseBreaks12() {
        let site = MutatedSite { $0.set(SettingsPatch(volume: Volume(percent: 30)), at: MutatedSite.at(7, 5)) }
        let broken = site.mutatingCoordinator { _, _, effects in
            effects.map { effect in
                guard case .reply(let origin, let answer) = effect, var result = answer.value as? SetResult else {
                    return effect
                }
                for index in result.nodes.indices { result.nodes[index].settings.volume = .standard }
                return .reply(origin, .success(result))
            }
        }
        #expect(broken.broken().contains(12))
    }

    @Test func anAnswerForOtherNodesBreaks12() {
        let site = MutatedSite { $0.set(SettingsPatch(volume: Volume(percent: 30)), at: MutatedSite.at(7, 5)) }
        let broken = site.mutatingCoordinator { _, _, effects in
            effects.map { effect in
                guard case .reply(let origin, let answer) = effect, answer.value is SetResult else { return effect }
                return .reply(origin, .success(SetResult(nodes: [])))
            }
        }
        #expect(broken.broken().contains(12))
    }

    @Test func aNodeThatIsForgottenByTheAnswerAloneBreaks12() {
        let site = MutatedSite {
            $0.fail(.stop, [.node(0)], from: MutatedSite.at(7, 2), to: MutatedSite.at(7, 30))
            $0.ask(ForgetRequest(node: MutatedSite.kitchen), at: MutatedSite.at(7, 5))
        }
        #expect(site.violations() == [])
        let broken = site.mutatingCoordinator { _, _, effects in
            effects.map { effect in
                guard case .commit(let id, let operations) = effect else { return effect }
                return .commit(id, operations.filter { if case .forget = $0 { false } else { true } })
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

    @Test func alarmsThatAreTidiedAwayByTheAnswerAloneBreak12() {
        var site = MutatedSite { $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(7, 5)) }
        site.plan.people.append(PlannedRequest(at: TrueTime(MutatedSite.at(7, 10)), what: .tidy(keeping: 0)))
        #expect(site.violations() == [])
        let broken = site.mutatingCoordinator { _, _, effects in
            effects.map { effect in
                guard case .commit(let id, let operations) = effect else { return effect }
                return .commit(id, operations.filter { if case .removeObject = $0 { false } else { true } })
            }
        }
        #expect(broken.broken().contains(12))
    }

    @Test func aScoreThatIsAnsweredAndNotCommittedBreaks12() {
        let site = MutatedSite {
            let answer = ScoreRequest.Answer(word: "Haus", known: true)
            $0.ask(ScoreRequest(learner: "Ada", list: "animals", answers: [answer]), at: MutatedSite.at(7, 5))
        }
        #expect(site.violations() == [])
        let broken = site.mutatingCoordinator { _, _, effects in
            effects.map { effect in
                guard case .commit(let id, let operations) = effect else { return effect }
                return .commit(id, operations.filter { if case .saveScore = $0 { false } else { true } })
            }
        }
        #expect(broken.broken().contains(12))
    }
}
