# A section of scripts/bench; sourced, not run.

bench_fleet() {
    local results=$folder/fleet.json pid ours raw ready entries stored
    heading "A fleet of $fleet_nodes nodes, each on a connection of its own, in ms"
    # Later than five minutes after a quarter hour, so that a wake may be asked for, and none comes by itself.
    if ! start_coordinator $((1215 - $(date +%s) % 900)); then
        could_not fleet "the coordinator does not answer"
        end_processes
        return
    fi
    # The last that was started.
    pid=${pids[-1]}
    "$bin/raw-intake" "$BROKER_PORT" raw "$folder/raw.sqlite" >"$folder/raw-intake.txt" 2>"$folder/raw-intake.log" &
    pids+=($!)
    if ! within 10 grep -q ready "$folder/raw-intake.txt"; then
        could_not fleet "raw-intake does not start"
        end_processes
        return
    fi
    say "joining, one report at a time, bursts, wakes: some minutes"
    if ! attended timeout 600 "$bin/fleet-bench" --port "$BROKER_PORT" --site bench --raw-site raw \
        --offset "${clock[1]}" --wake-program "$bin/clockctl" "${fleet_sizes[@]}" >"$results" \
        2>"$folder/fleet-bench.log"; then
        could_not fleet "$(tail -n 1 "$folder/fleet-bench.log")"
        end_processes
        return
    fi
    cells "every node is known, its first report stored" "$(calc "$(jq .join "$results")")"
    cells "" median p99 max "ours/this"
    ours=$(json_spread "$results" .single)
    printf ' one report at a time (%s)\n' "$(jq .single.count "$results")"
    cells "coordinator, acknowledged" $ours
    goal "median, one report at a time" "$(median $ours)" 5 ms
    fleet_pair burst "$(jq .lines "$results") reports at once, of $(jq '.burstNodes' "$results") nodes" 1.111
    fleet_pair delivered "a wake, until the last node has it" 1.1 "bare publisher"
    fleet_pair answered "a wake, until the last node's answer is stored and acknowledged" 1.1
    goal "coordinator resident" "$(resident "$pid")" 250 MB
    ours=$(timed "$bin/clockctl" status) && cells "clockctl status of all of them" "$ours" - - ||
        could_not "status of a fleet" "$(tail -n 1 "$folder/timed.log")"
    entries=$(jq .entries "$results")
    stored=$(sqlite3 -readonly "$folder/state/coordinator/coordinator.sqlite" \
        "SELECT count(*) FROM ledger WHERE epoch = 'bench'" 2>>"$folder/sqlite.log" || echo none)
    if [ "$stored" = "$entries" ]; then
        cells "reports in the store: $stored of $entries"
    else
        could_not "fleet" "the store has $stored of $entries acknowledged reports"
    fi
    end_processes
}

# fleet_pair KEY WHAT GOAL [PEER]: the coordinator's figure beside that of the least that could do it.
fleet_pair() {
    local ours raw
    ours=$(json_spread "$results" ".$1.coordinator")
    raw=$(json_spread "$results" ".$1.raw")
    printf ' %s (%s times)\n' "$2" "$(jq ".$1.raw.count" "$results")"
    cells coordinator $ours
    cells "${4:-raw-intake: insert, sync, acknowledge}" $raw "$(ratio "$(median $ours)" "$(median $raw)")"
    goal "median beside it" "$(calc "$(median $ours) / $(median $raw)")" "$3" times
}
