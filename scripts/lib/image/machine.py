"""A machine in QEMU that has started from a copy of an image; for scripts/vm.

Its time is the work of its one processor: an instruction takes a nanosecond (QEMU's icount), and only while it waits
does its time go with the world's. So it never is too slow for its sound card, however busy this machine is, and its
seconds can be compared: a core of a Raspberry Pi 4 does as much in a second, or more.
"""

import base64
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import threading
import time

import numpy

RATE = 44100
FIRMWARE = pathlib.Path("/usr/share/OVMF")
CARDS = {"intel-hda": ["-device", "intel-hda", "-device", "hda-output,audiodev=sound"]}


class Failed(Exception):
    """A scenario's promise does not hold."""


def say(text):
    print(text, file=sys.stderr, flush=True)


def until(seconds, what, check, every=2):
    """The first truthy answer of the check; tells now and then that it still waits."""
    end, told = time.monotonic() + seconds, time.monotonic()
    while True:
        answer = check()
        if answer:
            say(f"  {what}")
            return answer
        if time.monotonic() > end:
            raise Failed(f"not so within {seconds} s: {what}")
        if time.monotonic() - told > 30:
            told = time.monotonic()
            say(f"  … waiting, {end - told:.0f} s at most: {what}")
        time.sleep(every)


class TimeService(threading.Thread):
    """SNTP (RFC 4330) on loopback, which a machine reaches as 10.0.2.2. It agrees with whoever asks: a machine's time is
    that of its own processor, which runs slower than this one's clock."""

    def __init__(self):
        super().__init__(daemon=True)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            self.socket.bind(("127.0.0.1", 123))
        except OSError as error:
            raise Failed(f"port 123 of this machine's loopback is taken: {error.strerror}") from None
        self.start()

    def run(self):
        while True:
            asked, address = self.socket.recvfrom(512)
            # A server of stratum 1 that is precise to 2^-20 s.
            self.socket.sendto(bytes([0x24, 1, 0, 0xEC]) + bytes(8) + b"VM\0\0" + asked[40:48] * 4, address)


class Machine:
    """`settings` are lines of clocksmith.txt, `at` is its clock at the start, such as 2026-11-28T11:55:00, UTC."""

    service = None

    def __init__(self, image, folder, settings, at, card="intel-hda"):
        self.folder, self.card, self.clock, self.process = folder, card, at, None
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.disk, self.sound = folder / "disk", folder / "sound.wav"
        subprocess.run(["cp", "--sparse=always", image, self.disk], check=True)
        # A card is larger than the image.
        os.truncate(self.disk, 4 << 30)
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / "key"], check=True)
        (folder / "clocksmith.txt").write_text(
            "\n".join([*settings, f"ssh-key: {(folder / 'key.pub').read_text().strip()}"]) + "\n")
        subprocess.run(
            ["mcopy", "-o", "-i", f"{self.disk}@@1M", folder / "clocksmith.txt", "::clocksmith.txt"], check=True)
        shutil.copy(FIRMWARE / "OVMF_VARS_4M.fd", folder / "firmware")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        Machine.service = Machine.service or TimeService()

    def start(self):
        # The image as it is, with a word of its host's to systemd.
        folder = "/run/systemd/timesyncd.conf.d"
        time_service = base64.b64encode(
            f"[Service]\nExecStartPre=+mkdir -p {folder}\n"
            f"ExecStartPre=+sh -c 'printf \"[Time]\\nNTP=10.0.2.2\\n\" >{folder}/vm.conf'\n".encode()).decode()
        arguments = [
            "qemu-system-x86_64", "-machine", "q35", "-m", "1024", "-display", "none", "-nodefaults",
            "-accel", "tcg", "-icount", "shift=0", "-cpu", "Nehalem",
            "-drive", f"if=pflash,format=raw,readonly=on,file={FIRMWARE / 'OVMF_CODE_4M.fd'}",
            "-drive", f"if=pflash,format=raw,file={self.folder / 'firmware'}",
            "-drive", f"if=virtio,format=raw,file={self.disk}",
            "-rtc", f"base={self.clock},clock=vm", "-serial", f"file:{self.folder / 'console'}",
            "-smbios", "type=11,value=io.systemd.credential.binary:"
            f"systemd.unit-dropin.systemd-timesyncd.service={time_service}",
            "-netdev", f"user,id=net,hostfwd=tcp:127.0.0.1:{self.port}-:22", "-device", "virtio-net-pci,netdev=net",
            "-device", "virtio-rng-pci", "-audiodev", f"wav,id=sound,path={self.sound}", *CARDS[self.card],
        ]
        self.process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stderr=open(self.folder / "qemu.log", "w"))
        until(1500, "ssh lets the key in", lambda: self.runs("true") is not None)
        self.tell_time()

    def runs(self, command):
        """What the command prints, or nothing where it fails."""
        if self.process.poll() is not None:
            raise Failed(f"QEMU has ended: {(self.folder / 'qemu.log').read_text().strip()[-300:]}")
        options = ["BatchMode=yes", "ConnectTimeout=20", "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null",
                   "LogLevel=ERROR", f"Port={self.port}", f"IdentityFile={self.folder / 'key'}"]
        done = subprocess.run(
            ["ssh", *(part for option in options for part in ("-o", option)), "root@127.0.0.1", command],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
        if done.returncode:
            self.said = (done.stderr + done.stdout).strip()
            return None
        return done.stdout

    def must(self, command):
        answer = self.runs(command)
        if answer is None:
            raise Failed(f"{command}: {self.said[-400:]}")
        return answer

    def tell_time(self):
        self.clock, uptime = self.must("date -u +%FT%T; cut -d ' ' -f 1 /proc/uptime").split()
        say(f"  … {uptime} s after its start, by its kernel")

    def stop(self):
        if self.process and self.process.poll() is None:
            # QEMU ends the recording.
            self.process.terminate()
            self.process.wait()

    def samples(self):
        """What came out of the card so far, one channel, -1 to 1."""
        data = self.sound.read_bytes()[44:]
        return numpy.frombuffer(data[: len(data) // 4 * 4], "<i2").reshape(-1, 2)[:, 0] / 32768


def likenesses(heard, expected):
    """For each place, how like what was heard from there on is to what is expected: 1 is the same but for volume."""
    if len(heard) < len(expected):
        return numpy.zeros(1)
    size = 1 << (len(heard) + len(expected)).bit_length()
    product = numpy.fft.rfft(heard, size) * numpy.conj(numpy.fft.rfft(expected, size))
    power = numpy.concatenate([[0], numpy.cumsum(heard**2)])
    power = power[len(expected):] - power[: -len(expected)]
    # Silence is like nothing.
    power = numpy.maximum(power, power.max() * 0.01 + 1e-9)
    return numpy.fft.irfft(product, size)[: len(power)] / numpy.sqrt(power * numpy.sum(expected**2))
