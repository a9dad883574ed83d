package struct RoomTrouble: Sendable {
    /// Kinds by remedy, in the order of the report when many rooms have the fault.
    package enum Kind: Sendable, CaseIterable {
        case offline, clock, output, quarter, own, certificate, voice, chime, sound, fault, revision, backlog
    }

    package var kind: Kind
    /// Styled by weight: `bad` keeps the room silent, `warning` may.
    package var sentence: StyledText

    package var isBad: Bool { sentence.spans.first?.style == .bad }
}

extension RoomTrouble.Kind {
    /// One sentence for all rooms that have it.
    ///
    /// - Parameter rooms: the number of them, and the first by name.
    func sentence(_ count: Int, _ rooms: String) -> String {
        let many = "\(RoomWords.whole(count)) rooms"
        return switch self {
        case .offline:
            "\(many) are offline: \(rooms). Check what they share, such as a switch or its power, then "
                + "`systemctl status clock-node` on one of them."
        case .clock:
            "\(many) stay silent because they do not trust their clocks: \(rooms). `clockctl doctor` has the reasons."
        case .output: "\(many) have no sound: \(rooms). `clockctl node show` has the reason of each."
        case .quarter:
            "\(many) did not announce the last quarter hour: \(rooms). `clockctl history ROOM --why` has the reason of "
                + "each."
        case .own: "\(many) have a trouble of their own: \(rooms). `clockctl node show` says which."
        case .certificate:
            "\(many) have a certificate that has ended or ends soon: \(rooms). `clockctl pki list` says when, and "
                + "`clockctl pki renew` makes a new one."
        case .voice:
            "\(many) lack clips of their voice: \(rooms). A tone stands in until `clockctl voice push` has brought them."
        case .chime: "\(many) cannot strike their chime: \(rooms). `clockctl node show` has the reason of each."
        case .sound: "\(many) ring with a built-in tone in place of a sound: \(rooms). `clockctl node show` says which."
        case .fault:
            "\(many) announced the last quarter hour with a fault: \(rooms). `clockctl history ROOM --why` says which."
        case .revision:
            "\(many) still go by older settings: \(rooms). If that lasts longer than a minute, see "
                + "`journalctl -u clock-node` on one of them."
        case .backlog:
            "\(many) hold reports that the coordinator has not stored: \(rooms). Run `clockctl doctor` to see whether the "
                + "store works."
        }
    }
}
