import Glibc
import Logging
import Testing

@testable import ClockRuntime

@Suite struct ServiceManagerTests {
    private let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

    @Test(arguments: [false, true])
    func speaksToTheSocketOfTheEnvironment(abstract: Bool) throws {
        let socket = try NotifySocket(abstract: abstract)
        let manager = ServiceManager(environment: ["NOTIFY_SOCKET": socket.name], logger: logger)
        manager.ready()
        manager.status("3 nodes\nonline")
        manager.reloading()
        manager.stopping()
        #expect(try socket.receive() == "READY=1")
        #expect(try socket.receive() == "STATUS=3 nodes online")
        #expect(try socket.receive()?.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") == true)
        #expect(try socket.receive() == "STOPPING=1")
    }

    @Test(arguments: ["", "relative/path", "/nonexistent/socket", "/" + String(repeating: "x", count: 200)])
    func aBadSocketIsNotFatal(name: String) {
        let manager = ServiceManager(environment: ["NOTIFY_SOCKET": name], logger: logger)
        manager.ready()
    }

    @Test(
        arguments: [
            (["WATCHDOG_USEC": "3000000"], nil),
            (["NOTIFY_SOCKET": "/run/x"], nil),
            (["NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "3000000"], .seconds(3)),
            (["NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "-3"], nil),
            (["NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "often"], nil),
            (["NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "1"], nil),
            (["NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "\(getpid())"], .seconds(3)),
        ] as [([String: String], Duration?)])
    func watchesOnlyWhereTheManagerMeansThisProcess(environment: [String: String], interval: Duration?) {
        #expect(ServiceManager(environment: environment, logger: logger).watchdogInterval == interval)
    }
}
