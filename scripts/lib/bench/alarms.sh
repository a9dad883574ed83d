# A section of scripts/bench; sourced, not run.

bench_alarms() {
    local results=$folder/due.json ours theirs i page after
    heading "The next ring of 1,000 alarms in three zones, in ms"
    if ! attended "$bin/alarm-bench" due --rounds "$due_rounds" >"$results" 2>"$folder/due.log"; then
        could_not alarms "$(tail -n 1 "$folder/due.log")"
        return
    fi
    cells "" median p99 max "ours/this"
    ours=$(json_spread "$results" .fromNothing)
    cells "from nothing" $ours
    cells "asked again after a ring" $(json_spread "$results" .nextOne)
    theirs=$(json_spread "$results" .conversions)
    cells "raw limit: 1,000 local times to instants" $theirs "$(ratio "$(median $ours)" "$(median $theirs)")"
    goal "median, from nothing" "$(median $ours)" 1 ms

    heading "The next bell of 360 of three timetables, as a node has them, in ms"
    if attended "$bin/alarm-bench" due --bells --rounds "$due_rounds" >"$results" 2>"$folder/due.log"; then
        cells "" median p99 max
        ours=$(json_spread "$results" .fromNothing)
        cells "from nothing" $ours
        goal "median, from nothing" "$(median $ours)" 5 ms
    else
        could_not bells "$(tail -n 1 "$folder/due.log")"
    fi

    heading "clockctl alarm list of $many_alarms alarms, in ms of wall time, the program's start included"
    if ! start_coordinator ||
        ! attended "$bin/alarm-bench" fill --port "$BROKER_PORT" --site bench --alarms "$many_alarms" \
            >"$folder/fill.log" 2>&1; then
        could_not "alarm list" "$(tail -n 1 "$folder/fill.log" 2>/dev/null || echo "the coordinator does not answer")"
        end_processes
        return
    fi
    if [ "$("$bin/clockctl" alarm list --json 2>>"$folder/timed.log" | jq '.alarms | length')" != "$many_alarms" ]; then
        could_not "alarm list" "it does not list $many_alarms alarms"
        end_processes
        return
    fi
    # The same answers, page by page, by a client that does nothing with them.
    list_bare() {
        local page next=""
        while :; do
            page=$(mosquitto_rr -h 127.0.0.1 -p "$BROKER_PORT" -V 5 -q 1 -t clock/v1/bench/request/schedule \
                -e clock/v1/bench/reply/bare -m "{\"v\":1,\"limit\":2000$next}" -W 5 \
                -D publish correlation-data bare -D publish message-expiry-interval 5) || return 1
            page=$(jq -r '.result.next // empty' <<<"$page") || return 1
            [ -n "$page" ] || return 0
            next=",\"after\":\"$page\""
        done
    }
    : >"$folder/list.ms"
    : >"$folder/bare.ms"
    for i in $(seq $((status_runs / 3 + 2))); do
        [ "$i" -ne 3 ] || rm "$folder/list.ms" "$folder/bare.ms"
        if ! timed "$bin/clockctl" alarm list >>"$folder/list.ms" || ! timed list_bare >>"$folder/bare.ms"; then
            could_not "alarm list" "$(tail -n 1 "$folder/timed.log")"
            end_processes
            return
        fi
    done
    cells "" median p99 max "ours/this"
    ours=$(spread <"$folder/list.ms")
    cells "clockctl alarm list" $ours
    theirs=$(spread <"$folder/bare.ms")
    cells "mosquitto_rr and jq with the same requests" $theirs "$(ratio "$(median $ours)" "$(median $theirs)")"
    goal "median, alarm list" "$(median $ours)" 300 ms
    end_processes
}
