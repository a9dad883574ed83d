public import ClockCoordinatorCore
public import ClockDomain
public import ClockNodeCore
public import ClockWire

/// Something that really happened in a run, in the order in which it happened.
public struct Observation: Sendable {
    public var at: TrueTime
    /// Where.
    public var host: Host
    /// That host's own clocks; `nil` where it has none (the broker, a client, a machine without power).
    public var clock: Now?
    public var what: What

    public init(at: TrueTime, host: Host, clock: Now?, what: What) {
        self.at = at
        self.host = host
        self.clock = clock
        self.what = what
    }

    /// Whether a node asks a coordinator for the time.
    var isTimeQuestion: Bool {
        switch what {
        case .published(let message): if case .timeRequest = message.payload { true } else { false }
        default: false
        }
    }

    /// Whether a coordinator's answer to that has come.
    var isTimeAnswer: Bool {
        switch what {
        case .delivered(let message): if case .timeReply = message.payload { true } else { false }
        default: false
        }
    }

    /// The comment at a group names the ``Interests`` that it needs. What is large lies in a box of its own, so that the
    /// many small ones are handed on quickly.
    public enum What: Sendable {
        // MARK: The run (always)

        /// The run enters this phase.
        case phase(Phase)
        /// The fault with this index of the plan begins at this host.
        case faultBegan(Int)
        case faultEnded(Int)

        // MARK: Programs and machines (always)

        /// The program runs, with this state. Comes before its core's first event.
        indirect case nodeStarted(NodeState, origin: StateOrigin, zone: TimeZoneRules)
        indirect case coordinatorStarted(StoredState)
        /// The program could not start; it is tried again two seconds later.
        case startFailed(String)
        /// The program is gone without a word; with the power, the machine as well.
        case crashed(power: Bool)
        /// The program was told to leave and has left.
        case stopped
        case suspended
        case resumed

        // MARK: Clocks (always)

        /// Somebody or something set the wall clock by so much.
        case clockSet(by: Duration)
        /// The time service has begun or ceased to vouch for the clock.
        case vouched(Bool)
        indirect case zoneChanged(TimeZoneRules)

        // MARK: Sound (.sounds)

        indirect case playOrdered(PlayOrder)
        case playCancelled(id: Int)
        /// The anchor frame leaves the output: this is what a person in the room hears, and when.
        indirect case heard(HeardSound)
        /// The sound of this order, or ring, ends; `cutOff` unless it was played to its end, which a ring never is.
        case silenced(id: Int, cutOff: Bool)
        /// What the output told the node about an order.
        indirect case playbackAnswered(id: Int, PlaybackResult)

        indirect case soundOrdered(CarriedPlayOrder)
        /// The first frame of a carried sound leaves the output.
        indirect case soundHeard(CarriedPlayOrder)

        indirect case ringOrdered(RingOrder)
        /// The core has told the output to end this ring.
        case ringStopped(id: Int)
        /// The first frame of a ring leaves the output. It goes on until ``silenced(id:cutOff:)``.
        indirect case ringHeard(RingOrder)
        /// It was stopped so shortly before that its first moment was heard all the same, and no more.
        indirect case ringCutShort(RingOrder)
        indirect case ringAnswered(id: Int, RingResult)

        // MARK: Disks (.storage)

        /// The node's disk has this state and has said so.
        case stateStored(Boxed<NodeState>, ticket: Int)
        /// The node's disk has not taken this state; the node goes on with it all the same.
        case stateNotStored(Boxed<NodeState>, ticket: Int, reason: String)
        /// What the disk had said it had is gone: it now holds this, or nothing that can be read.
        indirect case stateTurnedBack(NodeState?)
        /// The coordinator's store has these, and has said so.
        case committed([StoreOperation])
        case notCommitted(reason: String)
        /// The last so many commits are gone: the disk had lied.
        case commitsLost(Int)
        /// Everything committed since an old snapshot is gone: it was restored.
        case storeTurnedBack

        // MARK: The lease of a shared store (always)

        /// The host has taken it: from now on it alone may commit.
        case leaseTaken

        // MARK: Connections to the broker (.connections)

        /// The host is connected to the broker.
        case connected
        /// The host has learned that its connection, or its attempt at one, has failed.
        case disconnected(reason: String)
        /// The broker takes the host for gone, and has published its last will.
        case sessionEnded
        case brokerStarted(BrokerMemory)
        case brokerStopped

        // MARK: Messages (.publications, answers to time exchanges with .deliveries)

        /// The host has handed this to its MQTT client.
        case published(Message)

        // MARK: Messages (.deliveries)

        /// The message has come to the host and is handed to its program.
        case delivered(Message)
        /// The message ends here, for this reason.
        case dropped(Message, DropReason)

        // MARK: People (always)

        /// What has this index in ``SimulationPlan/people`` was done.
        case requested(Int)
        /// The client has its answer to the request with this index: what it says is now known to somebody.
        indirect case answered(Int, CoordinatorAnswer)
        /// Nobody answered in time. It may have been done all the same.
        case timedOut(Int)

        /// The client has sent this for the plan's index: what was to be silenced was there.
        indirect case acted(Int, RingAction)
        /// The client sees no node any more that shows the action's occurrence as it was.
        case silencedEverywhere(Int)

        // MARK: Cores (.cores)

        indirect case nodeHandles(NodeCore.Event)
        /// Carried out next.
        indirect case nodePerforms(NodeCore.Effect)
        indirect case coordinatorHandles(CoordinatorEvent)
        indirect case coordinatorPerforms(CoordinatorEffect)

        // MARK: The simulator's own tests (always)

        /// A message came out of the codec other than it went in, or not at all.
        case codecChanged(Message, detail: String)
    }

    public enum Phase: Hashable, Sendable {
        case faulty
        /// No fault any more; everything that was down starts.
        case healing
        /// The run is over.
        case over
    }

    /// Where a starting node's state comes from.
    public enum StateOrigin: Hashable, Sendable {
        case disk
        /// There was none: a new one.
        case new
        /// The file was damaged and put aside: a new one.
        case damaged
    }

    public enum DropReason: Hashable, Sendable {
        /// At most once, and the sender is not connected.
        case notConnected
        /// The sender's queue is full.
        case senderQueueFull
        /// The broker's queue for the host is full.
        case brokerQueueFull
        case expired
        /// It was under way when the connection, or the machine at its end, went.
        case connectionLost
        /// The host's mailbox is full.
        case mailboxFull
        /// Nobody waits for it any more.
        case unexpected
    }
}

/// A sound as heard in a room.
public struct HeardSound: Hashable, Sendable {
    /// The play order's, see ``ClockNodeCore/PlayOrder/id``.
    public var id: Int
    public var plan: AnnouncementPlan
    public var volume: Volume
    /// What was to be the onset, by the clock of the node when it gave the order.
    public var target: WallTime
    /// How many clips had the built-in tone in their place.
    public var missingClips: Int
    /// When its last frame leaves the output unless it is cut off.
    public var end: TrueTime

    public init(id: Int, plan: AnnouncementPlan, volume: Volume, target: WallTime, missingClips: Int, end: TrueTime) {
        self.id = id
        self.plan = plan
        self.volume = volume
        self.target = target
        self.missingClips = missingClips
        self.end = end
    }
}
