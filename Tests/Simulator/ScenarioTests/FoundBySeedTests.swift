import Testing

/// Every seed that ever showed a mistake, with what it was. They stay, so that it does not come back.
struct FoundBySeedTests {
    /// A node went on believing its clock for ten seconds after somebody had set it, and said the wrong hour.
    @Test func aClockThatWasJustSetIsNotBelieved() async {
        await keepsEveryPromise(seed: 20)
    }

    /// A node whose disk was set back gave numbers a second time, and took the acknowledgement of the first lines of these
    /// numbers for that of the second.
    @Test func linesOfANodeThatWasTurnedBackAreNotTakenForAcknowledged() async {
        await keepsEveryPromise(seed: 39)
    }

    /// A node's clock was set while its program was down: what it then told of its timers was wrong by the step.
    @Test func aTimerFollowsAClockThatWasSetWhileTheProgramWasDown() async {
        await keepsEveryPromise(seed: 14, days: 1)
    }

    /// The late failure of a save was taken for that of a newer one, and the ledger went on under an epoch of no disk
    /// although that newer one had come to be stored.
    @Test func aFailureThatComesLateIsNotTakenForThatOfANewerSave() async {
        await keepsEveryPromise(seed: 525)
    }

    /// A checker took trust that was won by the coordinator's word to last for an hour, also where the clock was nearly
    /// as far off as trust allows.
    @Test func trustThatIsUsedUpByDriftMayEnd() async {
        await keepsEveryPromise(seed: 600)
    }

    /// A checker missed an alarm that had ended in a line of a node whose disk took nothing.
    @Test func anAlarmMayEndWhileTheDiskIsFull() async {
        await keepsEveryPromise(seed: 488)
    }

    /// The very moment a document came to be obeyed, the node saved a missed alarm together with the former document.
    @Test func aDocumentThatIsObeyedStaysOnTheDisk() async {
        await keepsEveryPromise(seed: 240)
    }

    /// A checker asked a node to notice by answers that took seconds that a crystal had come to gain a second an hour.
    @Test func slowAnswersShowLittle() async {
        await keepsEveryPromise(seed: 264)
    }

    /// An alarm of a node that had slept was left out by the next document, before anybody had heard it.
    @Test func anAlarmThatIsLeftOutBeforeItIsHeardDoesNotRing() async {
        await keepsEveryPromise(seed: 1106)
    }

    /// A checker asked for an alarm that was due by a zone in which the node's program had never run.
    @Test func aZoneThatComesAndGoesWhileTheProgramIsDownAsksForNothing() async {
        await keepsEveryPromise(seed: 1120)
    }

    /// Quarter hours with a line that says that the clock was not trusted proved a clock that was years ahead.
    @Test func aNodeThatIsWokenWithAWrongClockProvesNothing() async {
        await keepsEveryPromise(seed: 807)
    }

    /// A checker held an alarm that was ordered before its machine slept against its misfire window as the machine woke.
    @Test func whatWasOrderedBeforeASleepMayBeginAfterIt() async {
        await keepsEveryPromise(seed: 1212)
    }

    /// The history was deleted by a clock that nobody vouched for, and that nodes were woken with.
    @Test func nothingIsDeletedByAWrongClock() async {
        await keepsEveryPromise(seed: 1201)
    }

    /// A checker asked a machine that slept for an alarm of a zone that it came to be in meanwhile.
    @Test func aZoneThatChangesDuringASleepIsLearnedAfterIt() async {
        await keepsEveryPromise(seed: 1370)
    }

    /// A clock was set just before an announcement: it was taken back only after two lines had been stored, and was heard.
    @Test func whatIsTakenBackIsSilencedFirst() async {
        await keepsEveryPromise(seed: 1889)
    }

    /// A checker held an old setting of the clock against a melody during which the time service stopped.
    @Test(arguments: [1830, 1974] as [UInt64]) func anOldSettingOfTheClockIsNotHeldAgainstAMelody(seed: UInt64) async {
        await keepsEveryPromise(seed: seed)
    }

    /// A checker asked a node that had been off for a timer that somebody had stopped elsewhere before it ran out there.
    @Test func aTimerThatWasStoppedElsewhereNeedNotRing() async {
        await keepsEveryPromise(seed: 1701)
    }

    /// A checker asked a node that had never known the time for an alarm that was due before its program started anew.
    @Test(arguments: [3110, 3134] as [UInt64])
    func aNodeThatNeverKnewTheTimeLooksAtWhatIsDueSinceItsStart(seed: UInt64) async {
        await keepsEveryPromise(seed: seed, nodes: 10)
    }

    /// An alarm that rings once was moved to a later hour, and the line of a node that had not heard of it used it up.
    @Test(arguments: [182, 393] as [UInt64]) func anAlarmThatWasMovedIsNotUsedUpByWhatItWas(seed: UInt64) async {
        await keepsEveryPromise(seed: seed)
    }

    /// A checker went by its node's edition of a zone's rules where the coordinator had another.
    @Test(arguments: [3135, 3222] as [UInt64]) func theCoordinatorMayHaveOtherRulesOfAZone(seed: UInt64) async {
        await keepsEveryPromise(seed: seed, nodes: 10)
    }

    /// A checker held against a timer that had been made shorter what it was before, as the clock was not vouched for since.
    @Test func aTimerThatWasMadeShorterRingsSooner() async {
        await keepsEveryPromise(seed: 3296, days: 1, nodes: 10)
    }

    /// An alarm that was about to ring late when its node went down had its whole misfire window once more.
    @Test func aSecondOutageDoesNotMakeTheMisfireWindowLonger() async {
        await keepsEveryPromise(seed: 3235, nodes: 10)
    }

