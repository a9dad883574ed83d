public import ClockCoordinatorCore
public import ClockDomain
public import ClockNodeCore
public import ClockWire

/// An event of a run, with its true time. Observations come in the order of the events.
public struct Observation: Sendable {
    public var at: TrueTime
    public var host: Host
    /// That host's own clocks; `nil` without any (the broker, a client, a machine without power).
    public var clock: Now?
    public var what: What

    /// True when a node asks a coordinator for the time.
    var isTimeQuestion: Bool {
        if case .published(let message) = what, case .timeRequest = message.payload { true } else { false }
    }

    /// True when the coordinator's answer to that question arrives.
    var isTimeAnswer: Bool {
        if case .delivered(let message) = what, case .timeReply = message.payload { true } else { false }
    }

    /// The comment at a group names the ``Interests`` that it needs. A large payload lies in its own box, so that the
    /// many small ones are cheap to pass on.
    public enum What: Sendable {
        // MARK: The run (always)

        /// The run enters this phase.
        case phase(Phase)
        /// The fault with this index of the plan begins at this host.
        case faultBegan(Int)
        case faultEnded(Int)

        // MARK: Programs and machines (always)

        /// The program runs, with this state. Precedes its core's first event.
        indirect case nodeStarted(NodeState, origin: StateOrigin, zone: TimeZoneRules)
        indirect case coordinatorStarted(StoredState)
        /// The program could not start; the machine tries again two seconds later.
        case startFailed(String)
        /// The program ended without a goodbye; with `power`, the machine lost its power too.
        case crashed(power: Bool)
        /// The program left in an orderly way, on request.
        case stopped
        case suspended, resumed

        // MARK: Clocks (always)

        /// A person or a program set the wall clock by this much.
        case clockSet(by: Duration)
        /// The time service began or ceased to vouch for the clock.
        case vouched(Bool)
        indirect case zoneChanged(TimeZoneRules)

        // MARK: Sound (.sounds)

        indirect case playOrdered(PlayOrder)
        case playCancelled(id: Int)
        /// The anchor frame leaves the output: the sound that a person in the room hears, and its instant.
        indirect case heard(HeardSound)
        /// The sound of this order, or ring, ends; `cutOff` unless it was played to its end, which a ring never is.
        case silenced(id: Int, cutOff: Bool)
        /// The output answered the node about an order.
        indirect case playbackAnswered(id: Int, PlaybackResult)

        indirect case soundOrdered(CarriedPlayOrder)
        /// The first frame of a carried sound leaves the output.
        indirect case soundHeard(CarriedPlayOrder)

        indirect case ringOrdered(RingOrder)
        /// The core ordered the output to end this ring.
        case ringStopped(id: Int)
        /// The first frame of a ring leaves the output. It goes on until ``silenced(id:cutOff:)``.
        indirect case ringHeard(RingOrder)
        /// A stop came so late that the ring's first moment was heard all the same, and no more.
        indirect case ringCutShort(RingOrder)
        indirect case ringAnswered(id: Int, RingResult)
        /// The first frame of a part of an emergency leaves the output.
        indirect case alertHeard(AlertOrder)

        // MARK: Disks (.storage)

        /// The node's disk reported this state as stored.
        case stateStored(Boxed<NodeState>, ticket: Int)
        /// The node's disk did not store this state; the node goes on with it all the same.
        case stateNotStored(Boxed<NodeState>, ticket: Int, reason: String)
        /// The disk lost a state that it had reported as stored: it now holds this, or nothing readable.
        indirect case stateTurnedBack(NodeState?)
        /// The coordinator's store reported these as committed.
        case committed([StoreOperation])
        case notCommitted(reason: String)
        /// The disk lost this many of the last commits: it had lied.
        case commitsLost(Int)
        /// Somebody restored an old snapshot: every later commit is gone.
        case storeTurnedBack

        // MARK: The lease of a shared store (always)

        /// The host acquired the lease: from now on it alone may commit.
        case leaseTaken

        // MARK: Connections to the broker (.connections)

        /// The host is connected to the broker.
        case connected
        /// The host noticed that its connection, or its attempt at one, has failed.
        case disconnected(reason: String)
        /// The broker ended the host's session and published its last will.
        case sessionEnded
        case brokerStarted(BrokerMemory)
        case brokerStopped

        // MARK: Messages (.publications, answers to time exchanges with .deliveries)

        /// The host passed this message to its MQTT client.
        case published(Message)

        // MARK: Messages (.deliveries)

        /// The message arrived at the host, which passes it to its program.
        case delivered(Message)
        case dropped(Message, DropReason)

        // MARK: People (always)

        /// Somebody made the request with this index in ``SimulationPlan/people``.
        case requested(Int)
        /// The client received the answer to the request with this index: somebody now knows its content.
        indirect case answered(Int, CoordinatorAnswer)
        /// No answer came in time. The coordinator may have done the work all the same.
        case timedOut(Int)

        /// The client sent this action for the plan's index: it showed a matching occurrence.
        indirect case acted(Int, RingAction)
        /// The client shows no node any more whose occurrence the action has yet to silence.
        case silencedEverywhere(Int)

        // MARK: Cores (.cores)

        indirect case nodeHandles(NodeCore.Event)
        /// The shell performs it next.
        indirect case nodePerforms(NodeCore.Effect)
        indirect case coordinatorHandles(CoordinatorEvent)
        indirect case coordinatorPerforms(CoordinatorEffect)

        // MARK: The simulator's own tests (always)

        /// A message changed in the codec, or could not be decoded.
        case codecChanged(Message, detail: String)
    }

    public enum Phase: Hashable, Sendable {
        case faulty
        /// All faults are over; everything that was down starts.
        case healing
        case over
    }

    /// The origin of a starting node's state.
    public enum StateOrigin: Hashable, Sendable {
        case disk
        /// There was no file: a new state.
        case new
        /// The file was damaged and put aside: a new state.
        case damaged
    }

    public enum DropReason: Hashable, Sendable {
        /// At most once, and the sender is not connected.
        case notConnected
        case senderQueueFull
        /// The broker's queue for the host is full.
        case brokerQueueFull
        case expired
        /// It was under way when the connection or the receiving machine failed.
        case connectionLost
        /// The host's mailbox is full.
        case mailboxFull
        /// Nobody waits for it any more.
        case unexpected
    }
}

public struct HeardSound: Hashable, Sendable {
    /// The id of the play order, see ``ClockNodeCore/PlayOrder/id``.
    public var id: Int
    public var plan: AnnouncementPlan
    public var volume: Volume
    /// The intended onset, by the node's clock when it gave the order.
    public var target: WallTime
    /// The number of clips that the built-in tone replaced.
    public var missingClips: Int
    /// The instant at which its last frame leaves the output unless it is cut off.
    public var end: TrueTime
}
