"""Speech of hibari with the spans of its words, and clips cut from it."""

import os
import subprocess

import hibari
import numpy as np
import onnxruntime

RATE = hibari.dsp.SR
SPEED = 0.87
# The engine gives a sound's length in steps of 25 ms.
STEP = RATE // 40
# Seconds next to a join whose pitch is moved as a whole, and in which the move fades out.
BENT, EASED = 0.2, 0.15
TARGET_LUFS = -18.0
# A sample under this is silence: -54 dBFS.
SILENCE = 10 ** (-54 / 20)
# Kept before the first and after the last sample that is not silence, and faded, so that no join clicks.
LEAD, TAIL = RATE // 250, RATE // 200
# Silence at a clip's end: the short closure between words.
PAD = RATE * 14 // 1000


def field(number, content):
    """A field of a protocol buffer with up to 127 bytes."""
    return bytes([number << 3 | 2, len(content)]) + content


class Speaker:
    """The engine, which also tells how long each sound is: its model has that inside, and an output is added."""

    def __init__(self):
        self.engine = hibari.Hibari()
        with open(self.engine.model_path, "rb") as file:
            model = file.read()
        lengths = field(7, field(12, field(1, b"/Round_output_0")))
        options = onnxruntime.SessionOptions()
        # More threads add numbers in another order.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self.session = onnxruntime.InferenceSession(model + lengths, options, providers=["CPUExecutionProvider"])

    def say(self, text):
        """One ``Sentence``."""
        (phonemes,) = self.engine.phonemize(text)
        ids = self.engine.ids(phonemes)
        outputs = self.session.run(None, {"ids": np.asarray([ids], np.int64), "speed": np.asarray([SPEED], np.float32)})
        ends = np.cumsum(outputs[6]).astype(int) * STEP
        words, start = [], None
        sounds = [sound for sound in phonemes if sound in self.engine.vocab]
        for index, sound in enumerate(sounds, 1):
            if sound in " ,.;:—":
                if start is not None:
                    words.append((start, ends[index - 1]))
                start = None
            elif start is None:
                start = ends[index - 1]
        if start is not None:
            words.append((start, ends[len(sounds)]))
        return Sentence([part[0] for part in outputs[:6]], words)


class Sentence:
    """Speech whose pitch can be bent.

    - samples: as the engine speaks.
    - words: the first and the last sample of each word.
    """

    def __init__(self, parts, words):
        self.parts, self.words = parts, words
        self.samples = self.bent(0)

    def bent(self, semitones):
        """The samples with the pitch of each of the engine's frames moved."""
        *spectra, pitch = self.parts
        # The same noise each time.
        noise = np.random.default_rng(0)
        return hibari.dsp.synth(*spectra, (pitch * 2 ** (semitones / 12)).astype(np.float32), noise).astype(np.float64)

    def cut_at(self, word):
        """The sample at which the word begins and the one before it ends."""
        return boundary(self.samples, self.words[word - 1], self.words[word])

    def bend(self, sample, semitones, at_end):
        """The semitones for each frame that move the pitch behind a sample, or before it, and further off less and less."""
        frames = np.arange(len(self.parts[5])) * hibari.dsp.HOP
        distance = (sample - frames if at_end else frames - sample) / RATE
        ramp = np.clip((distance - BENT) / EASED, 0, 1)
        return semitones * (1 + np.cos(np.pi * ramp)) / 2


