public import ClockDomain
public import ClockWire

/// What a coordinator does, to be carried out in order. What is large lies in a box of its own.
public enum CoordinatorEffect: Hashable, Sendable {
    /// A wake for which there is no room is answered by `.wakeRefused`.
    case publish(CoordinatorMessage)
    /// Publish an empty retained message, so that the broker keeps nothing there.
    case clear(topic: String)
    /// At least once.
    indirect case publishHomeAssistant(HomeAssistantMessage)
    /// Publish `.timeReply`. T3 is the wall clock at the moment of publishing.
    /// - Parameter isVouched: whether nodes may go by this machine's clock.
    case replyTime(
        NodeID, originNanoseconds: Int64, received: WallTime, isVouched: Bool, correlation: [UInt8]?)
    /// At most once: who waits for it asks again.
    indirect case reply(RequestOrigin, CoordinatorAnswer)
    /// In one transaction; answered by `.committed` or `.commitFailed`. Never two at a time.
    case commit(CommitID, [StoreOperation])
    /// Read nothing more of what nodes say, or read on. A hold that lasts too long ends by itself.
    case holdReports(Bool)
    /// Answered by `.historyRead` or `.historyFailed`.
    indirect case readHistory(RequestOrigin, HistoryRequest)
    /// Answered by `.serviceLevelsRead` or `.historyFailed`.
    indirect case readServiceLevels(RequestOrigin, SLORequest)
    /// Send a message to people; answered by `.noticeAnswered`. Never two at a time.
    indirect case sendNotice(attempt: Int, NoticePost)
    /// See what this program has used; answered by `.processRead`.
    indirect case readProcess(RequestOrigin, MetricsRequest)
    /// Answered by `.storeChecked`.
    case checkStore
    /// Try whether the broker takes somebody without a name; answered by `.brokerChecked`.
    case checkBroker
    /// Read the rules of a zone from the tz database, by a name that can be one; answered by `.zone`.
    case loadZone(String)
    /// Have a speech engine say it, where that can be in this voice; answered by `.soundReady` or `.soundRefused`.
    indirect case speak(job: Int, text: String, voice: SpeechVoice?)
    /// Check and convert an uploaded file; answered by `.soundReady` or `.soundRefused`.
    case prepareUpload(job: Int, Digest)
    /// Answered by `.uploadFound`.
    indirect case findUpload(RequestOrigin, Digest, bytes: Int)
    /// Put a chunk of a file on the disk, and with the last one keep the file if it is what its name says; answered by
    /// `.uploadKept` or `.uploadRefused`.
    indirect case keepUpload(RequestOrigin, Digest, UploadRequest.Chunk, isLast: Bool)
    case dropUpload(Digest)
    /// At least once, each chunk on its own topic; answered by `.contentUnreadable` where a blob is not there. What is to
    /// be retained goes first.
    indirect case publishChunks(Digest, [ContentPart], isRetained: Bool, expirySeconds: UInt32)
    /// Keep the list, and see which of the pack's files are on the disk; answered by `.packFound` or `.packRefused`.
    indirect case findPack(RequestOrigin, PackList)
    /// Keep the files of these packs, and remove those that other packs have needed until now.
    case keepPacks([Digest])
    case setTimer(TimerToken<CoordinatorTimer>, Deadline)
    case cancelTimer(TimerToken<CoordinatorTimer>)
    case log(LogLevel, String)
    /// A line that others can cause any number of: at most one a minute of those about the same.
    indirect case logLimited(LogLevel, String, about: String)
}

/// The voice that rooms announce the time with.
public struct SpeechVoice: Hashable, Sendable {
    public var name: String
    /// The pack of that name, where people gave it to the rooms; `nil` where it came with the machines.
    public var pack: Digest?

    public init(name: String, pack: Digest? = nil) {
        self.name = name
        self.pack = pack
    }
}
