extension DoctorCheck {
    /// Of the check whether messages to people can be sent.
    public static let notices = "messages"
}
