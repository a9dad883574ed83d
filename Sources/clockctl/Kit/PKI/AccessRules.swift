internal import ClockDomain
internal import ClockWire

/// Mosquitto's access rules of a site, by the users that certificates and passwords stand for.
enum AccessRules {
    /// The text of an `acl_file`, as `deploy/mosquitto/acl` is for the site "home".
    static func text(_ site: SiteID) -> String {
        // Without "/#".
        let root = Topics(site: site).siteFilter.dropLast(2)
        let looking = """
            topic read \(root)/change
            topic read \(root)/coordinator/availability
            topic read \(root)/node/+/availability
            topic read \(root)/node/+/reported
            topic write \(root)/request/status
            topic write \(root)/request/history
            topic write \(root)/request/schedule
            topic write \(root)/request/outcome
            topic write \(root)/request/doctor
            topic write \(root)/request/scores
            """
        return """
            # Who may do what at the site "\(site)"; for another site write its id in place of "\(site)".
            # docs/protocol.md has the topics.
            #
            # A node's user is its id, such as kitchen. Whoever is not a node has a dot in the name, which no
            # node's id can have.
            #   \(site).coordinator   the coordinator
            #   \(site).viewer        may look
            #   \(site).member        may look, set and stop alarms and timers, change settings, speak, play, practise
            #   \(site).admin         may do everything that clockctl does, and read everything
            # Mosquitto remarks at its start that some of these patterns name neither user nor client: they are
            # for everybody.

            # Nodes speak under their own id, and read what is theirs.
            pattern write \(root)/node/%u/availability
            pattern write \(root)/node/%u/reported
            pattern write \(root)/node/%u/ledger
            pattern write \(root)/node/%u/time
            pattern write \(root)/node/%u/sound
            pattern write \(root)/node/%u/pack
            pattern read \(root)/node/%u/desired
            pattern read \(root)/node/%u/acked
            pattern read \(root)/node/%u/command
            pattern read \(root)/node/%u/reply

            # What the coordinator, or whoever stops an alarm, says to all.
            pattern read \(root)/wake
            pattern read \(root)/ring/+
            pattern read \(root)/sound/+/+
            pattern read \(root)/pack/+/+/+

            # Answers reach the program that asked.
            pattern read \(root)/reply/%c

            user \(site).coordinator
            topic write \(root)/wake
            topic write \(root)/change
            topic write \(root)/coordinator/availability
            topic write \(root)/sound/+/+
            topic write \(root)/pack/+/+/+
            topic write \(root)/reply/+
            topic write \(root)/node/+/desired
            topic write \(root)/node/+/acked
            topic write \(root)/node/+/command
            topic write \(root)/node/+/reply
            # Written only to clear them, when a node is forgotten.
            topic readwrite \(root)/node/+/availability
            topic readwrite \(root)/node/+/reported
            topic read \(root)/node/+/ledger
            topic read \(root)/node/+/time
            topic read \(root)/node/+/sound
            topic read \(root)/node/+/pack
            topic read \(root)/request/+

            user \(site).viewer
            \(looking)

            user \(site).member
            \(looking)
            topic write \(root)/request/set
            topic write \(root)/request/announce
            topic write \(root)/request/wake
            topic write \(root)/request/change
            topic write \(root)/request/say
            topic write \(root)/request/play
            topic write \(root)/request/upload
            topic write \(root)/request/pack
            topic write \(root)/request/push
            topic write \(root)/request/withdraw
            topic write \(root)/request/score
            topic write \(root)/ring/+

            user \(site).admin
            topic read \(root)/#
            topic write \(root)/request/+
            topic write \(root)/ring/+

            """
    }
}
