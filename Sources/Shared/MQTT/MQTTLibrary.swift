import CMosquitto

/// libmosquitto's process-wide state.
enum MQTTLibrary {
    // A lazily initialised global runs once even when several threads come first; mosquitto_lib_init must not race.
    // It is never cleaned up: another part of the process may use the library.
    private static let initialized: Int32 = mosquitto_lib_init()

    static func initialize() {
        // On Linux it seeds and sets up without a way to fail.
        _ = initialized
    }
}
