/// The house, the day and the files of a page's reader.
struct GuideStage {
    var page: String
    var rooms = ["kitchen", "bedroom", "office"]
    /// The time at the site when the reader begins.
    var begin = "2026-11-27T14:36:00Z"
    /// Files in the reader's folder.
    var files: [String: String] = [:]
    /// Command lines that the reader has typed before.
    var earlier: [String] = []
    /// Command lines in place of what happens meanwhile, once before the command that begins so.
    var meanwhile: KeyValuePairs<String, [String]> = [:]
    /// Commands and files that begin so are left out, for the reason that stands beside.
    var leftOut: KeyValuePairs<String, String> = [:]
    /// Commands whose answer is of another house than the reader's.
    var otherHouse: Set<String> = []

    func leavesOut(_ text: String) -> Bool { leftOut.contains { text.hasPrefix($0.key) } }

    /// Commands that go on until somebody ends them.
    static let endless = ["clockctl watch", "clockctl trainer", "clockctl backup … --follow"]

    /// Programs that would change the machine, need another one, or make a sound here. In their place nothing happens, but
    /// the test starts and stops its own programs as `systemctl` was told.
    static let replaced = [
        "alsamixer", "aplay", "apt", "chgrp", "ffmpeg", "journalctl", "mosquitto_passwd", "scp", "ssh", "systemctl",
        "systemd-run",
    ]

    private static let names = ["kitchen", "bedroom", "office"].map { room in
        "clockctl node rename \(room) \(room.prefix(1).uppercased())\(room.dropFirst())"
    }
    private static let authority = [
        "clockctl pki init", "clockctl pki issue broker hub.local", "clockctl pki issue node bedroom",
    ]
    private static let noPage = "The tests of the page start clock-web."
    private static let noDoor = "The tests of pairing have a room at the door."

