"""Makes the clips of the English packs: make_packs.py FOLDER, where FOLDER has a folder with a voice.yaml for each."""

import os
import re
import sys

import numpy as np

import english
import speech


# Most semitones between the pitch at a clip's join and that of all joins. Two clips of a time are twice as far apart at
# most; the words of dates and durations have more freedom.
NEAR, FREE = 0.7, 2.5


class Cut:
    """The part of a sentence in brackets."""

    def __init__(self, speaker, sentence):
        before, inside, behind = (part.split() for part in re.match(r"(.*)\[(.*)\](.*)", sentence).groups())
        behind = [word for word in behind if word.strip(".,")]
        self.sentence = speaker.say(sentence.replace("[", "").replace("]", ""))
        first, last = len(before), len(before) + len(inside) - 1
        if len(self.sentence.words) != last + 1 + len(behind):
            raise SystemExit(f"{sentence}: the engine has {len(self.sentence.words)} words")
        self.start = self.sentence.cut_at(first) if before else 0
        self.end = self.sentence.cut_at(last + 1) if behind else len(self.sentence.samples)
        # The clip's ends that meet another clip: False is its beginning.
        self.joins = [False] * bool(before) + [True] * bool(behind)

    def clip(self, bend=0):
        return speech.clip(self.sentence.bent(bend)[self.start : self.end])

    def pitches(self):
        """At each join."""
        return [speech.pitch(self.sentence.samples[self.start : self.end], at_end) for at_end in self.joins]

    def fitted(self, wanted, near):
        """The clip, its pitch bent where a join is not near the wanted one."""
        bend, clip = 0, self.clip()
        for at_end in self.joins:
            for _ in range(4):
                off = speech.pitch(clip, at_end) - wanted
                if not abs(off) > near:
                    break
                move = np.sign(off) * near * 0.8 - off
                bend = bend + self.sentence.bend(self.end if at_end else self.start, move, at_end)
                clip = self.clip(bend)
        return clip


def fit(clips):
    """Of each clip's candidates the one whose pitch at the join is nearest to that of all, and that bent to be near.

    - clips: lists of ``Cut``; those with several are of times.
    """
    pitches = {cut: cut.pitches() for cuts in clips if len(cuts) > 1 for cut in cuts}
    ends, beginnings = (
        [own[0] for cut, own in pitches.items() if cut.joins == [at_end]] for at_end in (True, False))
    wanted = (np.nanmedian(ends) + np.nanmedian(beginnings)) / 2
    for cuts in clips:
        off = [np.nan_to_num(abs(pitches[cut][0] - wanted), nan=99) if len(cuts) > 1 else 0 for cut in cuts]
        yield cuts[int(np.argmin(off))].fitted(wanted, NEAR if len(cuts) > 1 else FREE)


def entries(clips):
    """The lines of voice.yaml. A word that only phrases say has no clip, and is listed for them."""
    words = dict.fromkeys(name for name, says, _ in clips if says is None)
    words.update(dict.fromkeys(name for _, says, _ in clips for name in says or []))
    yield from (f"  {name}: {english.text([name])}" for name in words)
    for name, says, _ in clips:
        if says is not None:
            yield f"  {name}: {{text: {english.text(says)}, says: {' '.join(says)}}}"


def describe(path, clips):
    with open(path) as file:
        head, tail = re.split(r"^clips:\n(?:  .*\n)*", file.read(), flags=re.MULTILINE)
    with open(path, "w") as file:
        file.write(head + "clips:\n" + "\n".join(entries(clips)) + "\n" + tail)


def main(folder):
    speaker = speech.Speaker()
    for pack, clips in english.PACKS.items():
        place = f"{folder}/{pack}"
        for old in os.listdir(place):
            if old.endswith((".flac", ".wav")):
                os.remove(f"{place}/{old}")
        own = list(clips())
        cuts = [[Cut(speaker, sentence) for sentence in sentences] for _, _, sentences in own]
        for (name, _, _), clip in zip(own, fit(cuts)):
            speech.write(f"{place}/{name}.flac", clip)
        own_names = {name for name, _, _ in own}
        if pack != "english":
            own += [clip for clip in english.words() if clip[0] not in own_names]
            for name in (name for name, _, _ in own if name not in own_names):
                os.symlink(f"../english/{name}.flac", f"{place}/{name}.flac")
        describe(f"{place}/voice.yaml", own)
        print(f"{pack}: {len(own)} clips, {len(own_names)} of them its own")


if __name__ == "__main__":
    main(sys.argv[1])
