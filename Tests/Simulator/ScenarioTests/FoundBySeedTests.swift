import Testing

/// Every seed that ever showed an error, with that error. They stay, so that it does not return.
struct FoundBySeedTests {
    /// A node trusted its clock for ten seconds after somebody had set it, and said the wrong hour.
    @Test func aClockThatWasJustSetIsNotBelieved() async {
        await keepsEveryPromise(seed: 20)
    }

    /// A node whose disk was restored reused sequence numbers, and applied the acknowledgement of the first lines to
    /// the second.
    @Test func linesOfANodeThatWasTurnedBackAreNotTakenForAcknowledged() async {
        await keepsEveryPromise(seed: 39)
    }

    /// A node's clock was set while its program was down: its later reports of timers were wrong by the step.
    @Test func aTimerFollowsAClockThatWasSetWhileTheProgramWasDown() async {
        await keepsEveryPromise(seed: 14, days: 1)
    }

    /// A node applied the late failure of a save to a newer one, and the ledger continued under an epoch of no disk
    /// although the newer save was stored.
    @Test func aFailureThatComesLateIsNotTakenForThatOfANewerSave() async {
        await keepsEveryPromise(seed: 525)
    }

    /// A checker assumed that trust by the coordinator's clock lasts for an hour, even if the clock was nearly as far
    /// off as trust allows.
    @Test func trustThatIsUsedUpByDriftMayEnd() async {
        await keepsEveryPromise(seed: 600)
    }

    /// A checker missed an alarm that had ended in a line of a node whose disk refused writes.
    @Test func anAlarmMayEndWhileTheDiskIsFull() async {
        await keepsEveryPromise(seed: 488)
    }

    /// In the moment that it applied a document, the node saved a missed alarm with the former document.
    @Test func aDocumentThatIsObeyedStaysOnTheDisk() async {
        await keepsEveryPromise(seed: 240)
    }

    /// A checker demanded that slow answers show a node that its crystal had come to gain a second an hour.
    @Test func slowAnswersShowLittle() async {
        await keepsEveryPromise(seed: 264)
    }

    /// The next document left out an alarm of a node that had slept, before anybody had heard it.
    @Test func anAlarmThatIsLeftOutBeforeItIsHeardDoesNotRing() async {
        await keepsEveryPromise(seed: 1106)
    }

    /// A checker demanded an alarm that was due by a zone in which the node's program had never run.
    @Test func aZoneThatComesAndGoesWhileTheProgramIsDownAsksForNothing() async {
        await keepsEveryPromise(seed: 1120)
    }

    /// Quarter hours with a line that records an untrusted clock counted as proof of a clock that was years ahead.
    @Test func aNodeThatIsWokenWithAWrongClockProvesNothing() async {
        await keepsEveryPromise(seed: 807)
    }

    /// A checker judged an alarm, ordered before its machine slept, by its misfire window as the machine woke.
    @Test func whatWasOrderedBeforeASleepMayBeginAfterIt() async {
        await keepsEveryPromise(seed: 1212)
    }

    /// The history was deleted by a clock without a voucher, by which nodes were woken.
    @Test func nothingIsDeletedByAWrongClock() async {
        await keepsEveryPromise(seed: 1201)
    }

    /// A checker demanded from a sleeping machine an alarm of a zone that it entered meanwhile.
    @Test func aZoneThatChangesDuringASleepIsLearnedAfterIt() async {
        await keepsEveryPromise(seed: 1370)
    }

    /// A clock was set just before an announcement: the node stored two lines before it cancelled, too late.
    @Test func whatIsTakenBackIsSilencedFirst() async {
        await keepsEveryPromise(seed: 1889)
    }

    /// A checker judged a melody, during which the time service stopped, by an old setting of the clock.
    @Test(arguments: [1830, 1974] as [UInt64]) func anOldSettingOfTheClockIsNotHeldAgainstAMelody(seed: UInt64) async {
        await keepsEveryPromise(seed: seed)
    }

    /// A checker demanded a timer from a node that had been off, although somebody had stopped it elsewhere.
    @Test func aTimerThatWasStoppedElsewhereNeedNotRing() async {
        await keepsEveryPromise(seed: 1701)
    }

    /// A checker demanded an alarm due before the program's restart from a node that had never known the time.
    @Test(arguments: [3110, 3134] as [UInt64])
    func aNodeThatNeverKnewTheTimeLooksAtWhatIsDueSinceItsStart(seed: UInt64) async {
        await keepsEveryPromise(seed: seed, nodes: 10)
    }

