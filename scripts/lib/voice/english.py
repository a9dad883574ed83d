"""Every clip of the English packs: its name, the words that it says, and the sentences that it can be cut from."""

UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " \
    "seventeen eighteen nineteen".split()
TENS = "- ten twenty thirty forty fifty sixty seventy eighty ninety".split()
ORDINALS = "- first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth " \
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split()
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()


def number(n):
    """The words of 1 to 99."""
    if n < 20:
        return [UNITS[n]]
    return [TENS[n // 10]] + ([UNITS[n % 10]] if n % 10 else [])


def minute(n):
    """The words of a minute behind an hour."""
    if n == 45:
        return ["forty-five"]
    return ["oh", UNITS[n]] if n < 10 else number(n)


def two_digits(n):
    return ["zero", "zero"] if n == 0 else ["zero", UNITS[n]] if n < 10 else number(n)


# Engines read "AM" as a word.
SPOKEN = {"AM": "A.M.", "PM": "P.M.", "o-clock": "o'clock", "forty-five": "forty five",
          "i-am-new": "I am new, my number is"}


def text(words):
    """The spoken text. Words that end a sentence of english-relative are clips of their own (three-final)."""
    return " ".join(SPOKEN.get(word, word).removesuffix("-final") for word in words)


def phrase(words, *carriers):
    """(name, words, sentences). The clip is one of the sentences' parts in brackets."""
    return "-".join(words), words, [carrier.replace("[]", f"[{text(words)}]") for carrier in carriers or ["[]"]]


def word(name, *carriers):
    return name, None, phrase([name], *carriers)[2]


def english():
    yield from words()
    # A room without a site says it, and then its number.
    yield word("i-am-new", "[] seven four.")
    for half in ("AM", "PM"):
        for hour in range(1, 13):
            yield phrase([UNITS[hour], half], "[].")
        # "ten AM" is an hour, and the rest of "three ten AM".
        for n in [*range(1, 10), *range(13, 60)]:
            yield phrase(minute(n) + [half], "three [].", "seven [].", "ten [].")


def shared():
    """Words of dates and durations, which all three packs say."""
    for n in range(13, 20):
        yield word(UNITS[n], "It's [] minutes.")
    for name in TENS[2:] + ["zero"]:
        yield word(name, "It's [] seconds.")
    yield word("hundred", "It's two [] hours.")
    for name in ("hour", "minute", "second"):
        yield word(name, "It's one [].")
        yield word(name + "s", "It's fifteen [].")
    # Between commas it is long enough to be heard.
    yield word("and", "Two hours, [], ten minutes.")
    for name in WEEKDAYS:
        yield word(name, "[] November first.")
    for name in MONTHS:
        yield word(name, "Monday [] first.")
    for name in ORDINALS[1:] + ["thirtieth"]:
        # The second is the unit's clip, too.
        if name != "second":
            yield word(name, "Monday November [].")
    for day in [*range(21, 30), 31]:
        yield phrase([TENS[day // 10], ORDINALS[day % 10]], "Monday November [].")


def english_24h():
    heads = ["[] fifteen hours.", "[] thirty hours.", "[] zero seven hours."]
    tails = ["fifteen [].", "seven [].", "twenty one []."]
    for hour in range(24):
        words = ["zero"] if hour == 0 else two_digits(hour)
        # Most hours are numbers of english, too, and have that pack's pitch there.
        yield phrase(words, *heads) if len(words) > 1 else word(words[0], *heads)
    yield phrase(["zero", "zero"], *heads)
    yield phrase(["hundred", "hours"], *tails)
    for n in range(1, 60):
        yield phrase(two_digits(n) + ["hours"], *tails)


def share(n):
    if n == 15:
        return ["quarter"]
    if n == 30:
        return ["half"]
    return number(n) + ([] if n % 5 == 0 else ["minute" if n == 1 else "minutes"])


def english_relative():
    for hour in range(1, 13):
        final = UNITS[hour] + "-final"
        yield word(final, "ten past [].", "five to [].", "twenty past [].")
        yield phrase([UNITS[hour], "o-clock"], "[].")
        for head in (["quarter", "past"], ["half", "past"], ["quarter", "to"]):
            yield phrase(head + [final], "[].")
    for n in [*range(1, 15), *range(16, 30)]:
        yield phrase(share(n) + ["past"], "[] three.", "[] seven.", "[] ten.")
        yield phrase(share(n) + ["to"], "[] three.", "[] seven.", "[] ten.")
    yield word("noon", "[].")
    yield word("midnight", "[].")


def words():
    """The clips that the other packs share with english: hours, which are numbers too, and the words of dates."""
    for hour in range(1, 13):
        yield word(UNITS[hour], "[] fifteen P.M.", "[] thirty A.M.", "[] oh seven P.M.")
    yield from shared()


PACKS = {"english": english, "english-24h": english_24h, "english-relative": english_relative}
