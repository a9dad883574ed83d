import CALSA
import Glibc

/// The outputs that ALSA's configuration offers.
public enum AudioDevices {
    /// Returns the outputs' names, the useful ones first. Opens none of them, and needs some milliseconds.
    public static func list() -> [AudioDevice] {
        // Without this, ALSA complains on standard error about every card that it does not find.
        let before = calsa_drop_messages()
        defer { calsa_restore(before) }

        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard snd_device_name_hint(-1, "pcm", &hints) == 0, let hints else { return [] }
        defer { snd_device_name_free_hint(hints) }
        var devices: [AudioDevice] = []
        var next = hints
        while let hint = next.pointee {
            // Without a direction it has both.
            if text("IOID", of: hint) ?? "Output" == "Output", let name = text("NAME", of: hint) {
                devices.append(AudioDevice(name: name, description: oneLine(text("DESC", of: hint) ?? "")))
            }
            next += 1
        }
        return sorted(devices)
    }

    /// Sorts outputs that play everything by themselves first, then the cards, then outputs for special cases; leaves
    /// out `null`.
    static func sorted(_ devices: [AudioDevice]) -> [AudioDevice] {
        let order = ["default", "pipewire", "pulse", "plughw", "sysdefault", "hw", "dmix", "hdmi", "iec958", "front"]
        func rank(_ device: AudioDevice) -> Int {
            let kind = device.name.prefix { $0 != ":" }
            return order.firstIndex { $0 == kind } ?? order.count
        }
        return devices.enumerated().filter { $0.element.name != "null" }
            .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
    }

    /// For a terminal: a line for each, names and descriptions in columns.
    public static func table(_ devices: [AudioDevice]) -> String {
        guard !devices.isEmpty else { return "ALSA offers no audio device here; is a driver loaded?\n" }
        let width = devices.reduce(0) { max($0, $1.name.count) }
        return devices.map { device in
            guard !device.description.isEmpty else { return device.name + "\n" }
            return device.name + String(repeating: " ", count: width - device.name.count + 2) + device.description
                + "\n"
        }.joined()
    }

    private static func text(_ key: String, of hint: UnsafeMutableRawPointer) -> String? {
        guard let value = snd_device_name_get_hint(hint, key) else { return nil }
        defer { free(value) }
        return String(cString: value)
    }

    private static func oneLine(_ text: String) -> String { text.split(separator: "\n").joined(separator: ", ") }
}
