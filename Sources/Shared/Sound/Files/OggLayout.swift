/// Finds the links of an Ogg file (RFC 3533): streams that are put one behind the other. Of several streams at a time it
/// is the first one of sound.
struct OggLayout {
    private enum Encoding { case vorbis, opus, flac }

    private struct Link {
        var encoding: Encoding?
        var serial: UInt64
        var pages: [OggPage] = []
        /// `true` when all streams have begun.
        var hasBegun = false
        var isOver = false
        var unknown: String?
    }

    private let file: FileBytes
    private let end: Int
    private var links: [Link] = []

    static func parts(in file: FileBytes, _ range: Range<Int>) throws(SoundFile.Problem) -> [SoundPart] {
        var layout = OggLayout(file: file, end: range.upperBound)
        try layout.walk(from: range.lowerBound)
        var parts: [SoundPart] = []
        for link in layout.links {
            guard let encoding = link.encoding else {
                throw SoundPart.unreadable("an Ogg file of \(link.unknown ?? "no sound"); Vorbis, Opus and FLAC are")
            }
            parts.append(encoding == .flac ? try layout.flac(link) : layout.part(link))
        }
        return parts
    }

    private init(file: FileBytes, end: Int) {
        self.file = file
        self.end = end
    }

    private mutating func walk(from start: Int) throws(SoundFile.Problem) {
        var position = start
        while position < end {
            guard let page = OggPage(file, at: position, end: end) else {
                // Between links and behind the last one lies what others have put there.
                let next = nextPage(after: position)
                guard links.last?.isOver ?? true || next?.isFirst == true else {
                    throw SoundFile.Problem(
                        reason: "is damaged or cut off at byte \(position)", remedy: SoundFile.copyAgain)
                }
                guard let next else { break }
                position = next.range.lowerBound
                continue
            }
            guard page.range.upperBound <= end else {
                if links.last?.isOver == true { return }
                throw SoundPart.cutOff(claimed: page.range.upperBound, there: end)
            }
            add(page)
            position = page.range.upperBound
        }
        guard let last = links.last else { throw SoundPart.unreadable("an Ogg file without a page") }
        guard last.hasBegun else { throw SoundPart.cutOff(claimed: end + 1, there: end) }
    }

    private func nextPage(after position: Int) -> OggPage? {
        var position = position + 1
        while let found = file.find(Array("OggS".utf8), in: position..<end) {
            if let page = OggPage(file, at: found, end: end), page.range.upperBound <= end { return page }
            position = found + 1
        }
        return nil
    }

    private mutating func add(_ page: OggPage) {
        if page.isFirst {
            if links.last?.hasBegun ?? true { links.append(Link(serial: page.serial)) }
            let index = links.count - 1
            guard links[index].encoding == nil else { return }
            links[index].encoding = encoding(of: page)
            (links[index].serial, links[index].pages) = (page.serial, [])
            if links[index].encoding == nil { links[index].unknown = name(of: page) }
        } else if !links.isEmpty {
            links[links.count - 1].hasBegun = true
        }
        let index = links.count - 1
        guard index >= 0, page.serial == links[index].serial else { return }
        links[index].pages.append(page)
        if page.isLast { links[index].isOver = true }
    }

    private func encoding(of page: OggPage) -> Encoding? {
        if file.has("\u{1}vorbis", at: page.bodyStart) { return .vorbis }
        if file.has("OpusHead", at: page.bodyStart) { return .opus }
        return file.has("\u{7F}FLAC", at: page.bodyStart) ? .flac : nil
    }

    /// The name in a stream's first bytes.
    private func name(of page: OggPage) -> String? {
        let letters = file.bytes(page.bodyStart..<page.bodyStart + 8).filter { (0x41..<0x7B).contains($0) }
        return letters.count > 2 ? String(decoding: letters, as: UTF8.self) : nil
    }

    // MARK: For the decoder

    private func part(_ link: Link) -> SoundPart {
        let spliced = SplicedFile(file)
        for page in link.pages.dropLast() { spliced.append(page.range) }
        // A recorder that was killed left none marked as the last.
        if let last = link.pages.last { spliced.append(last.asLast(of: file)) }
        return SoundPart(file: spliced)
    }

    /// FLAC without Ogg (the mapping's first packet: 0x7F, "FLAC", version, number of headers, and FLAC's own beginning),
    /// because libsndfile 1.2 fails for what others than itself wrote.
    private func flac(_ link: Link) throws(SoundFile.Problem) -> SoundPart {
        guard let first = link.pages.first, first.bodyStart + 51 <= first.range.upperBound,
            file.has("fLaC", at: first.bodyStart + 9)
        else { throw SoundPart.unreadable("FLAC in Ogg without a header") }
        let spliced = SplicedFile(file)
        let promised = FLACLayout.appendHead(to: spliced, file.bytes(first.bodyStart + 17..<first.bodyStart + 51))
        // The first frame of sound begins a page.
        let isSound: (OggPage) -> Bool = { page in
            !page.isContinued && file[page.bodyStart] == 0xFF && file[page.bodyStart + 1] & 0xFC == 0xF8
        }
        for page in link.pages.drop(while: { !isSound($0) }) { spliced.append(page.bodyStart..<page.range.upperBound) }
        return SoundPart(file: spliced, promised: promised)
    }
}
