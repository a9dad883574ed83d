# A section of scripts/bench; sourced, not run.

# MARK: A browser

# driven METHOD PATH [JSON]: a command of the WebDriver protocol; prints what is answered.
driven() {
    curl -sS --fail-with-body --max-time 60 -X "$1" "http://127.0.0.1:$driver_port$2" \
        ${3:+-H content-type:application/json --data-raw "$3"} 2>>"$folder/browser.log"
}
# start_browser: sets driver_port and browser, the session's path.
start_browser() {
    driver_port=$(free_port)
    chromedriver --port="$driver_port" >"$folder/browser.log" 2>&1 &
    pids+=($!)
    within 30 listens "$driver_port" || return 1
    browser=/session/$(driven POST /session "$(jq -n --arg profile "$folder/profile" \
        '{capabilities: {alwaysMatch: {browserName: "chrome", "goog:chromeOptions": {args: [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--mute-audio",
            "--window-size=1280,800", "--user-data-dir=\($profile)"]}}}}')" | jq -er .value.sessionId)
}
# The browser ends by its driver's word; killed, the driver would leave it behind.
end_browser() { driven DELETE "$browser" >/dev/null || true; }
# developer_tools METHOD PARAMETERS
developer_tools() {
    driven POST "$browser/goog/cdp/execute" "$(jq -n --arg cmd "$1" --argjson params "$2" '{cmd: $cmd, params: $params}')"
}
# shown EXPRESSION: the value of a JavaScript expression in the page.
shown() {
    driven POST "$browser/execute/sync" "$(jq -n --arg script "return $1" '{script: $script, args: []}')" | jq -er .value
}
open_url() { driven POST "$browser/url" "$(jq -n --arg url "$1" '{url: $url}')" >/dev/null; }
open_page() { open_url "http://127.0.0.1:$web_port$1"; }

# Remembers when the clock was first drawn with what is to come, in milliseconds after the navigation.
watch_start='new MutationObserver((records, observer) => {
    if (!document.querySelector(".clock-item")) return;
    observer.disconnect();
    requestAnimationFrame(() => { window.usable = performance.now(); });
}).observe(document, { subtree: true, childList: true });'
# Remembers when each volume of the kitchen was first drawn, in milliseconds since 1970.
watch_volume='window.drawn = {};
new MutationObserver(() => requestAnimationFrame(() => {
    const card = [...document.querySelectorAll(".card")].find((one) =>
        one.querySelector(".room-name")?.textContent === "kitchen");
    const volume = parseInt(card?.querySelector(".range-value")?.textContent);
    window.drawn[volume] ??= performance.timeOrigin + performance.now();
})).observe(document.body, { subtree: true, childList: true, characterData: true });'

# first_pages: what the clock takes to be there in a browser that keeps nothing; sets page_kilobytes, leaves page.ms.
first_pages() {
    local i
    : >"$folder/page.ms"
    developer_tools Network.enable '{}' >/dev/null || return 1
    developer_tools Network.setCacheDisabled '{"cacheDisabled": true}' >/dev/null || return 1
    developer_tools Network.setBypassServiceWorker '{"bypass": true}' >/dev/null || return 1
    developer_tools Page.addScriptToEvaluateOnNewDocument "$(jq -n --arg source "$watch_start" '{source: $source}')" \
        >/dev/null || return 1
    open_url "$(web_link)" && within 20 shown 'window.usable ?? false' >"$folder/usable" || return 1
    # The first one starts the browser.
    for i in $(seq $((page_loads + 1))); do
        open_page / || return 1
        within 20 shown 'window.usable ?? false' >"$folder/usable" || return 1
        [ "$i" -eq 1 ] || tail -n 1 "$folder/usable" >>"$folder/page.ms"
    done
    page_kilobytes=$(shown '[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .reduce((sum, one) => sum + one.transferSize, 0) / 1000') || return 1
}
# on_screen: from the start of clockctl to the drawn page, leaves screen.ms.
on_screen() {
    local i volume start drawn
    : >"$folder/screen.ms"
    open_page /rooms || return 1
    within 20 shown 'document.querySelectorAll(".range-value").length === 3' >/dev/null || return 1
    shown "(() => { $watch_volume return true; })()" >/dev/null || return 1
    for i in $(seq $((web_changes + 3))); do
        volume=$((31 + i % 60))
        start=$EPOCHREALTIME
        "$bin/clockctl" set kitchen volume "$volume" >>"$folder/clockctl.log" 2>&1 || return 1
        within 10 shown "window.drawn[$volume] ?? false" >"$folder/drawn" || return 1
        drawn=$(tail -n 1 "$folder/drawn")
        [ "$i" -le 3 ] || printf '%s\n' "$(calc "$drawn - $start * 1000")" >>"$folder/screen.ms"
        shown "(() => { window.drawn = {}; return true; })()" >/dev/null || return 1
    done
}

