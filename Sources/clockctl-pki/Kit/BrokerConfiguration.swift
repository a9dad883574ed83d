/// Mosquitto's configuration for a site.
enum BrokerConfiguration {
    /// The broker's socket for people on its machine.
    static let socket = "/run/mosquitto/clocksmith.sock"

    /// With passwords, as in `deploy/mosquitto/clocksmith.conf`.
    static let withPasswords = """
        # Clocksmith on mosquitto 2: nothing on the network without TLS, nobody there without a name, everybody with no
        # more than their own.
        #
        # Copy to /etc/mosquitto/conf.d/clocksmith.conf, make the files in /etc/mosquitto/clocksmith
        # (docs/operations.md tells how), and restart mosquitto. A site that is one machine needs none of this:
        # mosquitto, as Debian installs it, serves this machine alone.

        # Who may do what is said per listener. Has to stand before every other security setting, in whatever file.
        per_listener_settings true

        # Requests and their answers are small packets that follow each other; waiting to fill them costs 40 ms.
        set_tcp_nodelay true

        # Debian's own mosquitto.conf turns persistence on; this saves every five minutes, which spares an SD
        # card. What was not saved, every program that connects says again.
        autosave_interval 300

        # A node that was away for long is told anew what it needs; its old session is of no use.
        persistent_client_expiration 1d

        # What a thousand nodes say at once after an outage waits here until the coordinator's store has room: 40
        # messages each. Beyond that mosquitto drops messages, which "clockctl doctor" tells. Whoever does not read
        # what it subscribed to has as much kept for it, and the largest of 40,000 messages would be 44 GB: so there
        # is a bound in bytes as well, of 64 KiB for each of a thousand nodes.
        max_queued_messages 40000
        max_queued_bytes 67108864
        max_packet_size 1114112

        # On their way to one client before the first is acknowledged: the coordinator takes as many.
        max_inflight_messages 1000

        # All of it together: beyond that mosquitto ends the connection of whoever wants more, and serves the
        # others. A small Pi has 1 GB. What is sent at most once is bounded by nothing else.
        memory_limit 268435456

        listener 8883
        # A thousand nodes, and people. More connections would be somebody's who opens them to keep others out.
        max_connections 1200
        cafile /etc/mosquitto/clocksmith/ca.pem
        certfile /etc/mosquitto/clocksmith/broker.pem
        keyfile /etc/mosquitto/clocksmith/broker.key
        tls_version tlsv1.2
        allow_anonymous false
        acl_file /etc/mosquitto/clocksmith/acl
        password_file /etc/mosquitto/clocksmith/passwords
        # With certificates in place of passwords these replace the line above; the user is the certificate's CN.
        #require_certificate true
        #use_identity_as_username true
        #crlfile /etc/mosquitto/clocksmith/revoked.pem

        # For people on this machine. Debian's mosquitto.service makes the folder, which lets in root and, with the
        # package clocksmith-coordinator, the group clocksmith-admin. This listener is the last one, so that what other
        # files say without a listener is not said of the one above.
        listener 0 \(socket)
        allow_anonymous true
        acl_file /etc/mosquitto/clocksmith/acl-socket

        """

    /// The same after the change that a comment in it describes: certificates in place of passwords.
    static var withCertificates: String {
        let lines = withPasswords.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.compactMap { line -> Substring? in
            if line.hasPrefix("password_file ") || line.hasPrefix("# With certificates") { return nil }
            return ["#require_", "#use_identity_", "#crlfile "].contains(where: line.hasPrefix)
                ? line.dropFirst() : line
        }
        .joined(separator: "\n")
    }
}
