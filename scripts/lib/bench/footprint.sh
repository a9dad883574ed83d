# A section of scripts/bench; sourced, not run.

bench_footprint() {
    local names pid name before_switches=() before_ticks=() before elapsed measured=() i
    heading "An idle node over $idle_seconds s: connected, clock trusted"
    if ! start_coordinator || ! start_nodes kitchen; then
        could_not footprint "no node with a trusted clock"
        end_processes
        return
    fi
    names=(clock-node snapclient mosquitto_sub)
    measured=("$NODE_PID")

    mkdir -p "$folder/snap"
    paced_config "$folder/recordings" "$bin/libasound_module_pcm_paced.so" snap >"$folder/snap/asound.conf"
    start_snapcast "$folder/snap" snap || say "snapserver does not listen"
    measured+=("$SNAPCLIENT_PID")
    mosquitto_sub -h 127.0.0.1 -p "$BROKER_PORT" -V 5 -q 1 -t 'bench/#' >/dev/null 2>"$folder/mosquitto_sub.log" &
    pids+=($!)
    measured+=($!)

    # snapclient closes its output five seconds after the last sound.
    attended sleep $((settle_seconds + 6))
    say "all three for $idle_seconds s"
    before=${EPOCHREALTIME/./}
    for pid in "${measured[@]}"; do
        kill -0 "$pid" 2>/dev/null || { could_not footprint "a program has ended"; end_processes; return; }
        before_switches+=("$(switches "$pid")")
        before_ticks+=("$(ticks "$pid")")
    done
    attended sleep "$idle_seconds"
    elapsed=$((${EPOCHREALTIME/./} - before))

    cells "" "resident MB" "private MB" "switches/s" "CPU %" threads
    local rows=() now row
    for i in "${!measured[@]}"; do
        pid=${measured[$i]}
        kill -0 "$pid" 2>/dev/null || { could_not "${names[$i]}" "it has ended"; end_processes; return; }
        now=$(switches "$pid")
        row="$(resident "$pid") $(private "$pid") $(calc "($now - ${before_switches[$i]}) * 1000000 / $elapsed")"
        now=$(ticks "$pid")
        row="$row $(calc "($now - ${before_ticks[$i]}) / $(getconf CLK_TCK) * 100 * 1000000 / $elapsed")"
        rows+=("$row")
        cells "${names[$i]}" $row "$(ls "/proc/$pid/task" | wc -l)"
    done
    for i in 1 2; do
        name="clock-node / ${names[$i]}"
        cells "$name" $(paste -d ' ' <(tr ' ' '\n' <<<"${rows[0]}") <(tr ' ' '\n' <<<"${rows[$i]}") |
            while read -r ours theirs; do ratio "$ours" "$theirs"; echo; done)
    done
    set -- ${rows[0]}
    goal "clock-node resident" "$1" 20 MB
    goal "clock-node voluntary switches" "$3" 2 /s

    # pids: the broker, the coordinator, the node.
    local end_ms=()
    for pid in "$NODE_PID" "${pids[1]}"; do
        before=${EPOCHREALTIME/./}
        kill "$pid"
        wait "$pid" || could_not "$pid" "it did not end with 0"
        end_ms+=("$(calc "(${EPOCHREALTIME/./} - $before) / 1000")")
    done
    goal "from SIGTERM to clock-node's end" "${end_ms[0]}" 2000 ms
    goal "from SIGTERM to clock-coordinator's end" "${end_ms[1]}" 2000 ms
    end_processes
}