# MARK: Servers

start_web() {
    web_port=$(free_port)
    "$bin/clock-web" "${clock[@]}" --listen "127.0.0.1:$web_port" --pages "$ROOT/Sources/Web/Pages" \
        --voices-directory "$ROOT/voices" --state-directory "$folder/state" --accounts "$folder/state/accounts" \
        >"$folder/web.log" 2>&1 &
    web_pid=$!
    pids+=("$web_pid")
    within 10 listens "$web_port" && log_in && within 20 web_is_full
}
# web_link: a link that logs in once.
web_link() { "$bin/clockctl" web open --state "$folder/state" --json | jq -er .link; }
# log_in: sets web_cookie, and web_at for web-bench.
log_in() {
    local link
    link=$(web_link) || return 1
    web_cookie=$(curl -sS --max-time 5 -o /dev/null -D - -H 'Content-Type: application/json' \
        --data-raw "{\"link\": \"${link##*=}\"}" "http://127.0.0.1:$web_port/api/v1/login" |
        sed -n 's/^set-cookie: \([^;]*\);.*/\1/Ip')
    web_at=(--port "$web_port" --cookie "$web_cookie")
    [ -n "$web_cookie" ]
}
web_is_full() {
    curl -sS --max-time 5 -H "Cookie: $web_cookie" "http://127.0.0.1:$web_port/api/v1/site" 2>>"$folder/timed.log" |
        jq -e '[.status.nodes[]? | select(.clock.trusted)] | length == 3' >/dev/null
}
# start_raw: sets raw_port and raw_pid.
start_raw() {
    raw_port=$(free_port)
    "$bin/web-bench" raw --port "$raw_port" 2>"$folder/raw.log" &
    raw_pid=$!
    pids+=("$raw_pid")
    within 10 listens "$raw_port"
}
# start_snapweb: snapserver with its web server, and a client whose volume is set; sets snap_port and snap_pid.
start_snapweb() {
    local place=$folder/snapweb port
    rm -rf "$place"
    mkdir -p "$place"
    port=$(free_port)
    snap_port=$(free_port)
    mkfifo "$place/pipe"
    paced_config "$place" "$bin/libasound_module_pcm_paced.so" left >"$place/asound.conf"
    cat >"$place/server.conf" <<TEXT
[server]
datadir = $place/
[http]
enabled = true
bind_to_address = 127.0.0.1
port = $snap_port
[tcp]
enabled = false
[stream]
bind_to_address = 127.0.0.1
port = $port
source = pipe://$place/pipe?name=sound&sampleformat=44100:16:2
TEXT
    snapserver -c "$place/server.conf" >"$folder/snapserver.log" 2>&1 &
    snap_pid=$!
    pids+=("$snap_pid")
    within 10 listens "$port" && within 10 listens "$snap_port" || return 1
    ALSA_CONFIG_PATH=$place/asound.conf snapclient -h 127.0.0.1 -p "$port" -s left --hostID left \
        --logsink stderr >"$folder/snapclient-left.log" 2>&1 &
    pids+=($!)
    within 10 snapclient_is_known
}
snapclient_is_known() {
    curl -sS --max-time 5 "http://127.0.0.1:$snap_port/jsonrpc" \
        --data-raw '{"id": 1, "jsonrpc": "2.0", "method": "Client.GetStatus", "params": {"id": "left"}}' \
        2>>"$folder/timed.log" | jq -e .result.client.connected >/dev/null
}

