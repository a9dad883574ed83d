public import ServiceLifecycle

/// Posts a tick each second.
public struct TickService: Service {
    private let post: @Sendable () -> Void

    public init(post: @escaping @Sendable () -> Void) { self.post = post }

    public func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                post()
                // Throws only when cancelled, which the loop notices.
                try? await Task.sleep(for: .seconds(1))
            }
        }
    }
}
