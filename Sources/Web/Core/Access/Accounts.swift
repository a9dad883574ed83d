public import ClockDomain

/// The people who may log in, as read from a file: a line for each account.
///
/// `anna member scrypt:8192:8:10:<salt>:<key>`, salt and key as hexadecimal digits; lines that begin with `#` are for
/// people.
public struct Accounts: Hashable, Sendable {
    public struct Account: Hashable, Sendable {
        public var name: String
        /// Of an admin's verbs a page has the one that lets new rooms in; the others stay in clockctl.
        public var role: ClientRole
        public var secret: PasswordSecret

        public init(name: String, role: ClientRole, secret: PasswordSecret) {
            self.name = name
            self.role = role
            self.secret = secret
        }
    }

    /// By name.
    public private(set) var accounts: [String: Account] = [:]

    public static let maximumBytes = 256 << 10
    public static let maximumAccounts = 200

    /// The rule for names, to end a sentence for people with.
    public static let nameRule = "1 to 32 of a-z, 0-9, '.', '_' and '-', beginning with a letter"

    public init() {}

    /// - Throws: ``AccountsProblem`` naming the line.
    public init(_ text: String) throws(AccountsProblem) {
        var number = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            let words = line.split(separator: " ")
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            guard words.count == 3 else {
                throw AccountsProblem(line: number, "\(words.count) words are not a name, a role and a password's key")
            }
            let name = String(first)
            guard Self.isName(name) else { throw AccountsProblem(line: number, "a name has \(Self.nameRule)") }
            guard let role = ClientRole(rawValue: String(words[1])) else {
                throw AccountsProblem(line: number, "a role is viewer, member or admin")
            }
            guard let secret = PasswordSecret(String(words[2])) else {
                throw AccountsProblem(line: number, "the password's key is unreadable; set the password again")
            }
            guard accounts[name] == nil else { throw AccountsProblem(line: number, "\(name) is there twice") }
            guard accounts.count < Self.maximumAccounts else {
                throw AccountsProblem(line: number, "there are more than \(Self.maximumAccounts) accounts")
            }
            accounts[name] = Account(name: name, role: role, secret: secret)
        }
    }

    /// The content of the file.
    public var text: String {
        "# Who may log in to clock-web. `clockctl web user` writes it.\n"
            + sorted.map { "\($0.name) \($0.role.rawValue) \($0.secret.text)\n" }.joined()
    }

    /// Ascending by name.
    public var sorted: [Account] { accounts.values.sorted { $0.name < $1.name } }

    public mutating func set(_ account: Account) { accounts[account.name] = account }

    /// - Returns: true when there was one.
    public mutating func remove(_ name: String) -> Bool { accounts.removeValue(forKey: name) != nil }

    public static func isName(_ text: String) -> Bool {
        guard (1...32).contains(text.utf8.count), let first = text.utf8.first, (0x61...0x7A).contains(first) else {
            return false
        }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case 0x61...0x7A, 0x30...0x39, 0x2E, 0x5F, 0x2D: true
            default: false
            }
        }
    }
}

/// The fault of a file of accounts.
public struct AccountsProblem: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String

    init(line: Int, _ text: String) { description = "line \(line): \(text)" }
}

/// The stored form of a password: the key that scrypt (RFC 7914) makes of it.
public struct PasswordSecret: Hashable, Sendable {
    /// The work of making a key.
    public struct Cost: Hashable, Sendable {
        /// N, a power of two.
        public var rounds: Int
        /// r
        public var blockSize: Int
        /// p
        public var parallelism: Int

        public init(rounds: Int, blockSize: Int, parallelism: Int) {
            self.rounds = rounds
            self.blockSize = blockSize
            self.parallelism = parallelism
        }

        /// 8 MiB and about a third of a second on a small Pi.
        public static let standard = Cost(rounds: 8_192, blockSize: 8, parallelism: 10)

        /// True for a cost between a sensible minimum and the limit of a small machine: at most 32 MiB.
        var isReasonable: Bool {
            (1_024...(1 << 17)).contains(rounds) && rounds.nonzeroBitCount == 1 && (1...32).contains(blockSize)
                && (1...32).contains(parallelism) && rounds * blockSize * 128 <= 32 << 20
        }
    }

    public var cost: Cost
    /// 16 bytes or more.
    public var salt: [UInt8]
    /// ``keyBytes`` long.
    public var key: [UInt8]

    public static let keyBytes = 32
    public static let saltBytes = 16

    public init(cost: Cost, salt: [UInt8], key: [UInt8]) {
        self.cost = cost
        self.salt = salt
        self.key = key
    }

    /// `nil` for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0] == "scrypt", let rounds = Int(parts[1]), let blockSize = Int(parts[2]),
            let parallelism = Int(parts[3]), let salt = Hex.bytes(parts[4]), let key = Hex.bytes(parts[5])
        else { return nil }
        cost = Cost(rounds: rounds, blockSize: blockSize, parallelism: parallelism)
        guard cost.isReasonable, (Self.saltBytes...64).contains(salt.count), key.count == Self.keyBytes else {
            return nil
        }
        self.salt = salt
        self.key = key
    }

    public var text: String {
        "scrypt:\(cost.rounds):\(cost.blockSize):\(cost.parallelism):\(Hex.text(salt)):\(Hex.text(key))"
    }

    /// True when the keys are equal in every byte.
    public func matches(_ other: [UInt8]) -> Bool { ConstantTime.isSame(key, other) }
}

/// Bytes as hexadecimal digits.
public enum Hex {
    public static func text(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Returns `nil` for anything but an even number of digits.
    public static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        func value(_ digit: UInt8) -> UInt8? {
            switch digit {
            case 0x30...0x39: digit - 0x30
            case 0x61...0x66: digit - 0x61 + 10
            case 0x41...0x46: digit - 0x41 + 10
            default: nil
            }
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