    /// A node was killed while it announced, and its clock set back by an hour: it took that for an announcement to come.
    @Test func whatWasInterruptedIsNotAnnouncedWhenItsInstantComesAgain() async {
        await keepsEveryPromise(seed: 3420, nodes: 10)
    }

    /// A node that goes by the coordinator's clock was killed while it announced, and told before it trusted that clock
    /// again that it had missed the quarter hour.
    @Test func whatWasInterruptedIsNotTakenForMissed() async {
        await keepsEveryPromise(seed: 38)
    }

    /// A checker took an announcement for none, as somebody had asked for the time at the same instant.
    @Test func theTimeMayBeAskedForAtAQuarterHour() async {
        await keepsEveryPromise(seed: 722, days: 2, nodes: 3, faults: "coordinator,people,disk")
    }

    /// A coordinator's disk lost a commit, and a revision was given twice; the node's disk had been full at the first.
    @Test func ofTwoDocumentsOfOneRevisionThatNoDiskHasTheLaterCounts() async {
        await keepsEveryPromise(seed: 1216, days: 2, nodes: 3, faults: "coordinator,people,disk")
    }

    /// A checker took two documents of one revision for one; and asked for a pack whose files were gone when the store that
    /// named it was set back.
    @Test(arguments: [1574, 1044] as [UInt64]) func aStoreThatWasSetBackMayContradictWhatItSaid(seed: UInt64) async {
        await keepsEveryPromise(seed: seed, days: 2, nodes: 3, faults: "coordinator,people,disk")
    }

    /// The broker's model waited for an acknowledgement that it had been told of, as another one had overtaken it.
    @Test func acknowledgementsComeInOrder() async {
        await keepsEveryPromise(seed: 50_296)
    }

    /// The clock was set while a ring's order waited for the disk: by the new clock its instant was past, and it was heard
    /// at once.
    @Test func aClockThatIsSetDoesNotMoveARingOnItsWayToTheOutput() async {
        await keepsEveryPromise(seed: 50_972)
    }

    /// A checker took a timer to run out sooner, as the clock had been set back while the machine slept, and a report told of
    /// the timer before the disk had it by the new clock.
    @Test func aClockThatIsSetDuringASleepIsFollowedAfterIt() async {
        await keepsEveryPromise(seed: 70_265, nodes: 20)
    }

    /// A clock that a node follows was moved while an alarm was to begin within the blink of an eye.
    @Test func aClockIsNotMovedJustBeforeASound() async {
        await keepsEveryPromise(seed: 70_101, nodes: 20)
    }

    /// The clock was set forward while a slow disk held the program up: it wrote off the next hour before it was told.
    @Test func aClockThatWasSetIsNotBelievedBeforeItIsTold() async {
        await keepsEveryPromise(seed: 70_317, nodes: 20)
    }

    /// A checker remembered for longer than the node that a quarter hour had been given up, for a wake two days too early.
    @Test func aQuarterHourThatWasGivenUpDaysAheadIsAnnounced() async {
        await keepsEveryPromise(seed: 70_478, nodes: 20)
    }

    /// A checker asked a machine whose power was cut in its sleep for the line of an alarm that had been due meanwhile, and
    /// had been removed before.
    @Test func whatIsDueDuringASleepThatAPowerCutEndsNeedNotHaveALine() async {
        await keepsEveryPromise(seed: 70_901, nodes: 20)
    }

    /// A node that followed a clock was out of touch for hours, and rang by its bare crystal.
    @Test(arguments: [80_035, 80_109] as [UInt64])
    func anAlarmGoesByTheRateThatWasLearntWhileTheClockIsNotTrusted(seed: UInt64) async {
        await keepsEveryPromise(seed: seed, nodes: 20)
    }

    /// The coordinator's clock was two years behind when it told a timer's end: before the node was first seen, it thought
    /// then, which had no line for it.
    @Test func aTimerThatRanOutBeforeItsNodeWasSeenHasItsLine() async {
        await keepsEveryPromise(seed: 80_043, nodes: 20)
    }

    /// A checker asked for a timer that had been snoozed in another room, on a node whose disk was full.
    @Test func aTimerMayBeSnoozedBeforeItRings() async {
        await keepsEveryPromise(seed: 80_099, nodes: 20)
    }

    /// A power cut right after an announcement, and the clock set back by a minute: it took that for one to come.
    @Test func whatAPowerCutInterruptedIsNotAnnouncedAgain() async {
        await keepsEveryPromise(seed: 80_184, nodes: 20)
    }

    /// A checker asked for more than that a node obeys one of two coordinators, in the moment between them.
    @Test func aNodeOfTwoCoordinatorsMayBeAboutToObeyTheOther() async {
        await keepsEveryPromise(seed: 80_196, nodes: 20)
    }

    /// A checker asked for a quarter hour that was silent for the end of a snooze, which somebody stopped in that second.
    @Test func aSnoozeThatIsStoppedAtItsEndKeepsTheQuarterHourSilent() async {
        await keepsEveryPromise(seed: 82_280, days: 30, nodes: 10)
    }

    /// A checker remembered sixty-four settings of a clock that nobody vouches for: the node still goes by what it was before.
    @Test func aClockMayBeSetHundredTimesSinceItWasTrusted() async {
        await keepsEveryPromise(seed: 82_236, days: 30, nodes: 10)
    }

    /// The broker's queue was full when a node said that it is back: the coordinator took it for gone, for hours.
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

    /// A machine fell asleep between the order of a ring and its instant. When it woke, the node took its output for stuck.
    @Test func aRingThatASleepHasHeldUpMayBeginAnew() async {
        await keepsEveryPromise(seed: 100_611, nodes: 20)
    }

    /// The model's acknowledgements overtook each other when a slow network had become a quick one: the broker waited for
    /// one that nothing asked for any more, and the coordinator heard nothing.
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
