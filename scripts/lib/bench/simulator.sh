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
    bench_simulated_year
}

# Whether a long run needs ever more memory: looked at while it runs, as a site's first months fill what later ones keep.
bench_simulated_year() {
    local pid status=0 samples=$folder/year.txt peaks
    heading "The simulator's memory: 5 nodes for $simulated_year days, seed 3"
    "$bin/clocksim" --seed 3 --days "$simulated_year" --nodes 5 --json >/dev/null 2>"$folder/year.log" &
    pid=$!
    pids+=("$pid")
    while kill -0 "$pid" 2>/dev/null; do
        resident "$pid" 2>/dev/null && echo
        sleep 0.1
    done >"$samples" || true
    wait "$pid" || status=$?
    unset 'pids[-1]'
    read -r -a peaks < <(awk '
        NF { v[++n] = $1 }
        END {
            for (i = 1; i <= n; i++) { third = int((i - 1) * 3 / n); if (v[i] > most[third]) most[third] = v[i] }
            print most[0] + 0, most[1] + 0, most[2] + 0
        }
    ' "$samples")
    if [ "$status" -gt 1 ] || [ "$(calc "(${peaks[1]} > 0)")" != 1.000 ]; then
        could_not simulator "$(tail -n 1 "$folder/year.log")"
        return
    fi
    cells "" "1st third" "2nd third" "last third"
    cells "clocksim resident at most, MB" "${peaks[@]}"
    goal "last third / 2nd third" "$(calc "${peaks[2]} / ${peaks[1]}")" 1.1 ""
}
