import ClockTestSupport
import Glibc

/// A real nginx that hands everything on as a bare `proxy_pass` does.
final class Nginx: Sendable {
    static let isInstalled = access("/usr/sbin/nginx", X_OK) == 0

    let port: Int
    private let folder: TemporaryFolder
    private let process: TestProcess

    init(before server: Int) async throws {
        folder = try TemporaryFolder("nginx")
        let port = try LoopbackPort.unused()
        self.port = port
        let configuration = try folder.write(
            """
            daemon off; master_process off; pid \(folder.file("pid")); error_log stderr;
            events {}
            http {
                access_log off; client_body_temp_path \(folder.file("body")); proxy_temp_path \(folder.file("proxy"));
                fastcgi_temp_path \(folder.file("f")); uwsgi_temp_path \(folder.file("u")); scgi_temp_path \(folder.file("s"));
                server { listen 127.0.0.1:\(port); location / { proxy_pass http://127.0.0.1:\(server); } }
            }

            """, to: "nginx.conf")
        process = try TestProcess("/usr/sbin/nginx", ["-c", configuration], outputFile: folder.file("log"))
        try await waitUntil("nginx listens", timeout: .seconds(20)) { LoopbackPort.accepts(port) }
    }

    func stop() { process.stop() }
}
