internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

// A node's sound output. It plays by the boot clock, as the real one plays by CLOCK_MONOTONIC: a sound that was ordered
// for an instant of the wall clock stays where it is when somebody sets that clock, unless the core cancels it.

extension Simulation {
    /// The greatest lateness of an announcement's first frame; a later one fails.
    private static let latestStart: Int64 = 10_000_000
    /// The part of a ring that the device already has and plays to its end; in an announcement it is no word.
    private static let untouchable: Int64 = 20_000_000
    /// From cancelling to silence.
    private static let fade: Int64 = 50_000_000
    /// From a ring's first frame to the output's answer, because it measures the onset in between.
    private static let measuring: Int64 = 250_000_000

    /// A round of every sound that rings.
    private static let roundLength: Int64 = 4_000_000_000

    // MARK: Orders

    mutating func play(_ node: Int, _ order: PlayOrder) {
        report(node, .sounds, .playOrdered(order))
        accept(node, .play(order))
    }

    mutating func startRing(_ node: Int, _ order: RingOrder) {
        report(node, .sounds, .ringOrdered(order))
        accept(node, .ring(order))
    }

    mutating func accept(_ node: Int, _ order: Output.Order) {
        if nodes[node].output.isStuck {
            guard !nodes[node].output.keepWaiting(order) else { return }
            return fail(node, order, .deviceFailed, "audio device default is stuck", after: 0)
        }
        switch order {
        case .play(let play):
            let (anchor, length) = nodes[node].output.extent(of: play.plan)
            place(node, order, anchor: anchor, length: length, missing: nodes[node].output.missing(in: play.plan))
        case .carried: place(node, order, anchor: 0, length: Self.carriedLength, missing: [])
        case .ring(let ring):
            let isMissing = nodes[node].output.missingClips.contains(ring.sound)
            let length = ring.plays.map { Int64($0) * Self.roundLength }
            place(node, order, anchor: 0, length: length, missing: isMissing ? [ring.sound] : [])
        case .alert(let alert):
            place(node, order, anchor: 0, length: Int64(alert.plays) * Self.roundLength, missing: [])
        }
    }

    private mutating func place(_ node: Int, _ order: Output.Order, anchor: Int64, length: Int64?, missing: [String]) {
        let clock = machines[node].clock
        let jitter = nodes[node].output.plan.onsetJitter.nanoseconds
        let error = nodes[node].output.random.within(-jitter, jitter)
        let shift = error + nodes[node].output.plan.onsetError.nanoseconds
        let (starts, overflow) = order.anchorsAtBoot(by: clock).addingReportingOverflow(shift - anchor)
        let opened = time + nodes[node].output.openDelay
        let sound = Output.Sound(
            number: nodes[node].output.nextNumber(), order: order, startsAtBoot: overflow ? .max : starts,
            anchor: anchor, length: length, missing: missing, opensAt: opened, onsetError: error)
        if nodes[node].output.isMissing { return fail(node, order, .deviceMissing, "there is no audio device default") }
        let start = clock.time(boot: sound.startsAtBoot)
        if !order.isRing, opened > start + Self.latestStart {
            return fail(
                node, order, .late, "the sound could begin only \((opened - start) / 1_000_000) ms late",
                after: opened - time)
        }
        nodes[node].output.sounds.append(sound)
        appoint(.soundStarts, sound.number, of: node, at: max(start, opened))
    }

    mutating func startSound(_ node: Int, _ number: Int32) {
        guard let index = nodes[node].output.index(of: number) else { return }
        var sound = nodes[node].output.sounds[index]
        let due = machines[node].clock.time(boot: sound.startsAtBoot)
        // The clock's rate has changed since.
        if due > time { return appoint(.soundStarts, number, of: node, at: due) }
        if nodes[node].output.isStuck {
            remove(node, number)
            if sound.isCutShort { return nodes[node].output.endLater(sound.order.id, .ring(.ended)) }
            return accept(node, sound.order)
        }
        if nodes[node].output.isMissing || nodes[node].output.isLost {
            remove(node, number)
            return fail(node, sound.order, .deviceFailed, "audio device default went away")
        }
        if nodes[node].output.isBusy {
            remove(node, number)
            return fail(node, sound.order, .deviceBusy, "audio device default is busy: another program has it")
        }
        sound.state = .playing
        sound.underruns = nodes[node].output.runsDry ? 1 : 0
        sound.onsetError += time - due
        nodes[node].output.sounds[index] = sound
        if sound.isCutShort {
            if case .ring(let order) = sound.order {
                report(node, .sounds, .ringCutShort(order))
                answerHeard(node, order.id, sound)
            }
            return silence(node, sound, .ring(.ended))
        }
        if sound.anchor == 0 { reportHeard(node, sound) } else { anchorSound(node, number) }
        if let length = sound.length { appoint(.soundEnds, number, of: node, at: time + length) }
    }

