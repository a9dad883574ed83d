internal import ClockRuntime

/// The meanings of clockctl's exit codes.
enum ExitStatus {
    static let table: [(code: ExitCode, meaning: String)] = [
        (.success, "Done."),
        (
            .failure,
            "A check of doctor, preflight or voice lint failed, a word could not be made a clip, or the question was "
                + "answered with no."
        ),
        (.usage, "The command line is wrong."),
        (.badData, "The request was refused: something it names is not there, or a value is out of range."),
        (.noInput, "A file named by an option or setting, or a voice pack, is missing."),
        (.noHost, "The broker's host name has no address."),
        (
            .unavailable,
            "The broker cannot be reached, no node is there to speak, or a speech engine or sound device is missing."
        ),
        (.software, "A bug in clockctl."),
        (.systemError, "The system refused something basic, such as memory or a descriptor."),
        (.cannotCreate, "A file cannot be written."),
        (.inputOutput, "The coordinator could not store the change."),
        (
            .temporaryFailure,
            "No answer in time, a room has not confirmed, or somebody else changed it first: try again."
        ),
        (.protocolError, "The answer could not be read."),
        (.noPermission, "The broker refused the password, or its rules forbid the request."),
        (.configuration, "The configuration is wrong."),
    ]
}
