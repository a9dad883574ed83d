import ClockDomain
import ClockInput
import ClockPairing
import ClockVoice
import ClockVoiceMaking
import ClockWebCore

extension Decoder {
    /// Texts that people type, and texts inside payloads that have a form of their own.
    static let texts: [Decoder] = [
        text("hub-list") { text in
            for hub in HubList.read(text) {
                precondition(!hub.isEmpty && hub.allSatisfy { !$0.isEmpty }, "a hub without an address")
                precondition(hub.joined().utf8.allSatisfy { Array("0123456789abcdef:.[]".utf8).contains($0) }, "\(hub)")
            }
        },
        text("instant") { text in
            guard let instant = WallTime(rfc3339: text) else { return }
            precondition(WallTime(rfc3339: instant.rfc3339) == instant, "\(text) is \(instant) only once")
        },
        text("span") { text in
            guard let span = DateSpan(iso8601: text) else { return }
            precondition(span.first <= span.last, "\(text) ends before it begins")
        },
        text("input-duration") { text in
            do throws(InputError) {
                let range = -359_999...359_999
                let seconds = try DurationInput.seconds(text, in: range)
                precondition(range.contains(seconds))
                let words = DurationInput.words(for: seconds)
                let again = try DurationInput.seconds(words, in: range)
                precondition(again == seconds, "\(text) as \(words) is \(again)")
            } catch { check(error) }
        },
        text("input-time") { text in
            let now = WallTime(seconds: 1_795_000_000)
            do throws(InputError) {
                _ = try TimeInput(text).schedule(at: now, zone: .utc)
            } catch { check(error) }
            do throws(InputError) { _ = try TimeInput.moment(text, now: now, zone: .utc, .back) } catch { check(error) }
            do throws(InputError) {
                if case .repeating(_, .weekly(let days)) = try TimeInput(text, seconds: true) {
                    precondition(!days.isEmpty)
                }
            } catch { check(error) }
        },
        text("input-days") { text in
            let today = CivilDate(year: 2026, month: 11, day: 21)
            do throws(InputError) { _ = try DayInput.day(text).date(from: today) } catch { check(error) }
            do throws(InputError) {
                _ = try RepetitionInput(text).repetition(
                    at: .midnight, now: WallTime(seconds: 1_795_000_000), zone: .utc)
            } catch { check(error) }
            do throws(InputError) {
                let span = try DayInput.span(text, today: today)
                precondition(span.first <= span.last)
            } catch { check(error) }
        },
        text("input-bells") { text in
            do throws(BellListError) {
                let bells = try BellListInput.list(text, warning: 5).bells
                precondition((1...BellListInput.maximumBells).contains(bells.count))
                precondition(zip(bells, bells.dropFirst()).allSatisfy { $0.time <= $1.time }, "bells go back")
                precondition(bells.allSatisfy { Label.isValid($0.label) && !$0.label.isEmpty && $0.time.second == 0 })
                precondition(!bells.contains { HiddenText.isIn($0.label) }, "a label hides something")
            } catch { check(error) }
        },
        text("web-accounts") { text in
            do throws(AccountsProblem) {
                let accounts = try Accounts(text)
                let again = try Accounts(accounts.text)
                precondition(again == accounts, "accounts are others when they are read again")
            } catch { check(error) }
        },
        text("web-request") { text in
            // A line for each header, in this order.
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            func line(_ index: Int) -> String? { index < lines.count ? lines[index] : nil }
            let rules = DoorRules(hosts: ["clock.example.org"])
            let facts = DoorRules.Facts(
                way: .loopback, isReading: false, isAPI: true, host: line(0), localAddress: "127.0.0.1",
                origin: line(1), fetchSite: line(2), contentType: line(3), isForwarded: false)
            if rules.refusal(facts) == nil {
                precondition(
                    line(0)?.lowercased().hasPrefix("clock.example.org") == true
                        || line(0)?.hasPrefix("127.0.0.1") == true
                        || line(0)?.hasPrefix("[127.0.0.1]") == true, "\(line(0) ?? "") is let in")
            }
            _ = ListenAddress(line(4) ?? "")
            _ = ClientAddress.key(line(5) ?? "")
            _ = ClientAddress.forwarded(line(6))
            _ = PageBody.occurrence(PageBody.decoded(line(7) ?? "") ?? "")
            let body = Array((line(8) ?? "").utf8)
            precondition(PageBody.versioned(body).count >= body.count - body.filter { $0 <= 0x20 }.count)
        },
        text("word-list") { text in
            do throws(PromptList.Problem) { check(try PromptList.parse(lines: text)) } catch { check(error) }
        },
        text("word-table") { text in
            do throws(PromptList.Problem) { check(try PromptList.parse(csv: text)) } catch { check(error) }
        },
    ]

    private static func text(_ name: String, _ run: @escaping @Sendable (String) -> Void) -> Decoder {
        Decoder(name: name) { bytes in
            guard let text = String(validating: bytes, as: UTF8.self) else { return }
            run(text)
        }
    }

    private static func check(_ prompts: [Prompt]) {
        precondition((1...PromptList.maximumWords).contains(prompts.count))
        precondition(prompts.allSatisfy { VoicePack.isClipName($0.name) && !$0.text.isEmpty })
    }

    private static func check(_ error: some Error & CustomStringConvertible) {
        precondition(!error.description.isEmpty && error.description.utf8.count <= 2048)
    }
}