    /// A one-time alarm moved to a later hour, and the line of a node that did not know of it used it up.
    @Test(arguments: [182, 393] as [UInt64]) func anAlarmThatWasMovedIsNotUsedUpByWhatItWas(seed: UInt64) async {
        await keepsEveryPromise(seed: seed)
    }

    /// A checker used its node's edition of a zone's rules although the coordinator had another.
    @Test(arguments: [3135, 3222] as [UInt64]) func theCoordinatorMayHaveOtherRulesOfAZone(seed: UInt64) async {
        await keepsEveryPromise(seed: seed, nodes: 10)
    }

    /// A checker judged a shortened timer by its former end, because nothing had vouched for the clock since.
    @Test func aTimerThatWasMadeShorterRingsSooner() async {
        await keepsEveryPromise(seed: 3296, days: 1, nodes: 10)
    }

    /// An alarm that was about to ring late when its node went down got its whole misfire window once more.
    @Test func aSecondOutageDoesNotMakeTheMisfireWindowLonger() async {
        await keepsEveryPromise(seed: 3235, nodes: 10)
    }

    /// A node was killed while it announced, and its clock set back by an hour: it expected the instant again.
    @Test func whatWasInterruptedIsNotAnnouncedWhenItsInstantComesAgain() async {
        await keepsEveryPromise(seed: 3420, nodes: 10)
    }

    /// A node that follows the coordinator's clock was killed during an announcement, and reported the quarter hour as
    /// missed before it trusted that clock again.
    @Test func whatWasInterruptedIsNotTakenForMissed() async {
        await keepsEveryPromise(seed: 38)
    }

    /// A checker ignored an announcement, because somebody had requested the time at the same instant.
    @Test func theTimeMayBeAskedForAtAQuarterHour() async {
        await keepsEveryPromise(seed: 722, days: 2, nodes: 3, faults: "coordinator,people,disk")
    }

    /// A coordinator's disk lost a commit, and a revision was given twice; the node's disk had been full at the first.
    @Test func ofTwoDocumentsOfOneRevisionThatNoDiskHasTheLaterCounts() async {
        await keepsEveryPromise(seed: 1216, days: 2, nodes: 3, faults: "coordinator,people,disk")
    }

    /// A checker mistook two documents of one revision for one; and it demanded a pack whose files were gone when the
    /// store that named it was restored.
    @Test(arguments: [1574, 1044] as [UInt64]) func aStoreThatWasSetBackMayContradictWhatItSaid(seed: UInt64) async {
        await keepsEveryPromise(seed: seed, days: 2, nodes: 3, faults: "coordinator,people,disk")
    }

    /// The broker's model waited for an acknowledgement that it had already received, as another one had overtaken it.
    @Test func acknowledgementsComeInOrder() async {
        await keepsEveryPromise(seed: 50_296)
    }

    /// The clock was set while a ring's order waited for the disk: by the new clock its instant was past, and the ring
    /// sounded at once.
    @Test func aClockThatIsSetDoesNotMoveARingOnItsWayToTheOutput() async {
        await keepsEveryPromise(seed: 50_972)
    }

    /// A checker expected a timer's end sooner, as the clock had been set back while the machine slept, and a report
    /// showed the timer before the disk had it by the new clock.
    @Test func aClockThatIsSetDuringASleepIsFollowedAfterIt() async {
        await keepsEveryPromise(seed: 70_265, nodes: 20)
    }

    /// A node moved the clock that it follows within the blink of an eye before an alarm.
    @Test func aClockIsNotMovedJustBeforeASound() async {
        await keepsEveryPromise(seed: 70_101, nodes: 20)
    }

    /// The clock was set forward while a slow disk held the program up: it wrote off the next hour at once.
    @Test func aClockThatWasSetIsNotBelievedBeforeItIsTold() async {
        await keepsEveryPromise(seed: 70_317, nodes: 20)
    }

    /// A checker remembered for longer than the node a quarter hour given up for a wake two days too early.
    @Test func aQuarterHourThatWasGivenUpDaysAheadIsAnnounced() async {
        await keepsEveryPromise(seed: 70_478, nodes: 20)
    }

    /// A machine lost its power in its sleep, and a checker demanded the line of an alarm that had been due meanwhile,
    /// and had been removed before.
    @Test func whatIsDueDuringASleepThatAPowerCutEndsNeedNotHaveALine() async {
        await keepsEveryPromise(seed: 70_901, nodes: 20)
    }

    /// A node that followed a clock had no connection for hours, and rang by its bare crystal.
    @Test(arguments: [80_035, 80_109] as [UInt64])
    func anAlarmGoesByTheRateThatWasLearntWhileTheClockIsNotTrusted(seed: UInt64) async {
        await keepsEveryPromise(seed: seed, nodes: 20)
    }

