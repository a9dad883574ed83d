internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire

/// Mosquitto's access rules of a site, by the users of certificates and passwords.
enum AccessRules {
    /// The users that a broker may treat as nodes.
    enum Nodes {
        /// Every user whose name is a node's id: for a broker at which only the site's authority gives names.
        case everybody
        /// Users with rules of their own: for a broker that serves others too.
        case named(NodeID)
    }

    /// Returns the text of an `acl_file`. With one node named it equals `deploy/mosquitto/acl` for the site "home".
    static func text(_ site: SiteID, _ nodes: Nodes) -> String {
        let root = root(of: site)
        let looking = [
            "wake", "change", "coordinator/availability", "node/+/availability", "node/+/reported",
        ]
        .map { "topic read \(root)/\($0)" }.joined(separator: "\n")
        /// Returns the rules of a user who is no node. The rights that patterns give to everybody are not for such
        /// users.
        func user(_ name: String, without topics: [String] = []) -> String {
            let head = "user \(site).\(name)"
            switch nodes {
            case .named: return head
            case .everybody:
                let denied = topics + ["node/\(site).\(name)/#", "ring/node/\(site).\(name)"]
                return ([head] + denied.map { "topic deny \(root)/\($0)" }).joined(separator: "\n")
            }
        }
        func requests(for role: ClientRole) -> String {
            CoordinatorCore.requests.map { $0.request }.filter { $0.role <= role }
                .map { "topic write \(root)/request/\($0.verb.rawValue)" }.joined(separator: "\n")
        }
        return """
            \(head(of: site))

            # Answers reach the program that asked. Mosquitto takes a pattern for everybody; who may not ask is
            # not answered.
            pattern read \(root)/reply/%c

            \(rules(of: nodes, root))

            \(user("coordinator"))
            \(coordinatorTopics(of: site, root))

            \(user("door", without: ["wake", "ring/#", "emergency", "content/#"]))
            topic read \(root)/request/pair
            topic write \(root)/reply/+
            topic write \(root)/pairing
            # Read so that no two rooms have one name.
            topic read \(root)/node/+/availability

            \(user("viewer", without: ["ring/#", "emergency", "content/#"]))
            \(looking)
            \(requests(for: .viewer))

            \(user("member", without: ["content/#"]))
            \(looking)
            \(requests(for: .member))
            topic readwrite \(root)/ring/people
            topic readwrite \(root)/emergency

            \(user("admin"))
            \(adminTopics(root))

            \(user("web-admin", without: ["wake", "ring/#", "emergency", "content/#"]))
            topic read \(root)/pairing
            topic write \(root)/request/pair

            \(user("homeassistant", without: ["wake", "ring/#", "emergency", "content/#"]))
            topic read \(root)/coordinator/availability
            topic read \(root)/node/+/availability
            topic read \(root)/ha/+/+
            topic write \(root)/ha/+/+/set
            # For another discovery prefix write it here.
            topic read homeassistant/#
            topic write homeassistant/status

            """
    }

    /// Returns the text of the `acl_file` of the Unix socket. It equals `deploy/mosquitto/acl-socket` for the site "home".
    static func socketText(_ site: SiteID) -> String {
        """
        # A client that comes by the socket on the broker's machine has no name, and may do what \(site).admin may.
        # There are no rules for users, so a name that somebody claims there allows nothing.
        \(adminTopics(root(of: site)))

        """
    }

    private static func root(of site: SiteID) -> Substring {
        // Without "/#".
        Topics(site: site).siteFilter.dropLast(2)
    }

    private static func adminTopics(_ root: Substring) -> String {
        """
        topic read \(root)/#
        topic write \(root)/request/+
        topic write \(root)/ring/people
        topic write \(root)/emergency
        """
    }

    private static func head(of site: SiteID) -> String {
        """
        # Who may do what at the site "\(site)"; for another site write its id in place of "\(site)".
        # docs/protocol.md has the topics.
        #
        # A node's user is its id, such as kitchen. Whoever is not a node has a dot in the name, which no
        # node's id can have.
        #   \(site).coordinator   the coordinator
        #   \(site).door          lets new rooms in, when an administrator says so
        #   \(site).viewer        may look; so does clock-web for accounts of viewers
        #   \(site).member        may look, set and stop alarms and timers, change settings, speak, play, practise,
        #                      begin and end an emergency; so does clock-web for accounts of members
        #   \(site).admin         may do everything that clockctl does, and read everything
        #   \(site).web-admin     clock-web for accounts of admins: lets new rooms in, and nothing else
        #   \(site).homeassistant Home Assistant: its own devices, and what this site shows it
        """
    }

    private static func coordinatorTopics(of site: SiteID, _ root: Substring) -> String {
        """
        # Read to notice another coordinator.
        topic readwrite \(root)/wake
        topic readwrite \(root)/coordinator/presence
        topic write \(root)/change
        # Written also to clear what is not to be there.
        topic readwrite \(root)/ring/#
        # Read to have its words spoken.
        topic read \(root)/emergency
        topic write \(root)/coordinator/availability
        topic write \(root)/content/+/+/+
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
        topic read \(root)/node/+/content
        topic read \(root)/node/+/held
        topic read \(root)/request/+
        # What Home Assistant is shown; read to clear what is not to be there any more.
        topic readwrite \(root)/ha/+/+
        topic readwrite \(root)/ha/+/+/set
        topic readwrite +/+/clocksmith_\(site)/+/config
        topic read homeassistant/status
        # How many messages the broker has dropped because a queue was full.
        topic read $SYS/broker/publish/messages/dropped
        """
    }

    /// Returns a node's rules: it publishes under its own id, and reads its own topics and the common ones.
    private static func rules(of nodes: Nodes, _ root: Substring) -> String {
        let (rule, name, head) =
            switch nodes {
            case .everybody:
                (
                    "pattern", "%u",
                    """
                    # Nodes speak under their own id, and read what is theirs and what is said to all. Everybody here
                    # has a name by this site's authority, so whoever is called like a node is that node.
                    """
                )
            case .named(let id):
                (
                    "topic", id.rawValue,
                    """
                    # A node speaks under its own id, and reads what is its own and what is said to all. Every node
                    # has these lines; whoever has none, such as a program of somebody else's, is no node.
                    user \(id)
                    """
                )
            }
        let spoken = ["availability", "reported", "ledger", "time", "content", "held"]
        let heard = ["desired", "acked", "command", "reply"]
        let shared = ["wake", "emergency", "ring/people", "ring/coordinator", "ring/node/+", "content/+/+/+"]
        return
            ([head] + spoken.map { "\(rule) write \(root)/node/\(name)/\($0)" } + [
                "\(rule) write \(root)/ring/node/\(name)"
            ]
            + heard.map { "\(rule) read \(root)/node/\(name)/\($0)" } + shared.map { "\(rule) read \(root)/\($0)" })
            .joined(separator: "\n")
    }
}