# MARK: Measuring

# viewed LABEL PID VIEW-ARGUMENT...: a row of a server with viewers; leaves memory and processor time in viewed.
viewed() {
    local label=$1 pid=$2 before start elapsed
    shift 2
    # Both time the same seconds, with a second more for this one to look.
    "$bin/web-bench" view --seconds $((idle_seconds + 3)) "$@" >"$folder/view.json" 2>"$folder/view.log" &
    local view=$!
    pids+=("$view")
    within 30 grep -q open "$folder/view.json" || return 1
    attended sleep 1
    before=$(ticks "$pid") start=${EPOCHREALTIME/./}
    attended sleep "$idle_seconds"
    elapsed=$((${EPOCHREALTIME/./} - start))
    viewed=("$(resident "$pid")" "$(private "$pid")"
        "$(calc "($(ticks "$pid") - $before) / $(getconf CLK_TCK) * 100 * 1000000 / $elapsed")")
    wait "$view" || return 1
    unset 'pids[-1]'
    cells "$label" "${viewed[@]}" "$(ls "/proc/$pid/task" | wc -l)"
}
# late NAME LATENCY-ARGUMENT...: how long changes take to reach a viewer, left in late-NAME.json.
late() {
    local name=late-$1
    shift
    attended "$bin/web-bench" latency "$@" >"$folder/$name.out" 2>"$folder/$name.log" || return 1
    # A command's own words come before it.
    sed -n '/^{$/,$p' "$folder/$name.out" >"$folder/$name.json"
}
lateness() { json_spread "$folder/late-$1.json" .; }
late_log() { tail -n 1 "$folder/late-$1.log"; }
set_volume='{"nodes": ["kitchen"], "change": {"volume": %}}'
snap_volume='{"id": 1, "jsonrpc": "2.0", "method": "Client.SetVolume", "params": {"id": "left", "volume": {"muted": false, "percent": %}}}'

bench_web() {
    heading "The web page's server with 3 rooms, over $idle_seconds s"
    if ! start_coordinator || ! start_nodes kitchen bedroom office || ! start_web || ! start_raw; then
        could_not web "the site is not up"
        end_processes
        return
    fi
    local snap=true
    start_snapweb || { snap=false; say "snapserver does not listen, or knows no client"; }
    attended sleep "$settle_seconds"
    web_viewers
    web_changes $snap
    web_stalled
    web_browser
    end_processes
}

web_viewers() {
    local told
    cells "" "resident MB" "private MB" "CPU %" threads
    if ! viewed "clock-web, 10 viewers" "$web_pid" "${web_at[@]}"; then
        could_not "10 viewers" "$(tail -n 1 "$folder/view.log")"
        return
    fi
    local ten=("${viewed[@]}")
    viewed "raw writer of events, 10 viewers" "$raw_pid" --port "$raw_port" || could_not "the raw writer" "it has ended"
    if $snap; then
        viewed "snapserver, 10 WebSocket viewers" "$snap_pid" --port "$snap_port" --path /jsonrpc --websocket ||
            could_not "snapserver" "$(tail -n 1 "$folder/view.log")"
    fi
    goal "clock-web resident, 10 viewers" "${ten[0]}" 40 MB
    goal "clock-web processor, 10 viewers" "${ten[2]}" 1 %

    "$bin/clockctl" set kitchen volume 95 >>"$folder/clockctl.log" 2>&1
    (attended sleep 3; exec "$bin/clockctl" set kitchen volume 97 >>"$folder/clockctl.log" 2>&1) &
    if ! viewed "clock-web, 200 viewers" "$web_pid" "${web_at[@]}" --count 200 --expect '"volume":97'; then
        could_not "200 viewers" "$(tail -n 1 "$folder/view.log")"
        return
    fi
    told=$(tail -n 1 "$folder/view.json" | jq '[.open, .told] | min')
    goal "of 200 viewers, ended or not told a change" $((200 - told)) 0 ""
}

