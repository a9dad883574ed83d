# A section of scripts/bench; sourced, not run.

bench_reports() {
    local results=$folder/reports.json acked bare fsync limit kind entries stored
    heading "Reports, published until stored, synced and acknowledged, in ms"
    if ! start_coordinator; then
        could_not reports "the coordinator does not answer"
        end_processes
        return
    fi
    say "one at a time, a fleet at once, a node's backlog"
    if ! attended timeout 300 "$bin/report-bench" --port "$BROKER_PORT" --site bench --folder "$folder" \
        "${report_sizes[@]}" >"$results" 2>"$folder/report-bench.log"; then
        could_not reports "$(tail -n 1 "$folder/report-bench.log")"
        end_processes
        return
    fi
    cells "" median p99 max "ours/this"
    acked=$(json_spread "$results" .single.acked)
    bare=$(json_spread "$results" .single.bare)
    fsync=$(json_spread "$results" .single.fsync)
    # There, stored, and back.
    limit=$(calc "2 * $(median $bare) + $(median $fsync)")
    printf ' one report at a time (%s)\n' "$(jq .single.acked.count "$results")"
    cells "coordinator, acknowledged" $acked
    cells "bare subscriber, delivered" $bare "$(ratio "$(median $acked)" "$(median $bare)")"
    cells "bare fsync of 4 KiB" $fsync "$(ratio "$(median $acked)" "$(median $fsync)")"
    cells "raw limit: two deliveries and one fsync" "$limit" - - "$(ratio "$(median $acked)" "$limit")"
    goal "median, one report at a time" "$(median $acked)" 5 ms
    for kind in fleet backlog; do
        jq -r ".$kind"' | def many($what): "\(.) \($what)\(if . == 1 then "" else "s" end)";
            " \(.entries) reports at once: \(.nodes | many("node")), \(.messages | many("message")); measured \(
            .acked.count | many("time"))"' "$results"
        acked=$(json_spread "$results" ".$kind.acked")
        bare=$(json_spread "$results" ".$kind.bare")
        cells "coordinator, all acknowledged" $acked
        cells "bare subscriber, all delivered" $bare "$(ratio "$(median $acked)" "$(median $bare)")"
        goal "median, $kind" "$(median $acked)" 1000 ms
    done
    entries=$(jq .entries "$results")
    stored=$(sqlite3 -readonly "$folder/state/coordinator/coordinator.sqlite" \
        "SELECT count(*) FROM ledger WHERE epoch = 'bench'" 2>>"$folder/sqlite.log" || echo none)
    if [ "$stored" = "$entries" ]; then
        cells "reports in the store: $stored of $entries"
    else
        could_not "reports" "the store has $stored of $entries acknowledged reports"
    fi
    end_processes
}
