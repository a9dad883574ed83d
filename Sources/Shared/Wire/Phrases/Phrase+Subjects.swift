package import ClockDomain

extension Phrase {
    package static var broker: Phrase { Phrase(.broker, "broker") }
    package static var brokerQueues: Phrase { Phrase(.brokerQueues, "broker queues") }
    package static var intake: Phrase { Phrase(.intake, "intake") }
    package static var store: Phrase { Phrase(.store, "store") }
    package static var coordinator: Phrase { Phrase(.coordinator, "coordinator") }
    package static var coordinatorClock: Phrase { Phrase(.coordinatorClock, "coordinator clock") }
    package static var version: Phrase { Phrase(.version, "version") }
    package static var clockHere: Phrase { Phrase(.clockHere, "clock here") }
    package static var examination: Phrase { Phrase(.examination, "examination") }
    package static var nodes: Phrase { Phrase(.nodes, "nodes") }
    package static var emergency: Phrase { Phrase(.emergency, "emergency") }
    package static var messages: Phrase { Phrase(.messages, "messages") }
    package static var speech: Phrase { Phrase(.speech, "speech") }
    package static var standby: Phrase { Phrase(.standby, "standby") }
    package static var anotherCoordinator: Phrase { Phrase(.anotherCoordinator, "another coordinator") }

    package static func foreignStore(_ store: String) -> Phrase { Phrase(.foreignStore, "store \(store, "store")") }

    package static func certificate(of name: String) -> Phrase { Phrase(.certificate, "\(name, "name") certificate") }

    package static func node(_ node: NodeID) -> Phrase { Phrase(.node, "\(node, "node")") }
    package static func clock(of node: NodeID) -> Phrase { Phrase(.nodeClock, "\(node, "node") clock") }
    package static func audio(of node: NodeID) -> Phrase { Phrase(.nodeAudio, "\(node, "node") audio") }
    package static func voice(of node: NodeID) -> Phrase { Phrase(.nodeVoice, "\(node, "node") voice") }
    package static func chime(of node: NodeID) -> Phrase { Phrase(.nodeChime, "\(node, "node") chime") }
    package static func settings(of node: NodeID) -> Phrase { Phrase(.nodeSettings, "\(node, "node") settings") }
    package static func ledger(of node: NodeID) -> Phrase { Phrase(.nodeLedger, "\(node, "node") ledger") }
    package static func alarms(of node: NodeID) -> Phrase { Phrase(.nodeAlarms, "\(node, "node") alarms") }

    package static func soundsToPlay(on node: NodeID) -> Phrase {
        Phrase(.nodeSoundsToPlay, "\(node, "node") sounds to play")
    }

    package static func pack(_ pack: String, of node: NodeID) -> Phrase {
        Phrase(.nodePack, "\(node, "node") pack \(pack, "pack")")
    }

    package static func sound(_ sound: String, of node: NodeID) -> Phrase {
        Phrase(.nodeSound, "\(node, "node") sound \(sound, "sound")")
    }

    /// - Parameter name: of an alarm or a timer: `a3 Work`.
    package static func ring(_ name: String, on node: NodeID) -> Phrase {
        Phrase(.nodeRing, "\(node, "node") \(name, "name")")
    }
}
