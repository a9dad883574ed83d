# A section of scripts/bench; sourced, not run.

# What a room goes through in 72 hours, in a quarter of an hour's place one turn of a few seconds: an announcement, a
# timer that rings and is stopped, an alarm set and removed, two settings; every 4th turn words of a voice pack that are
# carried to the room, every 12th the broker is gone for a moment, every 24th an alarm rings and is snoozed and stopped,
# every 48th both daemons read their configuration again. Real programs, real connections, real files and a real output;
# what is not real is the time between, in which a daemon waits.
#
# After each turn the programs are looked at when nothing plays and the output is closed, so that the looks can be
# compared. What is open for a moment is in some looks and not in others; what is never closed again is in all that
# follow. So growth is judged by the least of the last third against the least of the second, for each kind of descriptor;
# the first third warms up: caches fill, pools grow to what is needed.
bench_growth() {
    local turn row names=(clock-coordinator clock-node) samples=$folder/growth.txt place
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
        for place in 0 1; do
            growth_look "$turn" "$place" "${measured[$place]}" ||
                { could_not growth "${names[$place]} has ended in turn $turn"; end_processes; return; }
        done >>"$samples"
        if [ $((turn % 24)) -eq 0 ]; then say "turn $turn of $growth_turns"; fi
    done
    for place in 0 1; do
        cells "${names[$place]}" "2nd third" "last third" "in 72 h"
        read -r -a row < <(growth_memory "$place" <"$samples")
        cells "  resident at least, MB, and by its slope" "${row[@]}"
        goal "${names[$place]} resident, in 72 h" "${row[2]}" 2 MB
        while read -r -a row; do
            cells "  ${row[0]}" "${row[1]}" "${row[2]}" ""
            if [ "${row[0]}" = descriptors ]; then
                goal "${names[$place]} descriptors, more" "$((${row[2]%%-*} - ${row[1]%%-*}))" 0 ""
            elif [ "${row[2]%%-*}" -gt "${row[1]%%-*}" ]; then
                say "${names[$place]} has more of ${row[0]} open than before"
            fi
        done < <(growth_descriptors "$place" <"$samples")
    done
    end_processes
}

# growth_look TURN PLACE PID: a line "TURN PLACE resident KIB" and one "TURN PLACE KIND COUNT" for each kind of descriptor.
growth_look() {
    within 15 output_closed "$3" || say "turn $1: the output was still open"
    awk -v turn="$1" -v place="$2" '/^VmRSS/ { print turn, place, "resident", $2 }' "/proc/$3/status" || return 1
    # One that is closed meanwhile has no target any more.
    find "/proc/$3/fd" -type l -printf '%l\n' 2>/dev/null | awk -v turn="$1" -v place="$2" '
        { kind = $1 }
        /^socket:/ { kind = "socket" }
        /^pipe:/ { kind = "pipe" }
        /^\// { n = split($1, parts, "/"); kind = parts[n] }
        { count[kind]++; all++ }
        END { for (kind in count) print turn, place, kind, count[kind]; print turn, place, "descriptors", all + 0 }'
}
# output_closed PID: whether it has no recording of a paced output open.
output_closed() { ! find "/proc/$1/fd" -lname "$folder/recordings/*" 2>/dev/null | grep -q .; }

# growth_memory PLACE: of the samples on standard input, the least MB in the second and the last third, and the slope over
# both in 72 hours.
growth_memory() {
    awk -v place="$1" -v all="$growth_turns" '
        $2 != place || $3 != "resident" || $1 <= all / 3 { next }
        { n++; x += $1; y += $4; xx += $1 * $1; xy += $1 * $4; third = $1 > all * 2 / 3 }
        !(third in least) || $4 < least[third] { least[third] = $4 }
        END {
            slope = n > 1 ? (n * xy - x * y) / (n * xx - x * x) : 0
            printf "%.1f %.1f %.2f\n", least[0] / 1024, least[1] / 1024, slope * 288 / 1024
        }'
}
# growth_descriptors PLACE: of the samples on standard input, of each kind and of all the least and the most that were open
# in the second and in the last third.
growth_descriptors() {
    awk -v place="$1" -v all="$growth_turns" '
        $2 != place || $3 == "resident" || $1 <= all / 3 { next }
        { third = $1 > all * 2 / 3; kinds[$3]; open[$3, $1] = $4; turns[$1] = third }
        END {
            for (kind in kinds) {
                split("", least); split("", most)
                for (turn in turns) {
                    third = turns[turn]; count = open[kind, turn] + 0
                    if (!(third in least) || count < least[third]) least[third] = count
                    if (!(third in most) || count > most[third]) most[third] = count
                }
                printf "%s %d-%d %d-%d\n", kind, least[0], most[0], least[1], most[1]
            }
        }' | sort
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
        within 30 trusted 1 || return 1
    fi
    growth_ask set kitchen volume $((30 + turn % 60)) && growth_ask set kitchen trim=$((turn % 9))ms &&
        growth_ask timer start 1s tea --node kitchen && growth_ask announce kitchen || return 1
    alarm=$(growth_alarm 3:33 --days daily) && growth_ask alarm rm "$alarm" || return 1
    within 20 rings_now 1 && growth_ask alarm stop --all && within 20 rings_now 0 || return 1
    if [ $((turn % 4)) -eq 0 ]; then
        growth_ask voice play english --voices "$ROOT/voices" --node kitchen "${growth_words[turn / 4 % 5]}" || return 1
    fi
    [ $((turn % 24)) -ne 0 ] || growth_ring
}
growth_words=(one two three four five)
# growth_ask WORD...: clockctl; its answer goes to the log.
growth_ask() { "$bin/clockctl" "$@" >>"$folder/clockctl.log" 2>&1; }
# growth_alarm TIME OPTION...: adds an alarm and prints its id.
growth_alarm() {
    "$bin/clockctl" alarm add "$@" --node kitchen --json 2>>"$folder/clockctl.log" | jq -er '.events[0].new.alarm.alarm.id'
}
# growth_ring: an alarm of the next minute rings, is snoozed, and stopped for good.
growth_ring() {
    local minute
    minute=$(date -u -d "@$(($(date +%s) + ${clock[1]} + 65))" +%H:%M)
    growth_alarm "$minute" --once --zone UTC >/dev/null && within 80 rings_now 1 && growth_ask alarm snooze --all &&
        sleep 1 && growth_ask alarm stop --all && within 20 rings_now 0
}
rings_now() { answers && [ "$(jq '[.nodes[].rings[]] | length' "$folder/status.json")" -eq "$1" ]; }
