import CALSA

/// The one owner of a handle of ALSA's control interface: the volume of one mixer control, and its switch.
///
/// Lives on the audio thread. ``close()`` frees everything; so does `deinit`.
final class MixerControl {
    /// The range of the raw volumes.
    let range: ClosedRange<Int>

    private let handle: OpaquePointer
    private let configuration: OpaquePointer
    private let volume: OpaquePointer
    private let channels: Int
    /// The switch; `nil` when the control has none.
    private let switching: OpaquePointer?
    private let switches: Int
    private var isClosed = false

    /// - Parameters:
    ///   - name: the control's name, such as `Master`.
    ///   - card: ALSA's name of the control device, such as `default` or `hw:1`.
    ///   - configurationFile: an ALSA configuration file instead of the system's.
    /// - Throws: ``AudioFailure`` with one line that names the reason for which there is no such control.
    init(name: String, card: String, configurationFile: String?) throws(AudioFailure) {
        ALSAMessages.reset()
        configuration = try PCMDevice.loadConfiguration(file: configurationFile)
        var opened: OpaquePointer?
        let error = snd_ctl_open_lconf(&opened, card, 0, configuration)
        guard error == 0, let opened else {
            snd_config_delete(configuration)
            throw AudioFailure(kind: .missing, message: "mixer \(card) cannot be opened: \(PCMDevice.words(error))")
        }
        handle = opened
        let volumes = ["\(name) Playback Volume", name, "\(name) Volume"]
        guard let found = Self.find(volumes, SND_CTL_ELEM_TYPE_INTEGER, in: opened) else {
            snd_ctl_close(opened)
            snd_config_delete(configuration)
            throw AudioFailure(
                kind: .missing,
                message: "mixer \(card) has no volume \"\(name)\"; `amixer -D \(card) scontrols` lists what it has")
        }
        volume = found.value
        channels = found.count
        range = found.range
        let other = Self.find(["\(name) Playback Switch", "\(name) Switch"], SND_CTL_ELEM_TYPE_BOOLEAN, in: opened)
        switching = other?.value
        switches = other?.count ?? 0
    }

    deinit { close() }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        snd_ctl_elem_value_free(volume)
        if let switching { snd_ctl_elem_value_free(switching) }
        snd_ctl_close(handle)
        snd_config_delete(configuration)
    }

    /// Returns the control's level; `nil` when it cannot be read any more.
    func read() -> MixerLevel? {
        guard snd_ctl_elem_read(handle, volume) >= 0 else { return nil }
        var level = MixerLevel(
            volumes: (0..<channels).map { snd_ctl_elem_value_get_integer(volume, UInt32($0)) }, isOn: nil)
        if let switching {
            guard snd_ctl_elem_read(handle, switching) >= 0 else { return nil }
            level.isOn = (0..<switches).allSatisfy { snd_ctl_elem_value_get_boolean(switching, UInt32($0)) != 0 }
        }
        return level
    }

    /// - Returns: true when the control has accepted the level.
    func write(_ level: MixerLevel) -> Bool {
        for (channel, value) in level.volumes.prefix(channels).enumerated() {
            snd_ctl_elem_value_set_integer(volume, UInt32(channel), value)
        }
        guard snd_ctl_elem_write(handle, volume) >= 0 else { return false }
        guard let switching, let isOn = level.isOn else { return true }
        for channel in 0..<switches { snd_ctl_elem_value_set_boolean(switching, UInt32(channel), isOn ? 1 : 0) }
        return snd_ctl_elem_write(handle, switching) >= 0
    }

    private struct Element {
        var value: OpaquePointer
        var count: Int
        var range: ClosedRange<Int>
    }

    /// Returns the first element of one of the names; the caller frees its value.
    private static func find(_ names: [String], _ type: snd_ctl_elem_type_t, in handle: OpaquePointer) -> Element? {
        var info: OpaquePointer?
        guard snd_ctl_elem_info_malloc(&info) == 0, let info else { return nil }
        defer { snd_ctl_elem_info_free(info) }
        for name in names {
            snd_ctl_elem_info_clear(info)
            snd_ctl_elem_info_set_interface(info, SND_CTL_ELEM_IFACE_MIXER)
            snd_ctl_elem_info_set_name(info, name)
            guard snd_ctl_elem_info(handle, info) >= 0, snd_ctl_elem_info_get_type(info) == type else { continue }
            var value: OpaquePointer?
            guard snd_ctl_elem_value_malloc(&value) == 0, let value else { return nil }
            snd_ctl_elem_value_set_interface(value, SND_CTL_ELEM_IFACE_MIXER)
            snd_ctl_elem_value_set_name(value, name)
            let isInteger = type == SND_CTL_ELEM_TYPE_INTEGER
            let least = isInteger ? snd_ctl_elem_info_get_min(info) : 0
            return Element(
                value: value, count: Int(snd_ctl_elem_info_get_count(info)),
                range: least...max(least, isInteger ? snd_ctl_elem_info_get_max(info) : 1))
        }
        return nil
    }
}
