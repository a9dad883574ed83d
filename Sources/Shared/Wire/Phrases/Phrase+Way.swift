/// The doctor's findings on the way from a program to the coordinator, and the remedies.
extension Phrase {
    package static func brokerTook(_ broker: String, within duration: Duration, spelled: String) -> Phrase {
        Phrase(.brokerTook, "\(broker, "broker") took the connection in \(duration, "duration", spelled: spelled)")
    }

    package static func brokerKeeps(_ broker: String) -> Phrase {
        Phrase(.brokerKeeps, "\(broker, "broker") keeps the connection")
    }

    package static func brokerGone(_ broker: String) -> Phrase {
        Phrase(.brokerGone, "there is no connection to \(broker, "broker")")
    }

    package static var seeBrokerFromPage: Phrase {
        Phrase(
            .seeBrokerFromPage,
            "Run `systemctl status mosquitto` on the broker's machine, and see `journalctl -u clock-web`.")
    }

    package static func coordinatorAnswered(version: String, within duration: Duration, spelled: String) -> Phrase {
        Phrase(
            .coordinatorAnswered,
            "version \(version, "version") answered in \(duration, "duration", spelled: spelled)")
    }

    package static func versionsDiffer(_ program: String, here: String, coordinator: String) -> Phrase {
        Phrase(
            .versionsDiffer,
            "\(program, "program") has \(here, "here"), the coordinator \(coordinator, "coordinator")")
    }

    package static var installSameRelease: Phrase { Phrase(.installSameRelease, "Install the same release on both.") }

    package static func clocksApart(_ offset: Duration, spelled: String) -> Phrase {
        Phrase(.clocksApart, "\(offset, "offset", spelled: spelled) from the coordinator's")
    }

    package static var compareClocks: Phrase { Phrase(.compareClocks, "Check `timedatectl` on both machines.") }

    /// Another program's own words, as they are.
    package static func told(_ words: String) -> Phrase { Phrase(.told, "\(words, "words")") }

    package static var linkLost: Phrase { Phrase(.linkLost, "There is no connection to the broker.") }

    package static var linkUnanswered: Phrase {
        Phrase(.linkUnanswered, "The coordinator does not answer; is clock-coordinator running?")
    }

    package static func linkRefused(_ reason: String) -> Phrase {
        Phrase(.linkRefused, "The broker refused it: \(reason, "reason").")
    }

    package static func linkFailed(_ reason: String) -> Phrase {
        Phrase(.linkFailed, "It could not be asked: \(reason, "reason").")
    }

    package static func coordinatorSilent(_ reason: Phrase) -> Phrase {
        Phrase(.coordinatorSilent, "\(reason, "reason")")
    }

    package static var seeCoordinator: Phrase {
        Phrase(.seeCoordinator, "Run `systemctl status clock-coordinator` on its machine.")
    }

    package static func examinationFailed(_ reason: Phrase) -> Phrase {
        Phrase(.examinationFailed, "the coordinator did not finish it: \(reason, "reason")")
    }

    package static var examineAgain: Phrase {
        Phrase(.examineAgain, "Try again, and see `journalctl -u clock-coordinator` on its machine.")
    }

    package static var examineLonger: Phrase {
        Phrase(.examineLonger, "Try a longer --timeout, and see `journalctl -u clock-coordinator` on its machine.")
    }
}
