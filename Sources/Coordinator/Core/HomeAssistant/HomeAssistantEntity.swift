internal import ClockDomain
internal import ClockWire

/// One entity of a device of Home Assistant: how it is announced, and what it shows.
///
/// https://www.home-assistant.io/integrations/mqtt has the fields of each component. Unknown ones are dropped there without
/// a word, so that a slip is seen in no log.
struct HomeAssistantEntity: Sendable {
    enum Component: String, Sendable {
        case binarySensor = "binary_sensor"
        case button, event, notify, number, select, sensor, `switch`, text, time
    }

    /// Where Home Assistant puts it; `nil` for what people look at every day.
    enum Category: String, Sendable {
        case config, diagnostic
    }

    enum State: Sendable {
        /// It shows nothing: a button, something to write to.
        case none
        /// A word or a number; `nil` for what is not known.
        case text(String?)
        /// The same with attributes, in one message.
        case detailed(String?, [JSONValue.Member])
        /// The broker has it on another topic, which this machine does not publish to.
        case elsewhere(topic: String)
        /// Told as it happens, and never kept.
        case told
    }

    var component: Component
    /// Of `a-z` and `_`; names it within its subject.
    var key: String
    /// For people, beside the name of its device.
    var name: String
    var state: State
    var isCommanded = false
    var category: Category?
    /// What this kind of entity has besides.
    var fields: [JSONValue.Member] = []

    /// What Home Assistant reads as not known.
    static let unknown = "None"

    /// What its state topic has; `nil` where nothing is published there.
    var statePayload: String? {
        switch state {
        case .none, .elsewhere, .told: nil
        case .text(let text): text ?? Self.unknown
        case .detailed(let text, let attributes):
            JSONValue.object([.init("state", JSONValue(text)), .init("attributes", .object(attributes))]).text
        }
    }

    /// The message that announces it.
    ///
    /// - Parameters:
    ///   - subject: what it belongs to, as in topics.
    ///   - about: `device` and `origin`, which all entities of a subject share.
    ///   - availability: the topics that have to say `online`.
    func announcement(
        subject: String, about: [JSONValue.Member], availability: [String], since: HomeAssistantVersion, topics: Topics
    ) -> String {
        let isOfSite = subject == HomeAssistantSubject.site.name(at: topics.site)
        let id = "clocksmith_\(topics.site)_\(isOfSite ? "" : "\(subject)_")\(key)"
        // Entities' ids have no "-" in Home Assistant.
        let objectID = id.replacing("-", with: "_")
        var members: [JSONValue.Member] = [
            .init("name", .string(name)), .init("unique_id", .string(id)),
            // Older versions know the first only, newer ones the second only.
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
            // An older version warns about a sensor of times that is not known, so there it is unavailable. It still reads
            // the value, which must be one.
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
        if isCommanded {
            members.append(.init("command_topic", .string(topics.homeAssistantCommand(subject, key))))
        }
        return JSONValue.object(members + fields + [.init("qos", 1)] + about).text
    }
}