    /// Plays the anchor at its instant by the machine's clock, like an output that measures its own rate.
    mutating func anchorSound(_ node: Int, _ number: Int32) {
        guard let index = nodes[node].output.index(of: number) else { return }
        let sound = nodes[node].output.sounds[index]
        let due = machines[node].clock.time(boot: sound.startsAtBoot + sound.anchor)
        if due > time { return appoint(.soundAnchors, number, of: node, at: due) }
        reportHeard(node, sound)
    }

    private mutating func reportHeard(_ node: Int, _ sound: Output.Sound) {
        switch sound.order {
        case .play(let order):
            let end = TrueTime(nanoseconds: time + (sound.length ?? 0) - sound.anchor)
            report(
                node, .sounds,
                .heard(
                    HeardSound(
                        id: order.id, plan: order.plan, volume: order.volume, target: order.target,
                        missingClips: sound.missing.count, end: end)))
        case .carried(let order): report(node, .sounds, .soundHeard(order))
        case .ring(let order):
            report(node, .sounds, .ringHeard(order))
            answerHeard(node, order.id, sound)
        case .alert(let order):
            report(node, .sounds, .alertHeard(order))
            answerHeard(node, order.id, sound)
        }
    }

    private mutating func answerHeard(_ node: Int, _ order: Int, _ sound: Output.Sound) {
        let missing = sound.missing.first.map { "there is no sound \($0)" }
        answer(
            node, order, .ring(.started(onsetErrorNanoseconds: sound.onsetError, missingSound: missing)),
            after: Self.measuring)
    }

    /// Reports a ring that ends before the output's answer as begun first.
    private mutating func tellBeginning(_ node: Int, _ id: Int) {
        let index = nodes[node].output.answers.firstIndex {
            if $0.id == id, case .ring(.started) = $0.answer { true } else { false }
        }
        if let index { answer(node, id, nodes[node].output.answers.remove(at: index).answer, after: 0) }
    }

    mutating func endSound(_ node: Int, _ number: Int32) {
        guard let index = nodes[node].output.index(of: number) else { return }
        let sound = nodes[node].output.sounds[index]
        remove(node, number)
        report(node, .sounds, .silenced(id: sound.order.id, cutOff: false))
        if sound.order.isRing { return answer(node, sound.order.id, .ring(.ended), after: 0) }
        answer(
            node, sound.order.id,
            .playback(
                .finished(
                    onsetErrorNanoseconds: sound.onsetError, underruns: sound.underruns, missingClips: sound.missing)))
    }

    mutating func cancelPlay(_ node: Int, _ id: Int) {
        report(node, .sounds, .playCancelled(id: id))
        takeBack(node, id, .playback(.cancelled))
    }

    mutating func stopRing(_ node: Int, _ id: Int) {
        report(node, .sounds, .ringStopped(id: id))
        takeBack(node, id, .ring(.ended))
    }

    private mutating func takeBack(_ node: Int, _ id: Int, _ result: Output.Answer) {
        if nodes[node].output.isStuck { return nodes[node].output.endLater(id, result) }
        guard let index = nodes[node].output.sounds.firstIndex(where: { $0.order.id == id }) else { return }
        let sound = nodes[node].output.sounds[index]
        switch sound.state {
        case .playing: silence(node, sound, result)
        case .ordered:
            let start = machines[node].clock.time(boot: sound.startsAtBoot)
            if sound.order.isRing, sound.opensAt <= time, start <= time + Self.untouchable {
                nodes[node].output.sounds[index].isCutShort = true
            } else {
                remove(node, sound.number)
                answer(node, id, result, after: 1_000_000)
            }
        }
    }

    private mutating func silence(_ node: Int, _ sound: Output.Sound, _ result: Output.Answer) {
        remove(node, sound.number)
        report(node, .sounds, .silenced(id: sound.order.id, cutOff: true))
        tellBeginning(node, sound.order.id)
        answer(node, sound.order.id, result, after: Self.fade)
    }

    private mutating func remove(_ node: Int, _ number: Int32) {
        nodes[node].output.sounds.removeAll { $0.number == number }
    }

    // MARK: Answers

    private mutating func fail(
        _ node: Int, _ order: Output.Order, _ failure: PlaybackFailure, _ message: String, after wait: Int64 = 500_000
    ) {
        switch order {
        case .play, .carried: answer(node, order.id, .playback(.failed(failure, message: message)), after: wait)
        case .ring, .alert: answer(node, order.id, .ring(.failed(failure, message: message)), after: wait)
        }
    }

