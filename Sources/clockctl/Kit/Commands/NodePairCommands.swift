internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

extension NodeCommand {
    struct Pair: CoordinatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "pair",
            abstract: "Let new rooms ask to join, for ten minutes.",
            usage: "clockctl node pair [--json] [<connection options>]",
            discussion: """
                A node without an id says six digits through its speaker. clockctl node list shows the rooms at the \
                door, and clockctl node accept lets one in.

                Examples:
                  clockctl node pair
                """)

        @OptionGroup var output: OutputOptions
        @OptionGroup(title: "Connection") var connection: ConnectionOptions

        func run(on console: Console, asking link: CoordinatorLink) async throws {
            let result = try link.askDoor(PairRequest(.open))
            output.write(result, on: console) {
                [
                    StyledText("the door is open\(result.openUntil == nil ? "" : " for ten minutes")", .bold),
                    StyledText("plug the new room in; when it says its number: clockctl node accept NUMBER NAME"),
                ]
            }
        }
    }

    struct Accept: CoordinatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "accept",
            abstract: "Let a new room in, by the number that it says.",
            usage: "clockctl node accept <number> <node> [--json] [<connection options>]",
            discussion: """
                Type the digits that you hear: they prove to this hub and to the room that nobody stands between. A \
                wrong number costs a minute. A node that is offline may be replaced by a new room of its name, which \
                keeps its settings and alarms. Once the room is there, it says its name and the time.

                Examples:
                  clockctl node accept 471926 kitchen
                """)
        static var standardTimeout: Duration { .seconds(20) }

        @Argument(help: ArgumentHelp("The six digits; a space between them does not matter.", valueName: "number"))
        var number: String

        @Argument(help: ArgumentHelp("The id that the room gets, \(NodeID.rule).", valueName: "node"))
        var node: String

        @OptionGroup var output: OutputOptions
        @OptionGroup(title: "Connection") var connection: ConnectionOptions

        func run(on console: Console, asking link: CoordinatorLink) async throws {
            let digits = number.filter { $0 != " " }
            guard digits.utf8.count == 6, digits.allSatisfy({ ("0"..."9").contains($0) }) else {
                throw FatalError(.usage, "\"\(number.prefix(20))\" is no number of six digits")
            }
            guard let id = NodeID(node) else {
                throw FatalError(.usage, "\"\(node.prefix(40))\" cannot be a node's id, which has \(NodeID.rule)")
            }
            let result = try link.askDoor(PairRequest(.accept, number: digits, node: id))
            output.write(result, on: console) { [StyledText("the room is ", .dim) + StyledText("\(id)", .bold)] }
            // The room is in, whatever becomes of its first words.
            do {
                let outcome = try await RoomIntroduction.of(id, asking: LinkAsking(link: link)) { pause in
                    Clocks.wait(for: [], until: Clocks.boot() + pause)
                }
                report(outcome, of: id, on: console)
            } catch {
                console.warn("\(id) did not introduce itself: \(error)")
            }
        }

        private func report(_ outcome: RoomIntroduction.Outcome?, of id: NodeID, on console: Console) {
            switch outcome {
            case .nameAndTime:
                if !output.json { console.write([StyledText("\(id) is here, and says its name and the time")]) }
            case .timeAlone(let reason): console.warn("\(id) is here, and says the time, but not its name: \(reason)")
            case nil: console.warn("\(id) is not ready yet; clockctl status shows when it is")
            }
        }
    }
}

private struct LinkAsking: SiteAsking {
    let link: CoordinatorLink

    func answer<Request: SiteRequest>(to request: Request) async throws -> Request.Result {
        try link.request(request).result
    }
}

extension CoordinatorLink {
    /// Asks the hub's door.
    ///
    /// - Throws: ``RequestError`` in the door's words, or ``FatalError`` when it does not answer.
    func askDoor(_ request: PairRequest) throws -> PairResult {
        try awaitConnection()
        do {
            return try self.request(request).result
        } catch let error as FatalError where error.exitCode == .temporaryFailure || error.exitCode == .unavailable {
            throw FatalError(
                error.exitCode,
                "the door of site \(settings.site) does not answer; is clock-door running? clockctl provision door packs "
                    + "what it needs")
        }
    }
}
