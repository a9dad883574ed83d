/// The origin of a frame of the mix.
enum FrameMark: UInt8 {
    case nothing
    /// One sound's frame as it is.
    case exact
    /// Several sounds, or one whose level was changed.
    case computed
}