def boundary(samples, before, behind):
    """The sample at which one word ends and the next begins, from the engine's first and last samples of both.

    The engine lets a word be heard 30 to 80 ms before its place, most of all one that begins with a hiss. The place is where
    the sound's colour changes most within that time.
    """
    middle = (before[1] + behind[0]) // 2
    hop = RATE // 200
    starts = np.arange(middle - RATE * 9 // 100, middle - RATE // 100, hop)
    frames = np.stack([samples[start - 2 * hop : start + 2 * hop] for start in starts])
    power = np.abs(np.fft.rfft(frames * np.hanning(4 * hop), axis=1)) ** 2
    edges = np.array([60, 500, 1000, 2000, 3500, 5500, 8000, 12000]) * 4 * hop // RATE
    bands = np.log10(np.stack([power[:, low:high].sum(axis=1) for low, high in zip(edges, edges[1:])], axis=1) + 1e-6)
    change = np.abs(bands[4:] - bands[:-4]).sum(axis=1)
    return int(starts[np.argmax(change) + 2])


def loudness(samples):
    """LUFS by ITU-R BS.1770-4 in blocks of 10 ms, which measures the sounding part of a word (docs/voices.md)."""
    # The filters ring on for less than a second.
    size = len(samples) + RATE
    turns = np.exp(-2j * np.pi * np.arange(size // 2 + 1) / size)
    spectrum = np.fft.rfft(samples, size)
    for b, a in k_weighting():
        spectrum *= np.polyval(b[::-1], turns) / np.polyval(a[::-1], turns)
    x = np.fft.irfft(spectrum, size)[: len(samples)]
    block = RATE // 100
    count = len(x) // block
    power = (x[: count * block].reshape(count, block) ** 2).mean(axis=1)

    def gated(floor):
        loud = power[power > floor]
        return loud.mean() if len(loud) else 0.0

    absolute = gated(10 ** ((-70 + 0.691) / 10))
    return -0.691 + 10 * np.log10(max(gated(absolute / 10), 1e-12))


def k_weighting():
    """The two filters, from the analogue prototypes of those that the standard gives for 48 kHz."""
    k, q = np.tan(np.pi * 1681.974450955533 / RATE), 0.7071752369554196
    vh = 10 ** (3.999843853973347 / 20)
    vb, d = vh**0.4996667741545416, 1 + k / q + k * k
    yield ([(vh + vb * k / q + k * k) / d, 2 * (k * k - vh) / d, (vh - vb * k / q + k * k) / d],
           [1, 2 * (k * k - 1) / d, (1 - k / q + k * k) / d])
    k, q = np.tan(np.pi * 38.13547087602444 / RATE), 0.5003270373238773
    d = 1 + k / q + k * k
    yield [1, -2, 1], [1, 2 * (k * k - 1) / d, (1 - k / q + k * k) / d]


def pitch(samples, at_end=False):
    """The voice's pitch in the first or the last 150 ms of sound, in semitones; NaN where it has none.

    It is the median of frames of 40 ms by their normalised autocorrelation.
    """
    loud = np.flatnonzero(np.abs(samples) > 0.02)
    if not len(loud):
        return np.nan
    edge = RATE * 3 // 20
    part = samples[loud[0] : loud[-1] + 1]
    part = part[-edge:] if at_end else part[:edge]
    size, low, high = RATE // 25, RATE // 400, RATE // 90
    overlap = np.arange(size, 0, -1) / size
    found = []
    for start in range(0, len(part) - size + 1, RATE // 100):
        frame = part[start : start + size]
        frame = frame - frame.mean()
        likeness = np.fft.irfft(np.abs(np.fft.rfft(frame, 2 * size)) ** 2)[:size] / overlap
        lag = low + np.argmax(likeness[low:high])
        if likeness[lag] > 0.6 * likeness[0] > 0:
            found.append(RATE / lag)
    return 12 * np.log2(np.median(found)) if found else np.nan


def clip(samples):
    """A cut, trimmed, faded, and brought to the loudness of all clips."""
    samples = samples - samples.mean()
    samples = samples * 10 ** ((TARGET_LUFS - loudness(samples)) / 20)
    loud = np.flatnonzero(np.abs(samples) >= SILENCE)
    samples = samples[max(0, loud[0] - LEAD) : loud[-1] + 1 + TAIL].copy()
    fade = (1 - np.cos(np.linspace(0, np.pi, LEAD))) / 2
    samples[:LEAD] *= fade
    fade = (1 + np.cos(np.linspace(0, np.pi, TAIL))) / 2
    samples[-TAIL:] *= fade
    samples *= 10 ** ((TARGET_LUFS - loudness(samples)) / 20)
    # Peaks over -1 dBFS are bent, and not cut.
    top = 10 ** (-1 / 20)
    peak = np.abs(samples).max()
    if peak > top:
        knee = 0.7 * top
        over = np.abs(samples) > knee
        rest = (np.abs(samples[over]) - knee) / (peak - knee)
        samples[over] = np.sign(samples[over]) * (knee + (top - knee) * np.sin(rest * np.pi / 2))
    return np.concatenate([samples, np.zeros(PAD)])


def resampled(samples, rate, own=RATE):
    """The samples at another rate."""
    command = ["sox", "-D", "-R", "-t", "f64", "-r", str(own), "-c", "1", "-", "-t", "f64", "-r", str(rate), "-"]
    return np.frombuffer(subprocess.run(command, input=samples.tobytes(), check=True, capture_output=True).stdout)


def read(path):
    """The samples of a sound file at the engine's rate."""
    command = ["sox", "-D", "-R", path, "-t", "f64", "-c", "1", "-r", str(RATE), "-"]
    return np.frombuffer(subprocess.run(command, check=True, capture_output=True).stdout)


def write(path, samples):
    """A FLAC of 16 bits. The last two are 0: they would be noise at -89 dBFS, and a fifth of the file."""
    pcm = (np.clip(np.rint(samples * 8192), -8192, 8191) * 4).astype("<i2").tobytes()
    subprocess.run(
        ["sox", "-D", "-R", "-t", "s16", "-r", str(RATE), "-c", "1", "-", "-C", "8", path], input=pcm, check=True)
