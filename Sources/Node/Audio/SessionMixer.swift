/// The mixer control of one opening of the device: up while something sounds, back after.
///
/// Lives on the audio thread.
final class SessionMixer {
    private let control: MixerControl
    private let percent: Int
    private var keeper = MixerKeeper()

    init(_ setting: MixerSetting, device: String, configurationFile: String?) throws(AudioFailure) {
        control = try MixerControl(
            name: setting.control, card: setting.card ?? Self.card(of: device), configurationFile: configurationFile)
        percent = setting.percent
    }

    /// The caller calls this with every step.
    func follow(isSounding: Bool) {
        guard isSounding != keeper.isHolding else { return }
        guard let current = control.read() else { return }
        if isSounding {
            guard let wanted = keeper.begin(current: current, percent: percent, range: control.range) else { return }
            // If the write fails, the control stays as it is, and the next read shows that.
            _ = control.write(wanted)
            keeper.didSet(control.read() ?? wanted)
        } else {
            restore(from: current)
        }
    }

    /// Restores the control and closes it.
    func close() {
        if keeper.isHolding { restore(from: control.read()) }
        control.close()
    }

    private func restore(from current: MixerLevel?) {
        // A card that was pulled out accepts no write, and has nothing to restore.
        if let before = keeper.end(current: current) { _ = control.write(before) }
    }

    /// The control device that belongs to a PCM.
    static func card(of device: String) -> String { DeviceHolders.cardName(in: device).map { "hw:\($0)" } ?? "default" }
}
