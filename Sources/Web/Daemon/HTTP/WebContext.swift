internal import ClockDomain
internal import ClockWebCore
internal import Hummingbird
internal import NIOCore

/// A request on its way through the server.
struct WebContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
