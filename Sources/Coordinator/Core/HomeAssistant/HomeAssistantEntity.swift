internal import ClockWire

/// One entity of a device of Home Assistant: its announcement and its state.
///
/// https://www.home-assistant.io/integrations/mqtt has the fields of each component. Home Assistant drops unknown ones
/// silently, so no log shows a slip.
struct HomeAssistantEntity: Sendable {
    enum Component: String, Sendable {
        case binarySensor = "binary_sensor"
        case button, event, notify, number, select, sensor, `switch`, text, time
    }

    /// The section in which Home Assistant shows it; `nil` for everyday use.
    enum Category: String, Sendable {
        case config, diagnostic
    }

    enum State: Sendable {
        /// It has no state: a button, or a field to write to.
        case none
        /// A word or a number; `nil` when unknown.
        case text(String?)
        /// The same with attributes, in one message.
        case detailed(String?, [JSONValue.Member])
        /// The state is on another topic, which this machine does not publish to.
        case elsewhere(topic: String)
        /// Published as an event, and never retained.
        case told
    }

    var component: Component
    /// Of `a-z` and `_`; its name within its subject.
    var key: String
    /// Its name for people, beside the name of its device.
    var name: String
    var state: State
    var isCommanded = false
    var category: Category?
    /// Further fields of this kind of entity.
    var fields: [JSONValue.Member] = []

    /// The state that Home Assistant reads as unknown.
    static let unknown = "None"

    /// The payload of its state topic; `nil` when nothing is published there.
    var statePayload: String? {
        switch state {
        case .none, .elsewhere, .told: nil
        case .text(let text): text ?? Self.unknown
        case .detailed(let text, let attributes):
            JSONValue.object([.init("state", JSONValue(text)), .init("attributes", .object(attributes))]).text
        }
    }

    /// Returns the message that announces it.
    ///
    /// - Parameters:
    ///   - subject: its subject, as in topics.
    ///   - about: `device` and `origin`, which all entities of a subject share.
    ///   - availability: the topics that must say `online`.
    func announcement(
        subject: String, about: [JSONValue.Member], availability: [String], since: HomeAssistantVersion, topics: Topics
    ) -> String {
        let isOfSite = subject == HomeAssistantSubject.site.name(at: topics.site)
        let id = "clocksmith_\(topics.site)_\(isOfSite ? "" : "\(subject)_")\(key)"
        // Home Assistant's entity ids have no "-".
        let objectID = id.replacing("-", with: "_")
        var members: [JSONValue.Member] = [
            .init("name", .string(name)), .init("unique_id", .string(id)),
            // Older versions read only the first, newer ones only the second.
            .init("object_id", .string(objectID)),
            .init("default_entity_id", .string("\(component.rawValue).\(objectID)")),
        ]
        if let category { members.append(.init("entity_category", .string(category.rawValue))) }
        let topic = topics.homeAssistantState(subject, key)
        var available: [JSONValue] = availability.map { ["topic": .string($0)] }
        switch state {
        case .none: break
        case .text, .told: members.append(.init("state_topic", .string(topic)))
        case .elsewhere(let other): members.append(.init("state_topic", .string(other)))
        case .detailed:
            // An older version warns about a time sensor without a value, so there it is unavailable. It still parses
            // the value, which must be a time.
            let mustBeKnown = component == .sensor && since < .unknownSensors
            members += [
                .init("state_topic", .string(topic)),
                .init(
                    "value_template",
                    mustBeKnown ? "{{ value_json.state or '1970-01-01T00:00:00Z' }}" : "{{ value_json.state }}"),
                .init("json_attributes_topic", .string(topic)),
                .init("json_attributes_template", "{{ value_json.attributes | tojson }}"),
            ]
            if mustBeKnown {
                available.append([
                    "topic": .string(topic),
                    "value_template": "{{ 'offline' if value_json.state is none else 'online' }}",
                ])
            }
        }
        if !available.isEmpty {
            members += [.init("availability", .list(available)), .init("availability_mode", "all")]
        }
        if isCommanded { members.append(.init("command_topic", .string(topics.homeAssistantCommand(subject, key)))) }
        return JSONValue.object(members + fields + [.init("qos", 1)] + about).text
    }
}
