extension Grammar {
    /// The grammar of English clips without a `voice.yaml`, or with an unreadable one.
    public static let english: Grammar = {
        do throws(VoicePackProblem) {
            guard let grammar = try VoicePack.parse(text, source: "the built-in grammar").grammar else {
                preconditionFailure("the built-in pack has no grammar")
            }
            return grammar
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    private static let text = """
        format: 1
        name: english
        language: en
        clips: [
          oh, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen,
          sixteen, seventeen, eighteen, nineteen, twenty, thirty, forty, fifty, forty-five, AM, PM,
        ]
        grammar:
          time: cardinal((hour + 11) % 12 + 1) minutes(minute) half(hour)
          half(hour):
            - when: hour < 12
              say: AM
            - say: PM
          minutes(minute):
            - when: minute == 0
              say: ""
            - when: minute < 10
              say: oh cardinal(minute)
            - when: minute == 45
              say: forty-five
            - say: cardinal(minute)
          cardinal(n):
            - when: n < 20
              pick: n - 1
              from: [
                one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen,
                sixteen, seventeen, eighteen, nineteen,
              ]
            - when: n % 10 == 0
              say: ten(n / 10)
            - say: ten(n / 10) cardinal(n % 10)
          ten(n):
            pick: n - 2
            from: [twenty, thirty, forty, fifty]
        """
}
