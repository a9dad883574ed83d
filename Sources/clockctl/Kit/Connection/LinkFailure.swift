internal import ClockMQTT
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

/// The errors, with their exit codes, for a coordinator that does not answer.
enum LinkFailure {
    /// Returns the reason not to wait any longer; `nil` while there is hope.
    static func failure(of state: LinkState, settings: ConnectionSettings) -> FatalError? {
        if let refusal = state.refusal { return forbidden(refusal, settings) }
        switch state.connection {
        case .connecting, .connected, .stopped: return nil
        case .lost(let disconnect): return disconnect.triesAnother ? nil : disconnected(disconnect)
        }
    }

    /// The broker's rules forbid it.
    ///
    /// - Parameter topic: that of the message which it refused.
    static func forbidden(
        _ refusal: MQTTError, _ settings: ConnectionSettings, publishing topic: String? = nil
    ) -> FatalError {
        let topics = Topics(site: settings.site)
        let rights =
            topic.map { "publish to \($0), as those in deploy/mosquitto/acl do for members" }
            ?? "publish to \(topics.requestFilter) and \(topics.ring(.people)), and read \(topics.siteFilter)"
        return FatalError(.noPermission, "\(refusal.message); the broker's access rules must let this user \(rights)")
    }

    static func disconnected(_ disconnect: MQTTDisconnect) -> FatalError {
        FatalError(exitCode(disconnect.reason), disconnect.message)
    }

    /// Nothing came within the time-out.
    static func noAnswer(_ state: LinkState, settings: ConnectionSettings, timeout: Duration) -> FatalError {
        let seconds = QuantityWords.seconds(timeout)
        guard case .connected = state.connection else {
            return FatalError(
                .unavailable,
                "no connection to broker \(settings.endpoint) within \(seconds) s: "
                    + "is the address right and no firewall between?")
        }
        let lastWord =
            switch state.coordinator {
            case .offline: "its last word was: offline"
            case .online: "its last word was: online"
            case nil: "it has never been on this broker; is the site's name right?"
            }
        return FatalError(
            .temporaryFailure,
            "no answer from the coordinator of site \(settings.site) on \(settings.endpoint) within \(seconds) s: "
                + "is clock-coordinator running? (\(lastWord))")
    }

    static func client(_ error: MQTTError) -> FatalError {
        switch error.code {
        case .invalidConfiguration, .invalidTopic: FatalError(.configuration, error.message)
        case .invalidMessage, .queueFull: FatalError(.badData, error.message)
        case .refused: FatalError(.noPermission, error.message)
        case .notConnected, .timedOut, .expired, .notRunning: FatalError(.temporaryFailure, error.message)
        case .system: FatalError(.systemError, error.message)
        }
    }

    static func exitCode(_ reason: MQTTDisconnect.Reason) -> ExitCode {
        switch reason {
        case .unknownHost: .noHost
        case .notAuthorized: .noPermission
        case .stopped, .unreachable, .tlsFailed, .refused: .unavailable
        case .returning, .sessionTakenOver, .endedByBroker, .connectionLost, .keepAliveTimeout: .temporaryFailure
        case .protocolError: .protocolError
        case .outOfResources: .systemError
        }
    }

    /// Returns the error for the coordinator's refusal.
    static func refused(_ error: RequestError) -> FatalError {
        switch error.code {
        case .invalid, .unknownNode, .unknownObject: FatalError(.badData, error.message)
        case .forbidden: FatalError(.noPermission, error.message)
        case .conflict: FatalError(.temporaryFailure, error.message)
        case .storeFailed: FatalError(.inputOutput, error.message)
        case .unavailable, .late: FatalError(.temporaryFailure, error.message)
        }
    }
}
