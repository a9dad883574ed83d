internal import ClockConnection
internal import ClockDomain
internal import ClockMQTT
public import ClockRuntime
internal import ClockWebAccounts
internal import ClockWebCore
internal import ClockWire
internal import Glibc
internal import Hummingbird
internal import HummingbirdCore
public import Logging
internal import ServiceLifecycle

/// The web server as a program: pages, and the path from them to the site.
public struct WebDaemon: Sendable {
    /// In the order of their start.
    private let services: [any Service]
    private let manager: ServiceManager
    private let logger: Logger
    /// The reason for which the last reload was refused.
    private let reload: RefusedReload

    /// Puts everything together; nothing runs yet.
    ///
    /// - Parameter environment: of this process, for the service manager.
    /// - Throws: ``FatalError`` when a setting is wrong, or a file is unusable.
    public static func build(
        _ configuration: WebConfiguration, environment: [String: String], logger: Logger
    ) throws -> WebDaemon {
        try build(
            configuration, environment: environment, logger: logger, limits: ConnectionGuard.Limits(),
            onListening: { _ in })
    }

    /// The same with hooks for tests.
    ///
    /// - Parameters:
    ///   - environment: of this process, for the service manager.
    ///   - limits: time limits of a connection.
    ///   - onListening: receives the port once the pages are reachable; `nil` at a Unix socket.
    /// - Throws: ``FatalError`` when a setting is wrong or the pages are unreadable.
    static func build(
        _ configuration: WebConfiguration, environment: [String: String], logger: Logger,
        limits: ConnectionGuard.Limits, onListening: @escaping @Sendable (Int?) -> Void
    ) throws -> WebDaemon {
        for warning in configuration.warnings { logger.warning("\(warning)") }
        let clock = SystemClock(wallOffset: configuration.clockOffset)
        let topics = Topics(site: configuration.site)
        let now = clock.now()
        let mirror = SiteMirror(at: now)
        let feed = Feed(mirror.snapshot, now: { clock.now() })
        let (asked, questions) = AsyncStream.makeStream(of: Asked.self, bufferingPolicy: .bufferingNewest(16))
        let zones = ZoneDatabase(environment: environment)
        let shell = try WebShell(
            feed: feed, topics: topics, zones: zones, questions: questions, clock: clock, logger: logger)
        let (link, others) = try siteLinks(configuration, topics, clock, logger)
        let newRooms = NewRooms(link: link, logger: logger)
        let links = LoginLinks(folder: configuration.stateDirectory)
        let access = try Access(
            AccountsFile(configuration.accounts), links: links,
            sessionsFile: "\(configuration.stateDirectory)/sessions",
            now: { clock.now() }, logger: logger, ended: { feed.end($0) })
        let certificate = try configuration.tls.map {
            try PageCertificate(certificate: $0.certificate, key: $0.key, logger: logger)
        }
        let guarded = Door(
            rules: DoorRules(hosts: configuration.hosts), access: access, listen: configuration.listen,
            hasTLS: configuration.tls != nil)
        let reload = RefusedReload()
        let routes = WebRoutes(
            feed: feed, link: link, files: try PageFiles(folder: configuration.pages),
            views: SiteViews(
                link: link, zones: zones, certificates: ServerCertificates(configuration, page: certificate),
                refusedReload: { reload.reason }),
            rings: RingActions(link: link, feed: feed), emergencies: EmergencyActions(link: link, feed: feed),
            newRooms: newRooms, sites: SitesView(own: link, others: others),
            sounds: SoundViews(folder: configuration.voices),
            metrics: MetricsView(feed: feed, link: link, token: configuration.metricsToken, started: now.wall),
            access: access,
            door: guarded)
        let pages = application(
            routes, at: configuration.listen, try HTTPServer.builder(configuration, certificate, limits), logger,
            onListening: { port in
                do throws(SystemError) {
                    try links.write(origin: configuration.origin(port: port))
                } catch {
                    logger.error("\(error); clockctl web open can print no link")
                }
                onListening(port)
            })
        let manager = ServiceManager(environment: environment, logger: logger)
        let runner = EffectRunner(
            core: mirror, mailbox: shell.mailbox, clock: clock, manager: manager
        ) { effect in shell.perform(effect) }
        return WebDaemon(
            services: [
                MQTTService(link.viewer.client, farewell: nil, onEvent: shell.received),
                MQTTService(link.member.client, farewell: nil) {
                    link.kept.received($0, in: topics)
                    shell.receivedByMember($0)
                }, MQTTService(link.admin.client, farewell: nil, onEvent: newRooms.received), newRooms, runner,
                QuestionService(questions: asked, link: link, shell: shell), pages, AccessService(access: access),
                FeedService(feed: feed),
            ] + others.map { MQTTService($0.link.viewer.client, farewell: nil) { _ in } },
            manager: manager, logger: logger, reload: reload)
    }

