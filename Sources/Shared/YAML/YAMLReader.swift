import CLibYAML

/// Reads one YAML document. The owner of a libyaml parser; used on one thread, for the time of one call.
///
/// Anchors, aliases and tags are refused: our files do not need them, and without them the document is a tree
/// that is no larger than its text. Depth is bounded, so a hostile text cannot exhaust the stack.
struct YAMLReader: ~Copyable {
    /// Far more than any setting's name has parts.
    private static let maximumDepth = 16

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let text: String

    /// - Returns: nil for a text without any value, comments at most.
    static func read(_ text: String) throws(YAMLError) -> YAMLNode? {
        // The parser reads the bytes while it runs, so they stay in place until it is gone.
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
        defer { bytes.deallocate() }
        _ = bytes.initialize(from: text.utf8)
        let reader = try YAMLReader(UnsafeBufferPointer(bytes), text)
        return try reader.document()
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, _ text: String) throws(YAMLError) {
        self.text = text
        parser = .allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            throw YAMLError(line: 1, message: "out of memory")
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    private func document() throws(YAMLError) -> YAMLNode? {
        _ = try next()
        let start = try next()
        if case .streamEnd = start.kind { return nil }
        let root = try node(try next(), depth: 0)
        _ = try next()
        let after = try next()
        guard case .streamEnd = after.kind else {
            throw YAMLError(
                line: after.line,
                message: "a second document begins here; remove the line \"---\" and put everything together")
        }
        return root
    }

    private func node(_ event: Event, depth: Int) throws(YAMLError) -> YAMLNode {
        guard depth <= YAMLReader.maximumDepth else {
            throw YAMLError(line: event.line, message: "the values are nested too deeply")
        }
        switch event.kind {
        case .scalar(let text, let quoted): return YAMLNode(content: .scalar(text, quoted: quoted), line: event.line)
        case .sequenceStart:
            var elements: [YAMLNode] = []
            while true {
                let element = try next()
                if case .end = element.kind { return YAMLNode(content: .sequence(elements), line: event.line) }
                elements.append(try node(element, depth: depth + 1))
            }
        case .mappingStart:
            var pairs: [YAMLNode.Pair] = []
            while true {
                let key = try next()
                if case .end = key.kind { return YAMLNode(content: .mapping(pairs), line: event.line) }
                let keyNode = try node(key, depth: depth + 1)
                pairs.append(YAMLNode.Pair(key: keyNode, value: try node(try next(), depth: depth + 1)))
            }
        case .shorthand:
            throw YAMLError(
                line: event.line,
                message: "anchors (&), aliases (*) and tags (!) are not used here; write the value out")
        case .end, .streamEnd, .other: throw YAMLError(line: event.line, message: "a value is missing here")
        }
    }

    private struct Event {
        enum Kind {
            case scalar(String, quoted: Bool)
            case mappingStart, sequenceStart
            /// Of a mapping or a sequence.
            case end
            case streamEnd
            /// An alias, or anything with an anchor or a tag.
            case shorthand
            /// Begin of the stream, begin and end of a document.
            case other
        }

        var kind: Kind
        var line: Int
    }

    private func next() throws(YAMLError) -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw error() }
        defer { yaml_event_delete(&event) }
        let kind: Event.Kind
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            // The input was UTF-8, and so is the output.
            let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            let isShorthand = scalar.anchor != nil || scalar.tag != nil
            kind = isShorthand ? .shorthand : .scalar(text, quoted: scalar.style != YAML_PLAIN_SCALAR_STYLE)
        case YAML_MAPPING_START_EVENT:
            let start = event.data.mapping_start
            kind = start.anchor != nil || start.tag != nil ? .shorthand : .mappingStart
        case YAML_SEQUENCE_START_EVENT:
            let start = event.data.sequence_start
            kind = start.anchor != nil || start.tag != nil ? .shorthand : .sequenceStart
        case YAML_ALIAS_EVENT: kind = .shorthand
        case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT: kind = .end
        case YAML_STREAM_END_EVENT: kind = .streamEnd
        case _: kind = .other
        }
        return Event(kind: kind, line: event.start_mark.line + 1)
    }

    /// The parser's reason, in the terms of the person who wrote the file.
    private func error() -> YAMLError {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "out of memory"
        if parser.pointee.error == YAML_READER_ERROR {
            // The offset is in bytes, and the place not otherwise known.
            let before = text.utf8.prefix(parser.pointee.problem_offset)
            return YAMLError(line: before.count { $0 == UInt8(ascii: "\n") } + 1, message: "not valid YAML: \(problem)")
        }
        let line = parser.pointee.problem_mark.line + 1
        if startsWithTab(line: line) {
            return YAMLError(line: line, message: "not valid YAML: indent with spaces, not tabs")
        }
        let context = parser.pointee.context.map { " (\(String(cString: $0)))" } ?? ""
        return YAMLError(line: line, message: "not valid YAML: \(problem)\(context)")
    }

    private func startsWithTab(line number: Int) -> Bool {
        let lines = text.split(separator: "\n", maxSplits: number, omittingEmptySubsequences: false)
        return lines.indices.contains(number - 1) && lines[number - 1].drop { $0 == " " }.first == "\t"
    }
}
