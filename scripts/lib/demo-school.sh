# What scripts/demo --school shows, on the site that scripts/demo has started; sourced by it, after demo-alarms.sh.

# bell_list FILE NAME MINUTES...: a list of bells as a school publishes it, so many minutes after the first one.
bell_list() {
    local file=$1
    shift
    for (( ; $# > 0; )); do
        printf '%s %s\n' "$(clock_time $((first + 60 * $2)))" "$1"
        shift 2
    done >"$file"
}

# played: each room's bells and sounds in order of time, as `08:02:00.001 hall First bell played`.
played() {
    ctl history --json --limit 100 | jq -r '
        [.lines[] | .node as $room
            | (.ring | select(.) | [.rang_at // .occurrence.due, $room, .label, .reason]),
              (.sound | select(.) | [.target, $room, .label, .outcome])]
        | sort[] | .[0][11:23] + "  " + .[1] + "\t" + .[2][:40] + "\t" + .[3]'
}

demo_school() {
    local first lines
    until_trusted
    step "Two programs, from lists as a school publishes them"
    first=$(next_minute 12)
    bell_list "$output/regular.txt" "First bell" 0 "Lesson" 1 "Break" 2 "Last bell" 4
    bell_list "$output/early.txt" "First bell" 0 "Lesson" 1 "Early release" 2
    ctl program add school/regular "$output/regular.txt" --all --days daily --yes
    ctl program add school/early "$output/early.txt" --room room1 --room room2 --sound harp --yes
    wait_for "$first" "the first bell"
    wait_for $((first + 62)) "the lesson has begun"
    step "An early release, typed while the day runs: harps in two rooms, and no last bell"
    ctl day set early
    ctl day
    wait_for $((first + 126)) "early release"
    step "A drill in every room"
    ctl emergency "Leave the building by the nearest exit" --drill
    sleep 12
    ctl emergency
    ctl emergency end

    step "What each room played, and when"
    for _ in $(seq 50); do
        lines=$(played)
        if [ "$(wc -l <<<"$lines")" -ge 11 ]; then break; fi
        sleep 0.2
    done
    awk -F '\t' '{ printf "%-20s  %-24s  %s\n", $1, $2, $3 }' <<<"$lines"
    # Two bells in three rooms, the early release in two, the drill in three.
    [ "$(grep -c 'played$' <<<"$lines")" -eq 11 ] || die 1 "not 11 sounds were played; logs in $logs"
}