    /// Returns the path to the site, and to each of the other sites on its pages.
    private static func siteLinks(
        _ configuration: WebConfiguration, _ topics: Topics, _ clock: SystemClock, _ logger: Logger
    ) throws -> (own: SiteLink, others: [(site: OtherSite, link: SiteLink)]) {
        let viewer = try door(configuration.viewer, topics, logger)
        try follow(viewer, topics)
        let own = SiteLink(
            topics: topics, endpoint: endpoint(configuration.broker), now: { clock.now() }, viewer: viewer,
            member: try door(configuration.broker, topics, logger), admin: try door(configuration.admin, topics, logger)
        )
        do throws(MQTTError) {
            try own.admin.client.subscribe([MQTTSubscription(topics.pairing)])
            try own.member.client.subscribe([topics.ring(.people), topics.emergency].map { MQTTSubscription($0) })
        } catch {
            throw FatalError(.configuration, "\(error)")
        }
        let others = try configuration.otherSites.map { site in
            let topics = Topics(site: site.site)
            let door = try door(site.broker, topics, logger)
            return (
                site: site,
                link: SiteLink(
                    topics: topics, endpoint: endpoint(site.broker), now: { clock.now() }, viewer: door, member: door,
                    admin: door)
            )
        }
        return (own, others)
    }

    private static func application(
        _ routes: WebRoutes, at listen: ListenAddress, _ server: HTTPServerBuilder, _ logger: Logger,
        onListening: @escaping @Sendable (Int?) -> Void
    ) -> some Service {
        let address: BindAddress =
            switch listen {
            case .network(let address, let port): .hostname(address, port: port)
            case .socket(let path): .unixDomainSocket(path: path)
            }
        return Application(
            router: routes.router(), server: server,
            configuration: ApplicationConfiguration(
                address: address,
                availableConnectionsDelegate: MaximumAvailableConnections(HTTPServer.maximumConnections, logger: logger)
            ),
            onServerRunning: { channel in
                if case .socket(let path) = listen, chmod(path, 0o666) != 0 {
                    // The proxy is another user. Anybody else who connects has to log in as well.
                    logger.error("\(SystemError("let a proxy use \(path)", code: errno))")
                }
                onListening(channel.localAddress?.port)
            }, logger: logger)
    }

    /// Runs until SIGTERM or SIGINT.
    ///
    /// - Parameter hangup: the action of SIGHUP; nil leaves the signal alone.
    public func run(hangup: Hangup? = nil) async throws {
        hangup?.onRefusal { [reload] in reload.reason = $0 }
        try await Program.serve(services, manager: manager, logger: logger, hangup: hangup, shutdownLimit: .seconds(5))
    }

    /// For people; several with `or` between them.
    private static func endpoint(_ broker: BrokerSettings) -> String {
        broker.addresses.map(\.description).joined(separator: " or ")
    }

    private static func door(_ broker: BrokerSettings, _ topics: Topics, _ logger: Logger) throws -> SiteLink.Door {
        // Nobody can displace a client whose name nobody can guess.
        let clientID = "\(topics.site)-web-" + String(UInt64.random(in: .min ... .max), radix: 36)
        do {
            let client = try MQTTClient(
                MQTTConfiguration(broker, clientID: clientID),
                log: { _, text in logger.debug("libmosquitto: \(text)") })
            return SiteLink.Door(client: client, replyTopic: topics.reply(client: clientID))
        } catch {
            throw FatalError(.configuration, "\(error)")
        }
    }

    /// Subscribes to all topics that change.
    private static func follow(_ viewer: SiteLink.Door, _ topics: Topics) throws {
        do throws(MQTTError) {
            try viewer.client.subscribe(
                topics.changeFilters.map { MQTTSubscription($0, takesRetained: $0 != topics.change) })
        } catch {
            throw FatalError(.configuration, "\(error)")
        }
    }
}
