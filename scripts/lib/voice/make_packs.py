"""Makes the clips of the English packs: make_packs.py FOLDER, where FOLDER has a folder with a voice.yaml for each."""

import os
import re
import sys

import numpy as np

import english
import speech


class Cut:
    """The part of a sentence in brackets."""

    def __init__(self, speaker, sentence):
        before, inside, behind = (part.split() for part in re.match(r"(.*)\[(.*)\](.*)", sentence).groups())
        behind = [word for word in behind if word.strip(".,")]
        plain = sentence.replace("[", "").replace("]", "")
        samples, words = speaker.say(plain)
        first, last = len(before), len(before) + len(inside) - 1
        if len(words) != last + 1 + len(behind):
            raise SystemExit(f"{plain}: the engine has {len(words)} words")
        start = speech.boundary(samples, words[first - 1], words[first]) if before else 0
        end = speech.boundary(samples, words[last], words[last + 1]) if behind else len(samples)
        self.samples = samples[start:end]
        self.joins_before, self.joins_behind = bool(before), bool(behind)
        # Pitches at the two sides of a join, in semitones; NaN for none.
        if before and not behind:
            self.outside, self.inside = speech.pitch(samples[:start], at_end=True), speech.pitch(self.samples)
        else:
            self.inside = speech.pitch(self.samples, at_end=True)
            self.outside = speech.pitch(samples[end:]) if behind else np.nan

    @property
    def step(self):
        """From the first side of the join to the second."""
        return self.inside - self.outside if self.joins_before else self.outside - self.inside


def choose(clips):
    """Of each clip's candidates the one whose pitch at the join fits the others best: steps are then as in a sentence.

    - clips: lists of ``Cut``.
    """
    several = [cuts for cuts in clips if len(cuts) > 1]
    heads = [cuts for cuts in several if not cuts[0].joins_before]
    tails = [cuts for cuts in several if cuts[0].joins_before]

    def median(lists, value):
        return np.nanmedian([value(cut) for cuts in lists for cut in cuts]) if lists else np.nan

    head = median(heads or tails, lambda cut: cut.inside if heads else cut.outside)
    tail = head + median(tails or heads, lambda cut: cut.step)

    def best(cuts):
        wanted = tail if cuts[0].joins_before else head
        off = [abs(cut.inside - wanted) if np.isfinite(cut.inside) else 99 for cut in cuts]
        return cuts[int(np.argmin(off))]

    return [best(cuts) for cuts in clips]


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
        cuts = choose([[Cut(speaker, sentence) for sentence in sentences] for _, _, sentences in own])
        for (name, _, _), cut in zip(own, cuts):
            least = 0.15 if name == "and" else 0
            speech.write(f"{place}/{name}.flac", speech.clip(cut.samples, least))
        own_names = {name for name, _, _ in own}
        if pack != "english":
            own += [clip for clip in english.words() if clip[0] not in own_names]
            for name in (name for name, _, _ in own if name not in own_names):
                os.symlink(f"../english/{name}.flac", f"{place}/{name}.flac")
        describe(f"{place}/voice.yaml", own)
        print(f"{pack}: {len(own)} clips, {len(own_names)} of them its own")


if __name__ == "__main__":
    main(sys.argv[1])
