package import ClockDomain

/// The doctor's findings about the coordinator and all that is not a node's, and the remedies.
extension Phrase {
    // MARK: Broker

    package static func brokerConnected(_ broker: String, since: WallTime) -> Phrase {
        Phrase(.brokerConnected, "\(broker, "broker"), connected since \(since, "since")")
    }

    package static func brokerOpenToItsMachine(_ broker: String, since: WallTime) -> Phrase {
        Phrase(
            .brokerOpenToItsMachine,
            "\(broker, "broker"), connected since \(since, "since"); open to every program on its machine")
    }

    package static func brokerOpen(_ broker: String, since: WallTime) -> Phrase {
        Phrase(
            .brokerOpen,
            """
            \(broker, "broker"), connected since \(since, "since"); it takes whoever has no name, so everybody who \
            reaches it may set alarms, silence and speak, and move the clock of nodes with clock.source: coordinator
            """)
    }

    package static var closeBroker: Phrase {
        Phrase(.closeBroker, "give everybody a name and rights: docs/operations.md, \"The broker\"")
    }

    package static func brokerLost(_ broker: String, since: WallTime, _ reason: String?) -> Phrase {
        Phrase(
            .brokerLost,
            """
            \(broker, "broker"), not connected since \(since, "since")\(reason, "reason", before: ": ")
            """)
    }

    package static var seeBroker: Phrase {
        Phrase(.seeBroker, "see that the broker runs and that broker.host and broker.port name it")
    }

    package static func brokerDropped(_ count: Int, since: WallTime, last: WallTime) -> Phrase {
        Phrase(
            .brokerDropped,
            """
            the broker dropped \(count, "count") messages since \(since, "since"), last at \(last, "last"), because \
            a client's queue was full
            """)
    }

    package static var widenQueues: Phrase {
        Phrase(
            .widenQueues,
            """
            give its queues the room that deploy/mosquitto/clocksmith.conf gives them (max_queued_messages, \
            max_queued_bytes); its log names the client
            """)
    }

    // MARK: Intake

    package static func intakeFull(_ status: IntakeStatus, since: WallTime) -> Phrase {
        Phrase(
            .intakeFull,
            """
            more was sent than could be taken, last at \(status.last, "last"): since \(since, "since") \
            \(status.requestsRefused, "requests") requests were turned away, \(status.reportsDropped, "reports") \
            messages of nodes dropped, \(status.questionsDropped, "questions") questions for the time not answered \
            and \(status.ledgersRefused, "ledgers") parts of ledgers put off
            """)
    }

    package static var seeWhoSends: Phrase {
        Phrase(
            .seeWhoSends,
            """
            the coordinator's log names the nodes; see who asks or sends so much, or why the store is slow
            """)
    }

    // MARK: Certificates

    package static func certificateValid(until: CivilDate) -> Phrase {
        Phrase(.certificateValid, "valid until \(until, "date")")
    }

    package static func certificateEnds(_ date: CivilDate, days: Int) -> Phrase {
        Phrase(.certificateEnds, "ends \(date, "date"), in \(days, "days") d")
    }

    package static func certificateEndsSoon(_ date: CivilDate, days: Int) -> Phrase {
        Phrase(.certificateEndsSoon, "ends \(date, "date"), in \(days, "days") d; from then on the broker refuses it")
    }

    package static func certificateEnded(_ date: CivilDate, days: Int) -> Phrase {
        Phrase(.certificateEnded, "ended \(date, "date"), \(days, "days") d ago: the broker refuses it")
    }

    package static func pageCertificateEndsSoon(_ date: CivilDate, days: Int) -> Phrase {
        Phrase(.pageCertificateEndsSoon, "ends \(date, "date"), in \(days, "days") d; from then on browsers refuse it")
    }

    package static func pageCertificateEnded(_ date: CivilDate, days: Int) -> Phrase {
        Phrase(.pageCertificateEnded, "ended \(date, "date"), \(days, "days") d ago: browsers refuse it")
    }

    /// - Parameters:
    ///   - name: of the certificate.
    ///   - bundle: of the machine.
    package static func renewCertificate(_ name: String, bundle: String) -> Phrase {
        Phrase(
            .renewCertificate,
            """
            where the authority is: clockctl pki renew \(name, "name"), then clockctl provision \(bundle, "bundle") \
            --renewal
            """)
    }

    // MARK: Store

    package static func storeRefuses(_ store: String, _ reason: String) -> Phrase {
        Phrase(.storeRefuses, "\(store, "store") takes no changes: \(reason, "reason")")
    }

    package static var mendDatabase: Phrase {
        Phrase(
            .mendDatabase,
            "see that the database runs, has space and lets the coordinator write; it tries again by itself")
    }

