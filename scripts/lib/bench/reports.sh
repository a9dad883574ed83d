# A section of scripts/bench; sourced, not run.

bench_reports() {
    heading "Reports, published until stored, synced and acknowledged, in ms"
    reports_in SQLite
    reports_in PostgreSQL
}

# reports_in STORE: SQLite or PostgreSQL.
reports_in() {
    local store=$1 results=$folder/reports.json options=() acked bare fsync commit limit kind entries stored
    printf ' store: %s\n' "$store"
    if [ "$store" = PostgreSQL ]; then
        if ! start_database; then
            could_not "reports in $store" "the database does not start"
            end_processes
            return
        fi
        options=(--store "$DATABASE")
    fi
    if ! start_coordinator "" ${options[@]+"${options[@]}"}; then
        could_not "reports in $store" "the coordinator does not answer"
        end_processes
        return
    fi
    say "$store: one at a time, a fleet at once, a node's backlog"
    if ! attended timeout 300 "$bin/report-bench" --port "$BROKER_PORT" --site bench --folder "$folder" \
        "${report_sizes[@]}" >"$results" 2>"$folder/report-bench.log"; then
        could_not "reports in $store" "$(tail -n 1 "$folder/report-bench.log")"
        end_processes
        return
    fi
    cells "" median p99 max "ours/this"
    acked=$(json_spread "$results" .single.acked)
    bare=$(json_spread "$results" .single.bare)
    printf ' one report at a time (%s)\n' "$(jq .single.acked.count "$results")"
    cells "coordinator, acknowledged" $acked
    cells "bare subscriber, delivered" $bare "$(ratio "$(median $acked)" "$(median $bare)")"
    # There, stored, and back.
    if [ "$store" = SQLite ]; then
        fsync=$(json_spread "$results" .single.fsync)
        limit=$(calc "2 * $(median $bare) + $(median $fsync)")
        cells "bare fsync of 4 KiB" $fsync "$(ratio "$(median $acked)" "$(median $fsync)")"
        cells "raw limit: two deliveries and one fsync" "$limit" - - "$(ratio "$(median $acked)" "$limit")"
    else
        if ! commit=$(bare_commits "$(jq .single.acked.count "$results")"); then
            could_not "reports in $store" "pgbench fails"
            end_processes
            return
        fi
        limit=$(calc "2 * $(median $bare) + $(median $commit)")
        cells "pgbench: one row inserted and committed" $commit "$(ratio "$(median $acked)" "$(median $commit)")"
        cells "raw limit: two deliveries and one commit" "$limit" - - "$(ratio "$(median $acked)" "$limit")"
    fi
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
    stored=$(stored_reports "$store" 2>>"$folder/stored.log" || echo none)
    if [ "$stored" = "$entries" ]; then
        cells "reports in the store: $stored of $entries"
    else
        could_not "reports in $store" "the store has $stored of $entries acknowledged reports"
    fi
    end_processes
}

stored_reports() {
    local query="SELECT count(*) FROM ledger WHERE epoch = 'bench'"
    if [ "$1" = SQLite ]; then
        sqlite3 -readonly "$folder/state/coordinator/coordinator.sqlite" "$query"
    else
        psql -At "$DATABASE" -c "$query"
    fi
}

# start_database: a PostgreSQL of its own on the disk of the folder, as Debian sets it up; sets DATABASE to its address.
start_database() {
    local programs place=$folder/postgresql port as=()
    programs=$(find /usr/lib/postgresql -path '*/bin/postgres' -printf '%h\n' | sort -V | tail -n 1)
    mkdir "$place"
    # The server does not run as root.
    if [ "$(id -u)" = 0 ]; then
        chmod 711 "$folder"
        chown postgres: "$place"
        as=(setpriv --reuid postgres --regid postgres --clear-groups)
    fi
    ${as[@]+"${as[@]}"} "$programs/initdb" -D "$place/data" -U bench -A trust -E UTF8 --no-locale >"$folder/initdb.log" 2>&1 || return 1
    port=$(free_port)
    ${as[@]+"${as[@]}"} "$programs/postgres" -D "$place/data" -p "$port" -h 127.0.0.1 -k "$place" \
        >"$folder/postgresql.log" 2>&1 &
    pids+=($!)
    DATABASE=postgresql://bench@127.0.0.1:$port/bench
    within 20 createdb -h 127.0.0.1 -p "$port" -U bench bench 2>>"$folder/createdb.log"
}

# bare_commits COUNT: median, p99 and most of a row inserted and committed, one at a time.
bare_commits() {
    psql -q "$DATABASE" -c "CREATE TABLE bare (id bigserial PRIMARY KEY, line text)" || return 1
    printf "INSERT INTO bare (line) VALUES (repeat('x', 200));\n" >"$folder/insert.sql"
    (cd "$folder" && pgbench -n -c 1 -M prepared -t "$1" -f insert.sql -l --log-prefix=commit "$DATABASE") \
        >"$folder/pgbench.log" 2>&1 || return 1
    awk '{ printf "%.3f\n", $3 / 1000 }' "$folder"/commit.* | spread
}
