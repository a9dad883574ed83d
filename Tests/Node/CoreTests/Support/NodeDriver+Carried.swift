import ClockDomain
import ClockNodeCore
import ClockWire

extension NodeDriver {
    var carriedPlays: [CarriedPlayOrder] {
        effects.compactMap { if case .playSound(let order) = $0 { order } else { nil } }
    }
    var contentReports: [ContentReport] {
        effects.compactMap { if case .publish(.contentReport(let report)) = $0 { report } else { nil } }
    }
    var soundRecords: [SoundRecord] {
        state.ledger.pending.compactMap { if case .sound(let record) = $0.event { record } else { nil } }
    }
}

extension NodeCore.Effect {
    /// The orders in a state that is stored; `nil` for another effect.
    var carried: [CarriedOrder]? {
        if case .store(let state, _) = self { state.wrappedValue.carried.orders } else { nil }
    }

    var isOfSound: Bool { nameOfSound != nil }

    /// In a word what it does for a sound; `nil` for another effect.
    var nameOfSound: String? {
        switch self {
        case .publish(.contentReport): "report"
        case .findSound: "find"
        case .fetchContent: "fetch"
        case .leaveContent: "leave"
        case .keepChunk(_, _, let chunk, _): "keep \(chunk)"
        case .keepBlob: "whole"
        case .loadSound: "load"
        case .unloadSound: "unload"
        case .playSound: "play"
        default: nil
        }
    }
}
