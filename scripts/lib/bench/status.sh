# A section of scripts/bench; sourced, not run.

bench_status() {
    local i ours theirs peer
    heading "clockctl status with 3 nodes, in ms of wall time, the program's start included"
    if ! start_coordinator || ! start_nodes kitchen bedroom office; then
        could_not status "not every node came up with a trusted clock"
        end_processes
        return
    fi
    peer=(mosquitto_rr -h 127.0.0.1 -p "$BROKER_PORT" -V 5 -q 1 -t clock/v1/bench/request/status
        -e clock/v1/bench/reply/bare -m '{"v":1}' -W 5 -D publish correlation-data bare -D publish message-expiry-interval 5)
    if ! "${peer[@]}" 2>>"$folder/timed.log" | jq -e '.result.nodes | length == 3' >/dev/null; then
        could_not status "mosquitto_rr gets no status"
        end_processes
        return
    fi
    say "$status_runs times in turns"
    : >"$folder/clockctl.ms"
    : >"$folder/rr.ms"
    : >"$folder/version.ms"
    # The first few warm up.
    for i in $(seq $((status_runs + 3))); do
        [ "$i" -ne 4 ] || rm "$folder"/*.ms
        if ! timed "$bin/clockctl" status >>"$folder/clockctl.ms" ||
            ! timed "${peer[@]}" >>"$folder/rr.ms" ||
            ! timed "$bin/clockctl" --version >>"$folder/version.ms"; then
            could_not status "$(tail -n 1 "$folder/timed.log")"
            end_processes
            return
        fi
        sleep 0.05
    done
    cells "" median p99 max "ours/this"
    ours=$(spread <"$folder/clockctl.ms")
    cells "clockctl status" $ours
    theirs=$(spread <"$folder/rr.ms")
    cells "mosquitto_rr with the same request" $theirs "$(ratio "$(median $ours)" "$(median $theirs)")"
    theirs=$(spread <"$folder/version.ms")
    cells "clockctl --version: the start alone" $theirs "$(ratio "$(median $ours)" "$(median $theirs)")"
    goal "clockctl status, p99" "$(p99 $ours)" 100 ms
    end_processes
}
