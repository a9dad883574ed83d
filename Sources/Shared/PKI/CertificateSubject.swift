public import ClockDomain

public enum CertificateSubject: Hashable, Sendable {
    case node(NodeID)
    case coordinator
    /// The door to new rooms, which signs for nodes with an authority of its own.
    case door
    /// - Parameter hosts: the names by which clients call it, at least one.
    case broker([ServerHost])
    /// The web page's server.
    ///
    /// - Parameter hosts: the names by which browsers call it, at least one.
    case web([ServerHost])
    /// The same server as a client of the broker, for people of a role.
    case webClient(ClientRole)
    /// A person or program with a name of its own, by the rule of node ids.
    case client(NodeID, ClientRole)
    /// Home Assistant, which may read its own states and write its own commands.
    case homeAssistant

    /// The name under which an authority keeps it; one for each of a site's certificates in use.
    public var name: String {
        switch self {
        case .node(let id): id.rawValue
        case .coordinator: CertificateSubject.coordinatorName
        case .door: CertificateSubject.doorName
        case .broker: CertificateSubject.brokerName
        case .web: CertificateSubject.webName
        case .webClient(let role): "\(CertificateSubject.webName)-\(role.rawValue)"
        case .client(let name, _): name.rawValue
        case .homeAssistant: CertificateSubject.homeAssistantName
        }
    }

    /// The user that its certificate stands for at the broker, which is the certificate's common name: a node's id, or
    /// a name with a dot in it, which no node's id can have. `nil` for a certificate that no broker receives.
    public func user(of site: SiteID) -> String? {
        switch self {
        case .node(let id): id.rawValue
        case .coordinator: "\(site).\(CertificateSubject.coordinatorName)"
        case .door: "\(site).\(CertificateSubject.doorName)"
        case .broker: "\(site).\(CertificateSubject.brokerName)"
        case .web: nil
        // A page's server never has all rights of an admin.
        case .webClient(.admin): "\(site).\(name)"
        case .client(_, let role), .webClient(let role): "\(site).\(role.rawValue)"
        case .homeAssistant: "\(site).\(CertificateSubject.homeAssistantName)"
        }
    }

    public static let coordinatorName = "coordinator"
    public static let doorName = "door"
    public static let brokerName = "broker"
    public static let homeAssistantName = "homeassistant"
    public static let webName = "web"
    /// Names that a site has once each, so that nobody else can have them.
    public static let takenNames =
        [coordinatorName, doorName, brokerName, homeAssistantName, webName] + webClients.map(\.name)

    /// The web page's server at the broker: for members' requests, for viewers', and to let new rooms in.
    public static let webClients: [CertificateSubject] = [.webClient(.member), .webClient(.viewer), .webClient(.admin)]
}
