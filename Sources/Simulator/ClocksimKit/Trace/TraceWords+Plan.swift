internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockSimulator
internal import ClockWire

// Faults and requests in words.

extension TraceWords {
    /// A fault of the plan, with its time and hosts.
    func planned(_ fault: PlannedFault) -> String {
        "\(fault.start) \(fault.hosts.map(name).joined(separator: ", ")): \(kind(fault))"
    }

    /// A request of the plan, with its time and client.
    func planned(_ request: PlannedRequest) -> String {
        "\(request.at) client \(request.client): \(what(request))"
    }

    func kind(_ fault: PlannedFault) -> String {
        let length = fault.end.map { ", for \(Self.length($0 - fault.start))" } ?? ""
        switch fault.kind {
        case .link(let link): return "link \(Self.link(link))\(length)"
        case .partition(let direction): return "partition \(Self.direction(direction))\(length)"
        case .clog(let rate): return "clog, \(rate) messages a second\(length)"
        case .brokerDown(let memory): return "broker down, memory \(Self.brokerMemory(memory))\(length)"
        case .clockStep(let step): return "clock set by \(Self.signed(step))"
        case .drift(let rate): return "crystal at \(rate) ppb\(length)"
        case .timeServiceStops: return "time service stops\(length)"
        case .timeServiceWrong(let error): return "time service wrong by \(Self.signed(error))\(length)"
        case .zone(let index): return "zone \(plan.zones[index].name), rules \(index)\(length)"
        case .diskFull: return "disk full\(length)"
        case .diskReadOnly: return "disk read-only\(length)"
        case .diskSlow(let write): return "disk slow, \(Self.length(write)) a write\(length)"
        case .diskLies(let torn): return "disk lies about syncing\(torn ? ", and tears files" : "")\(length)"
        case .snapshotRestored: return "disk set back to a snapshot taken now\(length)"
        case .outputSlow(let delay): return "output slow, opens in \(Self.length(delay))\(length)"
        case .outputBusy: return "output busy\(length)"
        case .outputMissing: return "output missing\(length)"
        case .outputLost: return "output lost\(length)"
        case .outputStuck: return "output stuck\(length)"
        case .outputUnderrun: return "output runs dry\(length)"
        case .voiceIncomplete(let clips): return "voice without \(clips.joined(separator: ", "))\(length)"
        case .crash: return "program killed\(length)"
        case .crashAtEffect(let effects, let outage):
            return "program killed \(effects) effects on, for \(Self.length(outage))"
        case .powerCut: return "power cut\(length)"
        case .powerCutAtEffect(let effects, let outage):
            return "power cut \(effects) effects on, for \(Self.length(outage))"
        case .stop: return "program stopped\(length)"
        case .suspend: return "suspended\(length)"
        }
    }

    func what(_ request: PlannedRequest) -> String {
        switch request.what {
        case .ask(let asked): Self.request(asked)
        case .ring(let action): Self.action(action)
        case .silence(let source, let kind): "\(kind.rawValue) \(source?.description ?? "whatever rings")"
        case .tidy(let keeping): "remove all alarms but the newest \(keeping)"
        case .amend(.move(let minutes)): "ring \(minutes) min later what rings"
        case .amend(.switchOff): "switch off what rings"
        case .amend(.remove): "remove what rings"
        case .prolong(let seconds): "\(seconds) s more for the oldest timer"
        case .pause: "pause the oldest timer"
        case .resume: "let the oldest timer go on"
        case .forestall(let ago): "snooze what is due next, as of \(Self.length(ago)) ago"
        }
    }

    /// In words, or as verb and payload for kinds without words.
    static func request(_ request: CoordinatorRequest) -> String {
        switch request.content {
        case let asked as HistoryRequest: "history of \(asked.node?.rawValue ?? "all"), \(asked.limit) lines"
        case let set as SetRequest: "set \(names(set.nodes)) \(patch(set.change))"
        case let announce as AnnounceRequest: "announce at \(announce.nodes.isEmpty ? "all" : names(announce.nodes))"
        case let rename as RenameRequest: "rename \(rename.node) to \"\(rename.room)\""
        case let asked as AdoptRequest:
            "\(asked.replace ? "replace" : "adopt") what nodes hold of \(asked.store.map { "store \($0)" } ?? "another store")"
        case let forget as ForgetRequest: "forget \(forget.node)"
        case let asked as ChangeRequest: asked.changes.map(change).joined(separator: "; ")
        case let asked as ScheduleRequest: "schedule, \(asked.limit) alarms a page"
        case let asked as SayRequest: "say \"\(asked.text)\""
        case let asked as PlayRequest: "play file \(asked.sound.short)"
        case let asked as UploadRequest: "upload file \(asked.file.short)"
        case let asked as OutcomeRequest: "what became of order \(asked.id)"
        case let asked as CancelRequest: "cancel order \(asked.id)"
        case let asked as PackRequest: "hand over pack \(asked.list.name)"
        case let asked as PushRequest:
            "push pack \(asked.pack.short) to \(asked.nodes.isEmpty ? "all" : names(asked.nodes))"
        case let asked as ScoreRequest: "\(asked.answers.count) answers of a learner"
        case is ScoresRequest: "scores"
        case let asked as WithdrawRequest:
            "withdraw pack \(asked.name) from \(asked.nodes.isEmpty ? "all" : names(asked.nodes))"
        default: plain(request.content)
        }
    }

    /// The verb, and the payload as JSON.
    private static func plain(_ request: some SiteRequest) -> String {
        let payload = String(decoding: WireCodec.encode(request), as: UTF8.self)
        let verb = type(of: request).verb.rawValue
        return payload == emptyPayload ? verb : "\(verb) \(payload.prefix(120))"
    }

    private static let emptyPayload = String(decoding: WireCodec.encode(StatusRequest()), as: UTF8.self)

    static func actions(_ list: RingActionList) -> String { list.actions.map(action).joined(separator: ", ") }

    static func action(_ action: RingAction) -> String {
        "\(action.kind.rawValue) \(occurrence(action.occurrence))"
    }

    static func names(_ nodes: [NodeID]) -> String {
        nodes.count > 4 ? "\(nodes.count) nodes" : nodes.map(\.rawValue).joined(separator: ", ")
    }

    static func patch(_ patch: SettingsPatch) -> String {
        let values = patch.applied(to: .standard)
        let said =
            NodeSetting.all.filter(patch.changes).map { "\($0.name) \($0.words(values, \.rfc3339))" }
            + (patch.muteSeconds.map { ["mute for \($0) s"] } ?? [])
        return said.isEmpty ? "nothing" : said.joined(separator: ", ")
    }

    private static func direction(_ direction: Direction) -> String {
        switch direction {
        case .outward: "towards the broker"
        case .homeward: "from the broker"
        case .both: "both ways"
        }
    }

    private static func brokerMemory(_ memory: BrokerMemory) -> String {
        switch memory {
        case .kept: "kept"
        case .autosaved: "of its last autosave"
        case .lost: "lost"
        }
    }

    private static func link(_ link: LinkPlan) -> String {
        func percent(_ perMillion: Int) -> String {
            "\(perMillion / 10_000).\(Words.padded(perMillion / 100 % 100, 2)) %"
        }
        return "\(length(link.outwardDelay)) there, \(length(link.homewardDelay)) back, ±\(length(link.jitter)), "
            + "lost \(percent(link.lossPerMillion)), twice \(percent(link.duplicatePerMillion)), "
            + "overtaken \(percent(link.reorderPerMillion))"
    }
}
