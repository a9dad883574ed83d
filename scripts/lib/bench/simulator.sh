# A section of scripts/bench; sourced, not run.

bench_simulator() {
    heading "The simulator: 10 nodes for 7 days under every kind of fault, seeds $simulated_seeds, one core"
    cells "" "node-days" "per second" "times as fast"
    bench_simulated_weeks "clocksim" "$bin/clocksim"
    if ! $smoke; then
        build_campaign
        bench_simulated_weeks "scripts/clocksim" "$CLOCKSIM"
    fi
    bench_simulated_years
}

# bench_simulated_weeks LABEL PROGRAM
bench_simulated_weeks() {
    local results=$folder/simulator.json days rate
    # 1 tells of a promise that was broken; that is for the tests to judge.
    attended taskset -c 0 "$2" --seeds "$simulated_seeds" --days 7 --nodes 10 --jobs 1 --json \
        >"$results" 2>"$folder/simulator.log" || [ $? -eq 1 ] || {
        could_not simulator "$(tail -n 1 "$folder/simulator.log")"
        return
    }
    days=$(jq ".node_days | round" "$results")
    rate=$(jq ".node_days / .seconds" "$results")
    cells "$1" "$days" "$(calc "$rate")" "$(calc "$rate * 86400" | cut -d . -f 1)"
    # As a ratio of the goal, so that less is better as everywhere here.
    goal "200 node-days per second / reached" "$(calc "200 / $rate")" 1 ""
}

# Whether a long run needs ever more memory: looked at while it runs, as the first year fills what the second keeps.
bench_simulated_years() {
    local pid status=0 samples=$folder/years.txt middles
    heading "The simulator's memory: 5 nodes for $simulated_days days, seed 3"
    "$bin/clocksim" --seed 3 --days "$simulated_days" --nodes 5 --json >/dev/null 2>"$folder/years.log" &
    pid=$!
    pids+=("$pid")
    while kill -0 "$pid" 2>/dev/null; do
        resident "$pid" 2>/dev/null && echo
        sleep 0.1
    done >"$samples"
    wait "$pid" || status=$?
    unset 'pids[-1]'
    # The middle look of each third: at the very end the run is judged, for which it takes all of the history into memory.
    read -r -a middles < <(awk '
        NF { v[++n] = $1 }
        END { print v[int(n / 6) + 1] + 0, v[int(n / 2) + 1] + 0, v[int(n * 5 / 6) + 1] + 0 }
    ' "$samples")
    if [ "$status" -gt 1 ] || [ "$(calc "(${middles[1]} > 0)")" != 1.000 ]; then
        could_not simulator "$(tail -n 1 "$folder/years.log")"
        return
    fi
    cells "" "1st third" "2nd third" "last third"
    cells "clocksim resident, median, MB" "${middles[@]}"
    goal "last third / 2nd third" "$(calc "${middles[2]} / ${middles[1]}")" 1.05 ""
}
