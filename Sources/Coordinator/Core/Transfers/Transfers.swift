internal import ClockDomain
internal import ClockWire

/// What goes to the nodes in chunks: sounds that people have played, and voice packs. Both come to the coordinator by the
/// same kind of upload.
struct Transfers: Sendable {
    var sounds: SoundOrders
    var packs = Packs()

    /// - Parameter withdrawn: sounds that were taken back, the newest last.
    init(withdrawn: [WithdrawnSound]) {
        sounds = SoundOrders(withdrawn: withdrawn)
    }

    /// A client hands over a chunk of a file, or asks which are missing.
    mutating func upload(_ request: UploadRequest, origin: RequestOrigin, at now: Now, _ out: inout Outbox) {
        if packs.upload(request, origin: origin, at: now, &out) { return }
        sounds.upload(request, origin: origin, at: now, &out)
    }
}