    static let all: [GuideStage] = [
        GuideStage(
            page: "README.md",
            leftOut: ["sudo clockctl web open": noPage, "clockctl day set early": "A school day has its programs."],
            otherHouse: ["clockctl status"]),
        GuideStage(
            page: "docs/guide/set-up-a-house.md", rooms: ["kitchen", "bedroom"],
            leftOut: [
                "sudo clockctl web open": noPage, "clockctl node pair": noDoor, "clockctl node accept": noDoor,
            ]),
        GuideStage(
            page: "docs/guide/a-school-day.md", rooms: ["room1", "room2", "room3"], begin: "2026-12-01T05:50:00Z",
            files: [
                "school.ics": calendar,
                "regular.txt": "First bell 8:05\nPeriod 1: 8:10 - 8:55\nPeriod 2  9:00 - 9:45 AM\n"
                    + "Lunch 12:05 - 12:45\nPeriod 6 12:50 - 1:35\n",
                "early.txt": "First bell 8:05\nPeriod 1: 8:10 - 8:40\n",
                "delay.txt": "First bell 10:05\nPeriod 1: 10:10 - 10:40\n",
            ],
            meanwhile: [
                "clockctl program cycle": [
                    "clockctl program add school/a early.txt --group classrooms",
                    "clockctl program add school/b delay.txt --group classrooms",
                ],
                "clockctl day set two-hour-delay": ["clockctl program cycle school off"],
                "clockctl timer stop exam": [
                    "clockctl timer rm exam", "clockctl timer start 1s exam --group classrooms",
                    "until clockctl timer list | grep -qi ringing; do sleep 0.2; done",
                ],
                "clockctl timer rm exam": ["clockctl timer start 45m exam --group classrooms"],
            ],
            leftOut: ["clockctl cancel pgx4k2": "The id is of another sound."]),
        GuideStage(
            page: "docs/guide/when-a-room-is-silent.md",
            earlier: authority + ["clockctl alarm add 7:00 --days mon-fri --room kitchen"]),
        GuideStage(
            page: "docs/guide/sounds-and-voices.md",
            files: ["berlin.ics": calendar],
            earlier: names + ["clockctl alarm add 7:00 --days mon-fri --room kitchen"],
            meanwhile: [
                "clockctl set bedroom holidays": ["clockctl holidays import berlin.ics --name berlin"],
                "clockctl set kitchen chime grandfather": [
                    "mkdir /usr/share/clocksmith/voices/chimes/grandfather",
                    "cp /usr/share/clocksmith/voices/english/one.wav "
                        + "/usr/share/clocksmith/voices/chimes/grandfather/hour.wav",
                    "clockctl doctor", "until clockctl set kitchen chime grandfather; do sleep 0.2; done",
                ],
            ],
            leftOut: ["clockctl voice record": "There is no microphone."]),
        GuideStage(
            page: "docs/guide/keep-it-running.md", rooms: ["bedroom", "kitchen"],
            earlier: authority + names.dropLast() + house,
            meanwhile: [
                "clockctl status": [
                    "sudo systemctl stop clock-coordinator", "rm /var/lib/clocksmith/coordinator/coordinator.sqlite*",
                    "sudo systemctl start clock-coordinator",
                ],
                "sudo clockctl backup /mnt/second": ["clockctl node group add upstairs kitchen"],
                "clockctl node rm": ["clockctl alarm rm a1", "sudo systemctl stop clock-node@bedroom"],
            ],
            leftOut: ["clockctl adopt --replace": "By now the coordinator has it all."]),
        GuideStage(
            page: "docs/operations.md", rooms: ["bedroom", "kitchen"],
            earlier: [
                "clockctl pki init", "clockctl pki issue node bedroom", "mkdir -p /run/credentials/clock-node.service",
                "echo secret >/run/credentials/clock-node.service/password",
                "cp ~/.config/clocksmith/pki/home/ca.crt /etc/clocksmith/",
            ] + names.dropLast() + house,
            meanwhile: [
                "clockctl status": ["sudo systemctl start clock-coordinator"],
                "clockctl import house.yaml --dry-run": [
                    "sed -i 's/Kitchen/Küche/; s/volume: 60/volume: 45/; s/07:00/06:45/' house.yaml"
                ],
            ],
            leftOut: [
                "clockctl node pair": noDoor, "clockctl node accept": noDoor,
                "clockctl status --site school": "There is one site.", "logins:": "It is Home Assistant's.",
                "echo 'db.lan": "There is no such user.",
                "sudo clockctl store copy": "The tests of the store have a server.", "store:": "They have it too.",
                "clockctl store copy": "They have it too.",
            ],
            otherHouse: ["clockctl --all-sites status"]),
        GuideStage(
            page: "docs/alarms.md", leftOut: ["clockctl set classrooms holidays": "The calendar is a school's."]),
        GuideStage(
            page: "docs/voices.md",
            meanwhile: [
                "clockctl voice import recordings": [
                    "mkdir recordings && cp ~/.local/share/clocksmith/voices/german/drei.wav recordings/"
                ],
                "clockctl trainer": ["clockctl voice build dolch"],
            ],
            leftOut: [
                "clockctl voice build german --engine piper": "The engine is not a package of Debian.",
                "clockctl voice build english --engine hibari": "The engine is not a package of Debian.",
                "clockctl voice build words.csv": "The engine is the reader's own.",
                "clockctl voice import take.flac": "It is a recording of a person.",
            ]),
    ]

    private static let house = [
        "clockctl set kitchen volume 60", "clockctl alarm add 7:00 --days mon-fri --label Work --room bedroom",
        "clockctl alarm add 8:00 --days sat-sun --room kitchen", "clockctl node group add upstairs bedroom",
    ]

    private static let calendar = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//A school//EN
        BEGIN:VEVENT
        UID:1
        DTSTART;VALUE=DATE:20261221
        DTEND;VALUE=DATE:20270102
        SUMMARY:Christmas holidays
        END:VEVENT
        BEGIN:VEVENT
        UID:2
        DTSTART;VALUE=DATE:20260101
        RRULE:FREQ=YEARLY;COUNT=10
        SUMMARY:New Year
        END:VEVENT
        END:VCALENDAR

        """
}
