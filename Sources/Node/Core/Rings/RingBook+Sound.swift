internal import ClockDomain

extension RingBook {
    /// The sound of one ring; not on the disk, as an output knows nothing after a restart.
    enum Sound: Hashable, Sendable {
        case none
        /// Not to be ordered before.
        case waiting(until: BootTime)
        case ordered(id: Int, audibleAt: BootTime)
        case heard(id: Int)
        /// Told to stop before the output had said that it is heard. No answer by `givenUpAt` is none.
        case stopping(id: Int, audibleAt: BootTime, givenUpAt: BootTime)

        var id: Int? {
            switch self {
            case .none, .waiting: nil
            case .ordered(let id, _), .heard(let id), .stopping(let id, _, _): id
            }
        }

        /// When it is to be heard, while the output has not said whether it is.
        var unconfirmedInstant: BootTime? {
            switch self {
            case .none, .waiting, .heard: nil
            case .ordered(_, let audibleAt), .stopping(_, let audibleAt, _): audibleAt
            }
        }

        /// Whether an output has it to go on with.
        var isSounding: Bool {
            switch self {
            case .none, .waiting, .stopping: false
            case .ordered, .heard: true
            }
        }

        var isStopping: Bool {
            switch self {
            case .none, .waiting, .ordered, .heard: false
            case .stopping: true
            }
        }
    }
}
