public import ClockDomain
public import ClockWire

/// An action of the coordinator. The shell performs them in order. Large values lie in a box of their own.
public enum CoordinatorEffect: Hashable, Sendable {
    /// The shell answers with `.wakeRefused` when it has no room for a wake.
    case publish(CoordinatorMessage)
    /// Publish an empty retained message, which makes the broker delete the retained one.
    case clear(topic: String)
    /// At least once.
    indirect case publishHomeAssistant(HomeAssistantMessage)
    /// Publish `.timeReply`. T3 is the wall clock at the moment of publishing.
    /// - Parameter isVouched: true if nodes may go by this machine's clock.
    case replyTime(NodeID, originNanoseconds: Int64, received: WallTime, isVouched: Bool, correlation: [UInt8]?)
    /// At most once: a client that receives no answer asks again.
    indirect case reply(RequestOrigin, CoordinatorAnswer)
    /// In one transaction; answered by `.committed` or `.commitFailed`. Never two at a time.
    case commit(CommitID, [StoreOperation])
    /// Stop reading nodes' messages, or continue. A hold that lasts too long ends by itself.
    case holdReports(Bool)
    /// Answered by `.storeRead`.
    indirect case readStore(RequestOrigin, StoreQuery)
    /// Send a message to people; answered by `.noticeAnswered`. Never two at a time.
    indirect case sendNotice(attempt: Int, NoticePost)
    /// Measure this program's own use of the machine; answered by `.processRead`.
    indirect case readProcess(RequestOrigin, MetricsRequest)
    /// Answered by `.storeChecked`.
    case checkStore
    /// Find out which program speaks texts in this voice; answered by `.speechChecked`.
    indirect case checkSpeech(SpeechVoice?)
    /// Try to connect to the broker without a user name; answered by `.brokerChecked`.
    case checkBroker
    /// Read the rules of a zone from the tz database, by a syntactically valid name; answered by `.zone`.
    case loadZone(String)
    /// Have a speech engine speak the text, if it has this voice; answered by `.soundReady` or `.soundRefused`.
    indirect case speak(job: Int, text: String, voice: SpeechVoice?)
    /// Have each text spoken in this voice, as a sound to ring, and make a voice pack of them; answered by
    /// `.spokenPackMade`.
    indirect case makeSpokenPack(job: Int, texts: [String], voice: SpeechVoice)
    /// Check and convert an uploaded file, and bring it to the loudness of words unless it is wanted as it is; answered by
    /// `.soundReady` or `.soundRefused`.
    case prepareUpload(job: Int, Digest, isAsIs: Bool)
    /// Answered by `.uploadFound`.
    indirect case findUpload(RequestOrigin, Digest, bytes: Int)
    /// Write a chunk of a file to the disk. With the last chunk, keep the file if its digest matches its name; answered
    /// by `.uploadKept` or `.uploadRefused`.
    indirect case keepUpload(RequestOrigin, Digest, UploadRequest.Chunk, isLast: Bool)
    case dropUpload(Digest)
    /// At least once, each chunk on its own topic; answered by `.contentUnreadable` when a blob is missing. Retained
    /// messages go first.
    indirect case publishChunks(Digest, [ContentPart], isRetained: Bool, expirySeconds: UInt32)
    /// Keep the list, and check which of the pack's files are on the disk; answered by `.packFound` or `.packRefused`.
    indirect case findPack(RequestOrigin, PackList)
    /// Keep the files of these packs, and remove files that only other packs needed.
    case keepPacks([Digest])
    case setTimer(TimerToken<CoordinatorTimer>, Deadline)
    case cancelTimer(TimerToken<CoordinatorTimer>)
    case log(LogLevel, String)
    /// A line that others can cause any number of times: log at most one a minute for each `about`.
    indirect case logLimited(LogLevel, String, about: String)
}

/// The voice with which rooms announce the time.
public struct SpeechVoice: Hashable, Sendable {
    public var name: String
    /// The pack of that name, if people sent it to the rooms; `nil` for a voice that came with the machines.
    public var pack: Digest?

    public init(name: String, pack: Digest? = nil) {
        self.name = name
        self.pack = pack
    }
}
