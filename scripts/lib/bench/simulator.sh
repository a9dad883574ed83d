# A section of scripts/bench; sourced, not run.

bench_simulator() {
    local results=$folder/simulator.json days rate
    heading "The simulator: 10 nodes for 7 days under every kind of fault, seeds $simulated_seeds, one core"
    # 1 tells of a promise that was broken; that is for the tests to judge.
    attended taskset -c 0 "$bin/clocksim" --seeds "$simulated_seeds" --days 7 --nodes 10 --jobs 1 --json \
        >"$results" 2>"$folder/simulator.log" || [ $? -eq 1 ] || {
        could_not simulator "$(tail -n 1 "$folder/simulator.log")"
        return
    }
    days=$(jq .node_days "$results")
    rate=$(jq ".node_days / .seconds" "$results")
    cells "" "node-days" "per second" "times as fast"
    cells "clocksim" "$days" "$(calc "$rate")" "$(calc "$rate * 86400" | cut -d . -f 1)"
    # As a ratio of the goal, so that less is better as everywhere here.
    goal "200 node-days per second / reached" "$(calc "200 / $rate")" 1 ""
}
