# A section of scripts/bench; sourced, not run.

# What a room goes through in 72 hours, in a quarter of an hour's place one turn of a few seconds: an announcement, a
# timer that rings and is stopped, an alarm set and removed, two settings; every 12th turn the broker is gone for a moment,
# every 48th both daemons read their configuration again. Real programs, real connections, real files and a real output;
# what is not real is the time between, in which a daemon waits.
bench_growth() {
    local turn pid row names=(clock-coordinator clock-node) samples=$folder/growth.txt
    heading "Growth over $growth_turns turns of 288 that stand for 72 hours"
    if ! start_coordinator || ! start_nodes kitchen; then
        could_not growth "no node with a trusted clock"
        end_processes
        return
    fi
    local measured=("${pids[1]}" "$NODE_PID")
    : >"$samples"
    for ((turn = 1; turn <= growth_turns; turn++)); do
        if ! growth_turn "$turn" "${measured[@]}"; then
            could_not growth "turn $turn failed"
            end_processes
            return
        fi
        for pid in "${measured[@]}"; do
            row=$(awk '/^VmRSS/ { print $2 }' "/proc/$pid/status" 2>/dev/null) || row=""
            [ -n "$row" ] || { could_not growth "a program has ended in turn $turn"; end_processes; return; }
            printf '%s %s %s %s\n' "$turn" "$pid" "$row" "$(ls "/proc/$pid/fd" | wc -l)"
        done >>"$samples"
        if [ $((turn % 24)) -eq 0 ]; then say "turn $turn of $growth_turns"; fi
    done
    cells "" "MB at first" "MB at last" "MB in 72 h" "fds middle" "fds last"
    for turn in 0 1; do
        # The first third warms up: caches fill, pools grow to what is needed.
        read -r -a row < <(awk -v pid="${measured[$turn]}" -v all="$growth_turns" '
            $2 != pid || $1 <= all / 3 { next }
            { n++; x += $1; y += $3; xx += $1 * $1; xy += $1 * $3; last = $3 }
            n == 1 { first = $3 }
            # An output that is open this moment counts as well: the most of each third.
            { third = $1 > all * 2 / 3; if ($4 > fds[third]) fds[third] = $4 }
            END {
                slope = n > 1 ? (n * xy - x * y) / (n * xx - x * x) : 0
                printf "%.1f %.1f %.2f %d %d\n", first / 1024, last / 1024, slope * 288 / 1024, fds[0], fds[1]
            }' "$samples")
        cells "${names[$turn]}" "${row[@]}"
        goal "${names[$turn]} resident, in 72 h" "${row[2]}" 2 MB
        goal "${names[$turn]} descriptors, more" "$((row[4] - row[3]))" 0 ""
    done
    end_processes
}

# growth_turn NUMBER COORDINATOR NODE: fails when something is not done in time.
growth_turn() {
    local turn=$1 alarm
    if [ $((turn % 48)) -eq 0 ]; then kill -HUP "$2" "$3"; fi
    if [ $((turn % 12)) -eq 0 ]; then
        kill "$BROKER_PID"
        wait "$BROKER_PID" 2>/dev/null || true
        run_broker "$folder" "$BROKER_PORT" || return 1
        pids+=("$BROKER_PID")
    fi
    if [ $((turn % 12)) -eq 0 ]; then within 30 trusted 1 || return 1; fi
    {
        "$bin/clockctl" set kitchen volume $((30 + turn % 60)) && "$bin/clockctl" set kitchen trim=$((turn % 9))ms &&
            "$bin/clockctl" timer start 1s tea --node kitchen && "$bin/clockctl" announce kitchen
    } >/dev/null 2>>"$folder/clockctl.log" || return 1
    alarm=$("$bin/clockctl" alarm add 3:33 --days daily --node kitchen --json 2>>"$folder/clockctl.log" |
        jq -r '.events[0].new.alarm.alarm.id') || return 1
    "$bin/clockctl" alarm rm "$alarm" >/dev/null 2>>"$folder/clockctl.log" || return 1
    within 20 rings_now 1 || return 1
    "$bin/clockctl" alarm stop --all >/dev/null 2>>"$folder/clockctl.log" || return 1
    within 20 rings_now 0
}
rings_now() { answers && [ "$(jq '[.nodes[].rings[]] | length' "$folder/status.json")" -eq "$1" ]; }
