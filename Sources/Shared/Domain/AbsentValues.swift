/// The meaning of fields that messages and stores lack.
///
/// Earlier versions left a field out when its value was the default of their day. A default may change; the meaning of
/// those messages may not. So none of these ever follows a default.
package enum AbsentValues {
    package static let alarmRing = RingStyle(
        sound: "bells", volume: nil, rampSeconds: 0, limitMinutes: 10, snoozeMinutes: 9, tellsUnanswered: true)
    package static let timerRing = RingStyle(
        sound: "beeps", volume: nil, rampSeconds: 0, limitMinutes: 10, snoozeMinutes: 0, tellsUnanswered: true)
    package static let misfire = MisfirePolicy.ring(withinMinutes: 30)
}