    private mutating func answer(_ node: Int, _ id: Int, _ answer: Output.Answer, after wait: Int64 = 500_000) {
        let number = nodes[node].output.nextNumber()
        nodes[node].output.answers.append((number, id, answer))
        appoint(.soundAnswers, number, of: node, at: time + wait)
    }

    mutating func answerSound(_ node: Int, _ number: Int32) {
        guard let index = nodes[node].output.answers.firstIndex(where: { $0.number == number }) else { return }
        let (_, id, answer) = nodes[node].output.answers.remove(at: index)
        switch answer {
        case .playback(let result):
            report(node, .sounds, .playbackAnswered(id: id, result))
            post(node: node, .playback(id: id, result))
        case .ring(let result):
            report(node, .sounds, .ringAnswered(id: id, result))
            post(node: node, .ring(id: id, result))
        }
    }

    // MARK: Trouble

    /// Ends all sounds together with the program.
    mutating func silenceAll(_ node: Int) {
        for sound in nodes[node].output.sounds where sound.state == .playing {
            report(node, .sounds, .silenced(id: sound.order.id, cutOff: true))
        }
        nodes[node].output.sounds.removeAll()
        nodes[node].output.answers.removeAll()
        _ = nodes[node].output.takeWaiting()
    }

    /// Performs the orders and stops that waited for a stuck output.
    mutating func releaseOutput(_ node: Int) {
        let (orders, ends) = nodes[node].output.takeWaiting()
        for order in orders { accept(node, order) }
        for end in ends { takeBack(node, end.id, end.result) }
    }

    /// Cuts off the playing sounds, because the device went away.
    mutating func loseOutput(_ node: Int) {
        for sound in nodes[node].output.sounds where sound.state == .playing {
            remove(node, sound.number)
            report(node, .sounds, .silenced(id: sound.order.id, cutOff: true))
            tellBeginning(node, sound.order.id)
            fail(node, sound.order, .deviceFailed, "audio device default went away")
        }
    }

    /// After a sleep: sounds that were due meanwhile fail, and those that played break off.
    mutating func wakeOutput(_ node: Int) {
        let boot = machines[node].clock.boot(at: time)
        for sound in nodes[node].output.sounds {
            switch (sound.state, sound.order) {
            case (.ordered, .play), (.ordered, .carried):
                let late = boot - sound.startsAtBoot
                guard late > Self.latestStart else { continue }
                remove(node, sound.number)
                fail(node, sound.order, .late, "the sound could begin only \(late / 1_000_000) ms late")
            case (.ordered, .ring), (.ordered, .alert): continue
            case (.playing, _):
                remove(node, sound.number)
                report(node, .sounds, .silenced(id: sound.order.id, cutOff: true))
                tellBeginning(node, sound.order.id)
                fail(node, sound.order, .deviceFailed, "audio device default stopped moving while it was playing")
            }
        }
    }

    // MARK: Probes

    mutating func probe(_ node: Int) {
        guard !nodes[node].output.isStuck else { return }
        appoint(.probeAnswers, 0, of: node, at: time + nodes[node].output.openDelay)
    }

    mutating func answerProbe(_ node: Int) {
        let output = nodes[node].output
        let report: AudioReport
        if output.isMissing || output.isLost {
            report = AudioReport(device: "default", state: .missing, detail: "there is no audio device default")
        } else if output.isBusy {
            report = AudioReport(device: "default", state: .busy, detail: "audio device default is busy")
        } else {
            report = AudioReport(device: "default", state: .ok)
        }
        post(node: node, .audio(report))
    }

    /// Reports every file as present, except those that a fault has removed.
    mutating func checkSounds(_ node: Int, _ names: [String]) {
        let missing = nodes[node].output.missingClips
        let problems = names.filter(missing.contains).prefix(SoundsReport.maximumProblems)
            .map { SoundProblem(sound: $0, finding: "there is no sound \($0)", fix: "add it") }
        let found = names.filter { !missing.contains($0) }.prefix(SoundsReport.maximumNames)
        post(node: node, .sounds(SoundsReport(folder: "sounds", names: Array(found), problems: problems)))
    }

    mutating func loadVoice(_ node: Int, _ name: String, _ chime: Chime) {
        let problems = nodes[node].output.missingClips.prefix(VoiceReport.maximumProblems).map { "\($0) is missing" }
        let isOwn = if case .own = chime { true } else { false }
        post(
            node: node,
            .voice(
                VoiceReport(name: name, problems: Array(problems), saysDurations: true),
                chime: isOwn ? nodes[node].output.plan.ownChime : []))
    }
}