    package static var makeRoomForStore: Phrase {
        Phrase(
            .makeRoomForStore,
            """
            free space on its file system and see that the coordinator may write there; it tries again by itself
            """)
    }

    package static func storeIsRead(_ store: String) -> Phrase {
        Phrase(.storeIsRead, "\(store, "store") is large and still being read")
    }

    package static func checkStore(_ store: String) -> Phrase {
        Phrase(.checkStore, "run the check by hand: sqlite3 \(store, "store") 'PRAGMA quick_check'")
    }

    package static func storeDamaged(_ store: String, _ problem: String) -> Phrase {
        Phrase(.storeDamaged, "\(store, "store"): \(problem, "problem")")
    }

    package static var seeDatabase: Phrase {
        Phrase(.seeDatabase, "put it right at the database's server: docs/operations.md, \"PostgreSQL\"")
    }

    package static var restoreStore: Phrase {
        Phrase(.restoreStore, "stop the coordinator, move the file away, and restore a backup or let it start anew")
    }

    package static func storeSound(_ store: String, bytes: Int?) -> Phrase {
        Phrase(.storeSound, "\(store, "store")\(mebibytes: bytes, "size", before: ", "), sound")
    }

    package static func storeSound(_ store: String, bytes: Int?, free: Int) -> Phrase {
        Phrase(
            .storeSoundWithSpace,
            "\(store, "store")\(mebibytes: bytes, "size", before: ", "), sound, \(mebibytes: free, "free") free")
    }

    package static var freeSpace: Phrase { Phrase(.freeSpace, "free some space: a full disk stops the history") }

    // MARK: Configuration

    package static func configuration(of program: String) -> Phrase {
        Phrase(.configuration, "configuration of \(program, "program")")
    }

    package static func reloadRefused(_ reason: String) -> Phrase {
        Phrase(.reloadRefused, "it was not read again, and the earlier one holds: \(reason, "reason")")
    }

    package static func mendConfiguration(of program: String) -> Phrase {
        Phrase(.mendConfiguration, "mend it, then type: sudo systemctl reload \(program, "program")")
    }

    // MARK: The coordinator's clock

    package static func clockSynchronised(by service: String) -> Phrase {
        Phrase(.clockSynchronised, "synchronised by \(service, "service")")
    }

    package static func clockVouched(shows: WallTime) -> Phrase {
        Phrase(.clockVouched, "kept by somebody, as clock.vouched says; it shows \(shows, "now")")
    }

    package static func clockUnvouched(shows: WallTime) -> Phrase {
        Phrase(.clockUnvouched, "no time service vouches for it; it shows \(shows, "now")")
    }

    /// - Parameters:
    ///   - offset: the clock minus those of the rooms, which agree with each other.
    ///   - spelled: the rooms, as people read them.
    package static func clockApart(by offset: Duration, from rooms: [NodeID], spelled: String) -> Phrase {
        let length = apart(offset.magnitude)
        return offset < .zero
            ? Phrase(
                .clockBehindRooms,
                """
                \(length.of, "difference", spelled: length.spelled) behind the clocks that time services keep in \
                \(rooms, "rooms", spelled: spelled)
                """)
            : Phrase(
                .clockAheadOfRooms,
                """
                \(length.of, "difference", spelled: length.spelled) ahead of the clocks that time services keep in \
                \(rooms, "rooms", spelled: spelled)
                """)
    }

    /// Returns the distance of two clocks, not negative: `70 ms`, `4.2 s`, `10 min`, `3 h`, `60 days`.
    static func apart(_ span: Duration) -> Length {
        let milliseconds = span.nanoseconds / 1_000_000
        let seconds = milliseconds / 1_000
        let spelled =
            switch seconds {
            case 0: "\(milliseconds) ms"
            case 1..<10: "\(seconds).\(milliseconds % 1_000 / 100) s"
            case 10..<120: "\(seconds) s"
            case 120..<7_200: "\(seconds / 60) min"
            case 7_200..<172_800: "\(seconds / 3_600) h"
            default: "\(seconds / 86_400) days"
            }
        return (span, spelled)
    }

    package static var setClock: Phrase {
        Phrase(.setClock, "let a time service set it: timedatectl set-ntp true, or install chrony")
    }

    // MARK: Messages to people

    package static func messagesGo(to receiver: String) -> Phrase {
        Phrase(.messagesGo, "messages to people go to \(receiver, "receiver")")
    }

    package static func messagesWait(_ count: Int, since: WallTime, _ reason: String) -> Phrase {
        Phrase(
            .messagesWait,
            """
            messages to people cannot be sent since \(since, "since"), \(count, "count") \
            \(count, "count", one: "waits", other: "wait"): \(reason, "reason")
            """)
    }

    package static var tryMessages: Phrase {
        Phrase(.tryMessages, "see docs/notify.md; clockctl notify test tries it out")
    }
}
