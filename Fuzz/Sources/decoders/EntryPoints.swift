import Glibc

/// The decoder that this process feeds: the variable `FUZZ_TARGET`.
private let chosen: Decoder = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let decoder = Decoder.all.first(where: { $0.name == name }) else {
        print("FUZZ_TARGET is \"\(name)\" and must be one of \(names)")
        exit(64)
    }
    return decoder
}()

private var names: String { Decoder.all.map(\.name).joined(separator: " ") }

/// libFuzzer calls this once, before all else. `FUZZ_TARGET=list` prints every decoder's name.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ argumentCount: OpaquePointer?, _ arguments: OpaquePointer?) -> CInt {
    if getenv("FUZZ_TARGET").map({ String(cString: $0) }) == "list" {
        print(names)
        exit(0)
    }
    _ = chosen
    return 0
}

/// libFuzzer calls this once per input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    chosen.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
