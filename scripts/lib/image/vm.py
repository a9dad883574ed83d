"""The scenarios of scripts/vm, which calls this with the folder for what is built."""

import base64
import json
import pathlib
import signal
import subprocess
import sys

import numpy

from machine import RATE, Failed, Machine, likenesses, say, until

SCENARIOS = {}


def scenario(name, words):
    """One more is a function with this line above it. It makes its machines with `site.machine`."""
    def add(function):
        SCENARIOS[name] = (words, function)
        return function
    return add


class Site:
    def __init__(self, image, folder):
        self.image, self.folder, self.machines = image, folder, []

    def machine(self, name, at, *settings, **options):
        machine = Machine(self.image, self.folder / name, settings, at, **options)
        self.machines.append(machine)
        return machine

    def hub(self, at, **options):
        """A hub whose clock stands at that time, and which trusts it."""
        hub = self.machine("hub", at, "role: hub", "room: kitchen", "zone: Europe/London", **options)
        hub.start()
        until(900, "the kitchen is online, with a clock that it trusts", lambda: online(hub, "kitchen"))
        hub.tell_time()
        return hub


def online(hub, room):
    status = json.loads(hub.runs("clockctl status --json") or "{}")
    return any(node["id"] == room and node["availability"] == "online" and node["clock"]["trusted"]
               for node in status.get("nodes", []))


def heard(machine, time_of_day):
    """The card plays the announcement of that time, piece by piece, with at most 0.1 s lost or put in between."""
    wave = base64.b64decode(machine.must(
        f"clockctl render --at {time_of_day} --zone Europe/London /tmp/wave >/dev/null && base64 -w 0 /tmp/wave"))
    expected = numpy.frombuffer(wave[44:], "<i2") / 32768
    until(600, f"the announcement of {time_of_day} comes out of the card", lambda: compare(machine, expected))


def compare(machine, expected):
    samples, length, found = machine.samples(), RATE // 4, []
    for begin in range(0, len(expected) - length, length):
        piece = expected[begin: begin + length]
        # What is softer than -40 dBFS is noise.
        if numpy.sqrt(numpy.mean(piece**2)) > 0.01:
            scores = likenesses(samples, piece)
            found.append((float(scores.max()), (int(scores.argmax()) - begin) / RATE))
    # Where something is lost, a piece of a bell is like any other.
    places = [place for score, place in found if score > 0.95] or [0]
    say(f"  {len(found)} pieces, the least like by {min(found)[0]:.3f} of 1, from {places[0]:.2f} s of the recording on, "
        f"{(max(places) - min(places)) * 1000:.0f} ms out of step at most")
    return min(found)[0] > 0.85 and max(places) - min(places) < 0.1


@scenario("first-word", "a hub from its first start to the first word of its room, on intel-hda")
def first_word(site):
    hub = site.hub("2026-11-28T11:50:00")
    # A machine that is slow has not yet read its voice at first.
    until(1800, "the kitchen says the time", lambda: hub.runs("clockctl announce kitchen"))
    hub.tell_time()
    heard(hub, hub.clock[11:16])


@scenario("quarter-hour", "a quarter hour through intel-hda, which nobody asks for")
def quarter_hour(site):
    hub = site.hub("2026-11-28T11:56:30")

    def record():
        lines = json.loads(hub.runs("clockctl history kitchen --json") or "{}").get("lines", [])
        return [line["record"] for line in lines if "T12:00:00" in json.dumps(line)]
    found = until(1800, "the quarter hour is over", record, every=5)[0]
    say(f"  {json.dumps(found)}")
    if found["outcome"] != "announced":
        raise Failed(f"the quarter hour was not announced: {found['outcome']}")
    heard(hub, "12:00")


def main(build, command, *arguments):
    options = {"--image": build / "image/clocksmith-amd64.img", "--output": build / "vm"}
    names, arguments = [], list(arguments)
    while arguments:
        word = arguments.pop(0)
        if word in options and arguments:
            options[word] = arguments.pop(0)
        elif word in SCENARIOS:
            names.append(word)
        else:
            sys.exit(f"vm: there is no \"{word}\"; see scripts/vm --help and scripts/vm list")
    if command == "list":
        for name, (words, _) in SCENARIOS.items():
            print(f"{name:14} {words}")
        return
    image = pathlib.Path(options["--image"])
    if not image.is_file():
        sys.exit(f"vm: there is no image {image}")
    if command == "run" and not names:
        sys.exit("vm: which one? See scripts/vm list")
    failed = []
    for name in names or SCENARIOS:
        words, function = SCENARIOS[name]
        say(f"\n==> {name}: {words}")
        site = Site(image, pathlib.Path(options["--output"]) / name)
        try:
            function(site)
        except (Failed, subprocess.SubprocessError) as problem:
            failed.append(name)
            say(f"vm: {name} failed: {problem}")
            for machine in site.machines:
                if machine.process and machine.process.poll() is None:
                    say(machine.runs("journalctl -b --no-pager -p warning | tail -n 30") or "")
        finally:
            for machine in site.machines:
                machine.stop()
    if failed:
        sys.exit(f"vm: failed: {', '.join(failed)}; recordings and consoles are in {options['--output']}")


# No machine outlives this program.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
main(pathlib.Path(sys.argv[1]), *sys.argv[2:])