    /// The coordinator's clock was set two years back, the power went, and the clock was right at the next start: the
    /// coordinator took a timer for over that had moved with the clock.
    @Test func aTimerThatAWrongClockMovedIsNotOver() async {
        await keepsEveryPromise(seed: 80_043, nodes: 20)
    }

    /// A time service was wrong by three seconds, and a timer of nineteen hours followed it.
    @Test func aLongTimerDoesNotFollowAClockThatIsSet() async {
        await keepsEveryPromise(seed: 35, days: 4, nodes: 4)
    }

    /// A checker demanded a timer that had been snoozed in another room, on a node whose disk was full. Then two checkers
    /// demanded that a coordinator goes by a clock that was 302 days off before, while its rooms held a later store and
    /// none confirmed the time.
    @Test func aTimerMayBeSnoozedBeforeItRings() async {
        await keepsEveryPromise(seed: 80_099, nodes: 20)
    }

    /// A power cut after an announcement, and the clock set back by a minute: the node expected it again.
    @Test func whatAPowerCutInterruptedIsNotAnnouncedAgain() async {
        await keepsEveryPromise(seed: 80_184, nodes: 20)
    }

    /// A checker demanded more than that a node obeys one of two coordinators, in the moment between them.
    @Test func aNodeOfTwoCoordinatorsMayBeAboutToObeyTheOther() async {
        await keepsEveryPromise(seed: 80_196, nodes: 20)
    }

    /// A checker demanded a quarter hour that gave way to a snooze's end, which somebody stopped in that second. Then
    /// a checker did not know that a quarter hour with a fallback tone may stand for the time on request.
    @Test func aSnoozeThatIsStoppedAtItsEndKeepsTheQuarterHourSilent() async {
        await keepsEveryPromise(seed: 82_280, days: 30, nodes: 10)
    }

    /// A checker remembered sixty-four settings of a clock without a voucher: the node still uses an earlier reading.
    @Test func aClockMayBeSetHundredTimesSinceItWasTrusted() async {
        await keepsEveryPromise(seed: 82_236, days: 30, nodes: 10)
    }

    /// The broker's queue was full when a node reported its return: the coordinator considered it gone, for hours.
    @Test func aNodeIsOnlineThoughTheBrokerLostItsWord() async {
        await keepsEveryPromise(seed: 93_038, days: 3, nodes: 60)
    }

    /// A cuckoo had begun to call when the output stuck, and the room was muted: checkers blamed the node for the rest.
    @Test func anOutputThatIsStuckGoesOnWithWhatTheNodeHasTakenBack() async {
        await keepsEveryPromise(seed: 100_072, nodes: 20)
    }

    /// A node whose clock was months ahead was woken for a quarter hour; then its clock was set to before that.
    @Test func aQuarterHourThatHadItsLineInAnotherSeasonIsNotAnnounced() async {
        await keepsEveryPromise(seed: 100_376, nodes: 20)
    }

    /// A timer rang, and was then first reported as running: a checker waited for it to ring.
    @Test func aTimerMayRingBeforeItsFirstReport() async {
        await keepsEveryPromise(seed: 100_622, nodes: 20)
    }

    /// A machine fell asleep between a ring's order and its instant. When it woke, the node thought its output stuck.
    @Test func aRingThatASleepHasHeldUpMayBeginAnew() async {
        await keepsEveryPromise(seed: 100_611, nodes: 20)
    }

    /// The model's acknowledgements overtook each other when a slow network had become a quick one: the broker waited
    /// for one that was no longer needed, and the coordinator received nothing.
    @Test func acknowledgementsDoNotOvertakeEachOther() async {
        await keepsEveryPromise(seed: 102_026, days: 3, nodes: 60)
    }

    /// An output that had been stuck worked again just before the node gave up waiting for its answer.
    @Test func aRingThatWasStuckMayBeginAnew() async {
        await keepsEveryPromise(seed: 105_379, nodes: 20)
    }

    /// A late alarm began in its window, and its output was lost until that was over.
    @Test func anAlarmThatBeganInItsWindowIsTriedForAsLongAsItRings() async {
        await keepsEveryPromise(seed: 105_322, nodes: 20)
    }

    private func keepsEveryPromise(seed: UInt64, days: Int = 7, nodes: Int = 5, faults: String = "all") async {
        let outcome = await Tool.run(
            "--seed", "\(seed)", "--days", "\(days)", "--nodes", "\(nodes)", "--faults", faults)
        #expect(outcome.code == 0, "\(outcome.text)")
    }
}