web_changes() {
    local ours theirs snap=$1
    heading "From a change to its event at a viewer, in ms"
    cells "" median p99 max "ours/this"
    if ! late post "${web_at[@]}" --count "$web_changes" --post /api/v1/request/set --body "$set_volume" \
        --expect '"volume":%'; then
        could_not changes "$(late_log post)"
        return
    fi
    ours=$(lateness post)
    cells "POST to clock-web, stored and told" $ours
    if $snap && late snap --port "$snap_port" --path /jsonrpc --websocket --count "$web_changes" --post /jsonrpc \
        --body "$snap_volume" --expect '"percent":%'; then
        theirs=$(lateness snap)
        cells "POST to snapserver, told" $theirs "$(ratio "$(median $ours)" "$(median $theirs)")"
    else
        could_not "snapserver's changes" "$(late_log snap)"
    fi
    if late raw --port "$raw_port" --count "$web_changes" --post /any --body '{"node":{"id":"kitchen","volume":%}}' \
        --expect '"volume":%'; then
        theirs=$(lateness raw)
        cells "POST to the raw writer: the limit" $theirs "$(ratio "$(median $ours)" "$(median $theirs)")"
    else
        could_not "the raw writer" "$(late_log raw)"
    fi
    if late clockctl "${web_at[@]}" --count "$web_changes" --expect '"volume":%' -- \
        "$bin/clockctl" set kitchen volume %; then
        cells "clockctl set, its start included" $(lateness clockctl)
    else
        could_not "changes by clockctl" "$(late_log clockctl)"
    fi
}

web_stalled() {
    local before alone stalled body
    heading "40 viewers that read nothing, while a calendar of 600 days changes $stalled_changes times, in ms"
    before=$(resident "$web_pid")
    # Large events: sockets must be full before a server can be.
    body=$(jq -nc '{changes: [{action: "holidays-set", calendar: {name: "school",
        days: [range(600) | {on: (1800000000 + . * 86400 | strftime("%Y-%m-%d")), name: "Day %"}]}}]}')
    if ! late alone "${web_at[@]}" --count "$stalled_changes" --pause 20 --post /api/v1/request/change \
        --body "$body" --expect "Day %"; then
        could_not "viewers that stall" "$(late_log alone)"
        return
    fi
    alone=$(resident "$web_pid")
    "$bin/web-bench" view "${web_at[@]}" --count 1 --stalled 40 --seconds 600 >"$folder/stalled.json" 2>&1 &
    pids+=($!)
    if ! within 30 grep -q open "$folder/stalled.json" ||
        ! late slept "${web_at[@]}" --count "$stalled_changes" --pause 20 --post /api/v1/request/change \
            --body "$body" --expect "Day %"; then
        could_not "viewers that stall" "$(late_log slept)"
        return
    fi
    stalled=$(resident "$web_pid")
    kill "${pids[-1]}" 2>/dev/null || true
    wait "${pids[-1]}" 2>/dev/null || true
    unset 'pids[-1]'
    cells "" median p99 max "more MB"
    cells "nobody stalls" $(lateness alone) "$(calc "$alone - $before")"
    cells "40 stall" $(lateness slept) "$(calc "$stalled - $alone")"
    goal "memory of a viewer that stalls" "$(calc "($stalled - $alone) / 40")" 0.1 MB
}

web_browser() {
    local ours
    heading "In Chromium, in ms"
    if ! start_browser; then
        could_not "the browser" "$(tail -n 1 "$folder/browser.log")"
        return
    fi
    cells "" median p99 max
    if first_pages; then
        ours=$(spread <"$folder/page.ms")
        cells "the clock, from navigation to drawn, no cache" $ours
        goal "usable after navigation, median" "$(median $ours)" 300 ms
        goal "first page" "$(calc "$page_kilobytes")" 100 kB
    else
        could_not "the first page" "$(tail -n 1 "$folder/browser.log")"
    fi
    if on_screen; then
        ours=$(spread <"$folder/screen.ms")
        cells "clockctl set, from its start to the screen" $ours
        goal "from a change to the screen, median" "$(median $ours)" 150 ms
    else
        could_not "changes on the screen" "$(tail -n 1 "$folder/browser.log")"
    fi
    end_browser
}
