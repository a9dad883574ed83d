# What scripts/demo --alarms shows, on the site that scripts/demo has started; sourced by it.

ctl() { "$bin/clockctl" "$@"; }

# rings ROOM: the states of what rings there, such as `ringing` or `snoozed`.
rings() { status_json | jq -r --arg n "$1" '[.nodes[] | select(.id == $n) | .rings[].state] | join(" ")' 2>/dev/null; }

# until_rings STATE SECONDS ROOM...: waits until every room's rings are in that state.
until_rings() {
    local state=$1 end=$((SECONDS + $2)) room
    shift 2
    for room in "$@"; do
        until [ "$(rings "$room")" = "$state" ]; do
            [ $SECONDS -lt $end ] || die 1 "$room does not report \"$state\" but \"$(rings "$room")\"; logs in $logs"
            sleep 0.2
        done
    done
}

# next_minute SECONDS: the next whole minute of the demo's time that is at least so far ahead.
next_minute() { echo $((($(demo_now) + $1 + 59) / 60 * 60)); }
clock_time() { date -u -d "@$1" +%H:%M; }

# wait_for INSTANT WHAT: until the demo's time is there, with a countdown.
wait_for() {
    local remaining
    while remaining=$(($1 - $(demo_now))) && [ $remaining -gt 0 ]; do
        if [ -t 2 ]; then printf '\r%4d s until %s ' "$remaining" "$2" >&2; fi
        sleep 0.2
    done
    if [ -t 2 ]; then printf '\r%60s\r' '' >&2; else say "$2"; fi
}

until_trusted() {
    local end=$((SECONDS + 30))
    until [ "$(status_json | jq '[.nodes[] | select(.clock.trusted)] | length')" = ${#rooms[@]} ]; do
        [ $SECONDS -lt $end ] || die 1 "not every room trusts its clock; logs in $logs"
        sleep 0.2
    done
}

demo_alarms() {
    local due
    until_trusted
    step "An alarm in two rooms"
    due=$(next_minute 8)
    ctl alarm add "$(clock_time "$due")" --zone UTC --label "Wake up" --node kitchen --node bedroom --snooze 1m
    ctl next --count 3
    wait_for "$due" "it rings"
    until_rings ringing 5 kitchen bedroom
    ctl status
    sleep 3
    step "Snoozed in the kitchen, silent in both"
    ctl alarm snooze kitchen
    until_rings snoozed 5 kitchen bedroom

    step "A timer, and kill -9 of its node"
    ctl timer start 15s pasta --node kitchen
    sleep 3
    ctl timer list
    kill -9 "${node_pid[kitchen]}"
    wait "${node_pid[kitchen]}" 2>/dev/null || true
    say "the kitchen's node is dead"
    sleep 3
    start_room kitchen
    say "and started again"
    until_rings "snoozed ringing" 25 kitchen
    sleep 2
    ctl timer stop pasta

    step "The snooze ends"
    until_rings ringing 70 kitchen bedroom
    sleep 3
    step "Stopped in the bedroom, silent in both"
    ctl alarm stop bedroom
    until_rings "" 5 kitchen bedroom

    step "An alarm that is due while the broker is down"
    due=$(next_minute 12)
    ctl alarm add "$(clock_time "$due")" --zone UTC --label "No broker" --node bedroom
    sleep 2
    kill "$BROKER_PID"
    wait "$BROKER_PID" 2>/dev/null || true
    say "the broker is stopped"
    wait_for $((due + 3)) "it has been ringing for three seconds"
    run_broker "$logs" "$BROKER_PORT" || die 71 "mosquitto does not start again; see $logs/mosquitto.log"
    pids+=("$BROKER_PID")
    say "the broker runs again"
    until_rings ringing 30 bedroom
    ctl alarm stop bedroom
    until_rings "" 5 bedroom

    step "What the ledger says"
    sleep 1
    ctl history --why
    local rang
    rang=$("$bin/clockctl" history --json --limit 100 |
        jq '[.lines[] | select(.ring.outcome == "rang" and .ring.reason == "stopped")] | length')
    [ "$rang" -eq 4 ] || die 1 "$rang of 4 rings are in the ledger as stopped; logs in $logs"
}
