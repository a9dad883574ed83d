internal import ClockRuntime
internal import ClockSimulator
internal import ClockWire
internal import FoundationEssentials

/// A plan in a file: it gives the same run even after the drawing of random plans changes.
struct PlanFile: WireMessage {
    /// Of the format.
    private var version = WireCodec.version
    /// The result of the run, for people.
    var about: String
    var plan: SimulationPlan

    static let maximumBytes = 64 * 1024 * 1024

    enum CodingKeys: String, CodingKey {
        case version = "v"
        case about, plan
    }

    init(about: String, plan: SimulationPlan) {
        self.about = about
        self.plan = plan
    }

    /// The plan of a run, or of its shrunk rest.
    init(_ result: RunResult, shrunk: KeptParts?) {
        let subject = RunSubject(source: result.subject.source, kept: shrunk ?? result.subject.kept)
        if case .file(_, let file) = subject.source {
            self.init(about: file.about, plan: subject.plan())
        } else {
            let violation = result.violations.first.map { "invariant \($0.invariant) at \($0.at): \($0.text)" }
            self.init(about: "\(subject.command): \(violation ?? "every promise kept")", plan: subject.plan())
        }
    }

    /// - Throws: one line that names the file, the place in it, the value and the valid range.
    init(path: String) throws(FatalError) {
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try AtomicFile.read(path, limit: Self.maximumBytes) } catch {
            throw FatalError(error, exitCode: .noInput)
        }
        do throws(WireError) { self = try WireCodec.decode(from: bytes) } catch {
            throw FatalError(.badData, "\(path): \(error); mend it, or write the plan again with --write-plan")
        }
        if let problem = plan.problems.first { throw FatalError(.badData, "\(path): plan.\(problem)") }
    }

    /// Keys are sorted, so that equal plans are equal files.
    func write(to path: String) throws(FatalError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let bytes: [UInt8]
        do { bytes = Array(try encoder.encode(self)) + [UInt8(ascii: "\n")] } catch {
            // Only a plan with a foreign zone can fail, and no command makes one.
            preconditionFailure("the plan cannot be written as JSON: \(error)")
        }
        do throws(SystemError) { try AtomicFile.replace(path, with: bytes) } catch {
            throw FatalError(error, exitCode: .cannotCreate)
        }
    }
}
