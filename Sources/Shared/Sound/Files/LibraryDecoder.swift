internal import CSndfile

/// Decodes all but MPEG audio; the one owner of a libsndfile handle, which `deinit` closes. Not for two threads.
final class LibraryDecoder {
    let info: SF_INFO
    private let handle: OpaquePointer
    private let file: SplicedFile

    init(_ file: SplicedFile) throws(SoundFile.Problem) {
        self.file = file
        var access = SF_VIRTUAL_IO(
            get_filelen: { Int64(LibraryDecoder.file($0)?.count ?? 0) },
            seek: { offset, whence, file in Int64(LibraryDecoder.file(file)?.seek(Int(offset), whence) ?? -1) },
            read: { buffer, count, file in
                guard let buffer, count > 0, let file = LibraryDecoder.file(file) else { return 0 }
                return Int64(file.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))))
            },
            write: { _, _, _ in 0 }, tell: { Int64(LibraryDecoder.file($0)?.tell ?? -1) })
        var info = SF_INFO()
        guard
            let handle = sf_open_virtual(&access, Int32(SFM_READ), &info, Unmanaged.passUnretained(file).toOpaque())
        else { throw SoundPart.unreadable(String(cString: sf_strerror(nil))) }
        self.handle = handle
        self.info = info
    }

    deinit { sf_close(handle) }

    private static func file(_ pointer: UnsafeMutableRawPointer?) -> SplicedFile? {
        pointer.map { Unmanaged<SplicedFile>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Reads on. Floats, because libsndfile turns float files into 16 bits without scaling; 16-bit samples survive exactly.
    ///
    /// - Returns: frames; 0 at the end.
    func read(into buffer: inout [Float]) -> Int {
        Int(sf_readf_float(handle, &buffer, Int64(buffer.count / Int(info.channels))))
    }

    /// The mistake that it met, if one.
    var failure: String? { sf_error(handle) == Int32(SF_ERR_NO_ERROR) ? nil : String(cString: sf_strerror(handle)) }
}
