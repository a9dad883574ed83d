"""Has a recogniser listen to English packs: measure.py CLOCKCTL PACK-FOLDER...

The recogniser (pocketsphinx, US English) knows no sentences but those of the pack's 1,440 minutes, so it is wrong where two
of them sound too much alike. Noise is white, and its level counts from the sentence's mean power. Clean means 40 dB, which
any microphone has: the recogniser's own measure of noise fails on digital silence.
"""

import json
import os
import random
import subprocess
import sys

import numpy as np
import pocketsphinx

import english
import speech

RATE = 16_000
NOISES = 40, 15, 9
HOURS = "twelve one two three four five six seven eight nine ten eleven".split()


def grammar(kind):
    """Of all that a pack says, for the recogniser."""
    if kind == "english":
        rests = [" ".join(english.minute(n)).replace("-", " ") for n in range(1, 60)]
        sentence, hours = "<hour> [<rest>] (a.m. | p.m.)", HOURS
    elif kind == "english-24h":
        hours = [" ".join(english.two_digits(n)) for n in range(24)] + ["zero"]
        sentence, rests = "<hour> <rest> hours", [" ".join(english.two_digits(n)) for n in range(1, 60)] + ["hundred"]
    else:
        rests = [" ".join(english.share(n)) for n in range(1, 31)]
        sentence, hours = "<rest> (past | to) <hour> | <hour> o'clock | noon | midnight", HOURS
    return f"#JSGF V1.0;\ngrammar times;\npublic <time> = {sentence};\n" \
        f"<hour> = {' | '.join(hours)};\n<rest> = {' | '.join(rests)};\n"


def times():
    """The quarter hours, and 100 other minutes."""
    quarters = [(hour, minute) for hour in range(24) for minute in (0, 15, 30, 45)]
    others = [(hour, minute) for hour in range(24) for minute in range(60) if minute % 15]
    return quarters, sorted(random.Random(38).sample(others, 100))


class Pack:
    """A pack's clips, as clockctl chooses them."""

    def __init__(self, clockctl, folder):
        self.clockctl, self.folder = clockctl, folder
        shown = self.ask("show", folder)
        self.name = shown["pack"]["name"]
        self.texts = {prompt["clip"]: prompt["text"] for prompt in shown["prompts"]}
        self.clips = {}

    def ask(self, *words):
        command = [self.clockctl, "voice", *words, "--json"]
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    def say(self, hour, minute):
        """The sentence, and the samples of its clips at the engine's rate."""
        said = self.ask("say", f"{hour:02}:{minute:02}", "--pack", self.folder, "--words")
        return said["text"], said["clips"], [self.samples(clip) for clip in said["clips"]]

    def samples(self, clip):
        if clip not in self.clips:
            path = next(p for kind in ("flac", "wav") if os.path.exists(p := f"{self.folder}/{clip}.{kind}"))
            self.clips[clip] = speech.read(path)
        return self.clips[clip]


def heard(decoder, sound, decibels, seed):
    sound = np.concatenate([np.zeros(RATE * 3 // 10), sound, np.zeros(RATE * 3 // 10)]) * 32768
    power = np.mean(sound[sound != 0] ** 2) / 10 ** (decibels / 10)
    sound = sound + np.random.default_rng(seed).normal(0, np.sqrt(power), len(sound))
    decoder.start_utt()
    decoder.process_raw(np.clip(sound, -32768, 32767).astype("<i2").tobytes(), full_utt=True)
    decoder.end_utt()
    return decoder.hyp().hypstr if decoder.hyp() else "nothing"


class Joins:
    """Steps of pitch where clips meet, beside the same words spoken whole; and whether sentences end low."""

    def __init__(self):
        self.speaker, self.excess, self.falls = speech.Speaker(), {}, []

    def add(self, pack, names, parts):
        last = parts[-1]
        fall = speech.pitch(last, at_end=True) - speech.pitch(parts[0])
        if np.isfinite(fall):
            self.falls.append(fall)
        texts = [pack.texts[name] for name in names]
        whole = self.speaker.say(" ".join(texts))
        for place in range(1, len(parts)):
            if (names[place - 1], names[place]) in self.excess:
                continue
            before = sum(len(text.split()) for text in texts[:place])
            cut = whole.cut_at(before)
            natural = speech.pitch(whole.samples[cut:]) - speech.pitch(whole.samples[:cut], at_end=True)
            step = speech.pitch(parts[place]) - speech.pitch(parts[place - 1], at_end=True)
            if np.isfinite(natural + step):
                self.excess[names[place - 1], names[place]] = abs(step) - abs(natural)


def main(clockctl, folder):
    pack = Pack(clockctl, folder)
    decoder = pocketsphinx.Decoder(lm=None, samprate=RATE, logfn=os.devnull, bestpath=False)
    decoder.add_jsgf_string("times", grammar(pack.name))
    decoder.activate_search("times")
    joins, rows, loud = Joins(), [], []
    for moments in times():
        wrong = dict.fromkeys(NOISES, 0)
        for number, (hour, minute) in enumerate(moments):
            text, names, parts = pack.say(hour, minute)
            joins.add(pack, names, parts)
            loud += [speech.loudness(part) for part in parts]
            sound = speech.resampled(np.concatenate(parts), RATE)
            for decibels in NOISES:
                found = heard(decoder, sound, decibels, number)
                if found != text.lower():
                    wrong[decibels] += 1
                    if os.environ.get("LIST"):
                        print(f"    {decibels} dB: {text} > {found}")
        rows.append(" / ".join(map(str, wrong.values())))
    excess = np.array(list(joins.excess.values()) or [0])
    print(f"| {pack.name} | {rows[0]} | {rows[1]} | {min(loud):.1f} to {max(loud):.1f} | "
          f"{np.sum(excess > 1.5)} of {len(joins.excess)}, {excess.max():.1f} | {np.median(joins.falls):.1f} |", flush=True)


if __name__ == "__main__":
    for place in sys.argv[2:]:
        main(sys.argv[1], place)
