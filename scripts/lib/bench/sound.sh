# A section of scripts/bench; sourced, not run.

# Pairs of rooms whose outputs' crystals are 80 ppm apart, in steps of a millisecond, behind a FIFO of 5 ms.
rooms=(kitchen bedroom hall attic office study cellar garage)
rooms_config() { # rooms_config FOLDER ROOM...: an ALSA configuration of the rooms, recording into FOLDER/ROOM
    local place=${1:?} room ppm=40
    shift
    printf '</usr/share/alsa/alsa.conf>\npcm_type.paced { lib "%s" }\n' "$bin/libasound_module_pcm_paced.so"
    for room in "$@"; do
        rm -rf "${place:?}/$room"
        mkdir -p "$place/$room"
        printf 'pcm.%s { type paced name "%s" ppm %s granularity_us 1000 fifo_us 5000 record "%s" }\n' \
            "$room" "$room" "$ppm" "$place/$room"
        ppm=$((-ppm))
    done
}

# apart FOLDER GAP_MS ROOM ROOM: how far apart both rooms heard each sound, in milliseconds, one a line.
apart() {
    local place=$1 gap=$2 room
    for room in "$3" "$4"; do
        "$bin/paced-onsets" "$place/$room" --gap "$gap" --json 2>>"$folder/onsets.log" | jq -r '.[].monotonic_ns' |
            sort -n >"$place/$room.onsets" || return 1
    done
    # Whole nanoseconds: awk would count in doubles. A sound is the same one when it is nearer than 150 ms.
    local left right
    while read -r left; do
        while read -r right; do
            if ((right - left < 150000000 && left - right < 150000000)); then
                calc "$((right > left ? right - left : left - right)) / 1000000"
                echo
            fi
        done <"$place/$4.onsets"
    done <"$place/$3.onsets"
}

hog() { # hog COUNT: busy loops, which end by themselves should this script be killed
    for _ in $(seq "$1"); do
        (end=$((SECONDS + 900)); while [ $SECONDS -lt $end ]; do :; done) &
        pids+=($!)
    done
}

# announced PLACE LOAD ROOM...: pairs of rooms announce some times; how far apart each pair is is left in PLACE/apart.
announced() {
    local place=$1 load=$2 first=${#pids[@]} i
    shift 2
    hog "$load"
    for i in $(seq $((announcements / ($# / 2)))); do
        "$bin/clockctl" announce >>"$folder/clockctl.log" 2>&1 || return 1
        attended sleep 5
    done
    attended sleep 3
    for ((i = ${#pids[@]} - 1; i >= first; i--)); do
        kill "${pids[i]}" 2>/dev/null || true
        wait "${pids[i]}" 2>/dev/null || true
        unset "pids[$i]"
    done
    : >"$place/apart"
    while [ $# -gt 1 ]; do
        apart "$place" 2000 "$1" "$2" >>"$place/apart" || return 1
        shift 2
    done
}

# start_room PLACE PORT ROOM ARGUMENT...: a node on that broker port.
start_room() {
    local place=$1 port=$2 room=$3
    shift 3
    "$bin/clock-node" --broker-port "$port" --node "$room" --zone UTC --voices-directory "$ROOT/voices" \
        --audio-device "$room" --audio-alsa-config "$place/asound.conf" --state-directory "$folder/state/$room" "$@" \
        >"$folder/$room.log" 2>&1 &
    pids+=($!)
}

# bench_pair LABEL PLACE MEDIAN P99: a row of what was measured, and its goals where there are any.
bench_pair() {
    local result count
    count=$(wc -l <"$2/apart")
    if [ "$count" -ne "$announcements" ]; then
        could_not "$1" "$count of $announcements announcements were heard in both rooms"
        return 1
    fi
    result=$(spread <"$2/apart")
    cells "$1" $result
    [ -z "$3" ] || goal "median, ${1% (*}" "$(median $result)" "$3" ms
    goal "p99, ${1% (*}" "$(p99 $result)" "$4" ms
}

# A click each second: 0.1 s that begins at once at its loudest, and silence; 16 bits, two channels.
click() {
    for _ in $(seq 100); do
        printf '\x80\x3e\x80\x3e%.0s' $(seq 22)
        printf '\x80\xc1\x80\xc1%.0s' $(seq 22)
    done
    head -c $((44100 * 4 - 17600)) /dev/zero
}

# start_snapcast PLACE ROOM...: a server that reads PLACE/pipe, and a client for each room; sets SNAPCLIENT_PID to the
# last one's.
start_snapcast() {
    local place=$1 port room
    shift
    port=$(free_port)
    mkfifo "$place/pipe"
    cat >"$place/server.conf" <<TEXT
[server]
datadir = $place/
[http]
enabled = false
[tcp]
enabled = false
[stream]
bind_to_address = 127.0.0.1
port = $port
source = pipe://$place/pipe?name=sound&sampleformat=44100:16:2
TEXT
    snapserver -c "$place/server.conf" >"$folder/snapserver.log" 2>&1 &
    pids+=($!)
    within 10 listens "$port" || return 1
    for room in "$@"; do
        ALSA_CONFIG_PATH=$place/asound.conf snapclient -h 127.0.0.1 -p "$port" -s "$room" --hostID "$room" \
            --logsink stderr >"$folder/snapclient-$room.log" 2>&1 &
        SNAPCLIENT_PID=$!
        pids+=("$SNAPCLIENT_PID")
    done
}

# snapcast LOAD: a server and a client for each room play clicks; how far apart is left in snapcast/apart.
snapcast() {
    local place=$folder/snapcast load=$1
    rm -rf "$place"
    mkdir -p "$place"
    rooms_config "$place" left right >"$place/asound.conf"
    start_snapcast "$place" left right || return 1
    click >"$place/click"
    # A new client needs some time until it is in step.
    for _ in $(seq $((settle_seconds + 15 + announcements))); do cat "$place/click"; done >"$place/pipe" &
    pids+=($!)
    attended sleep $((settle_seconds + 15))
    hog "$load"
    attended sleep "$announcements"
    end_processes
    apart "$place" 500 left right | tail -n "$announcements" >"$place/apart"
}

# as_heard LOAD: both programs on equal outputs.
as_heard() {
    local load=$1 words ours theirs
    words=$([ "$load" = 0 ] && echo idle || echo "$load busy loops")
    mkdir -p "$folder/rooms"
    rooms_config "$folder/rooms" "${rooms[@]}" >"$folder/rooms/asound.conf"
    start_all() {
        local room
        for room in "${rooms[@]}"; do start_room "$folder/rooms" "$BROKER_PORT" "$room" "${clock[@]}"; done
        within 60 trusted ${#rooms[@]}
    }
    if ! start_coordinator || ! start_all || ! announced "$folder/rooms" "$load" "${rooms[@]}"; then
        could_not "two rooms, $words" "not every room announced"
        end_processes
        return
    fi
    end_processes
    printf ' %s\n' "$words"
    bench_pair "two nodes' announcements ($announcements, 4 pairs)" "$folder/rooms" 0.14 0.2 || return 0
    say "snapcast, $words"
    if ! snapcast "$load" || [ "$(wc -l <"$folder/snapcast/apart")" -lt $((announcements / 2)) ]; then
        could_not "snapcast, $words" "its clicks were not heard in both rooms"
        end_processes
        return
    fi
    ours=$(spread <"$folder/rooms/apart")
    theirs=$(spread <"$folder/snapcast/apart")
    cells "snapcast's clicks ($(wc -l <"$folder/snapcast/apart"))" $theirs "$(ratio "$(median $ours)" "$(median $theirs)")"
    goal "median / snapcast's" "$(calc "$(median $ours) / $(median $theirs)")" 0.5 ""
}

# followers: two rooms whose system clocks are 50 ms apart go by the coordinator's clock, behind a network that delays
# each message by up to 5 ms either way.
followers() {
    local place=$folder/followers port i offset
    heading "The same with system clocks 50 ms apart, by the coordinator's clock through 0 to 5 ms of jitter, in ms"
    mkdir -p "$place"
    rooms_config "$place" "${rooms[@]}" >"$place/asound.conf"
    # No time service keeps the coordinator's clock here; somebody has to say that it is right.
    export CLOCKSMITH_CLOCK_VOUCHED=true
    if ! start_coordinator; then
        could_not followers "the coordinator does not answer"
        end_processes
        return
    fi
    for i in "${!rooms[@]}"; do
        port=$(free_port)
        "$bin/jitter-proxy" --listen "$port" --connect "$BROKER_PORT" --jitter-ms 5 --seed $((i + 1)) \
            >>"$folder/jitter.log" 2>&1 &
        pids+=($!)
        within 10 listens "$port" || say "the proxy does not listen"
        offset=$(calc "${clock[1]} + ($i % 2 - 0.5) * 0.05")
        start_room "$place" "$port" "${rooms[i]}" --clock-offset-seconds "$offset" --clock-source coordinator
    done
    if ! within 60 trusted ${#rooms[@]}; then
        could_not followers "not every node trusts its clock"
        end_processes
        return
    fi
    attended sleep $((settle_seconds * 3))
    if ! announced "$place" 0 "${rooms[@]}"; then
        could_not followers "not every announcement was accepted"
        end_processes
        return
    fi
    end_processes
    cells "" median p99 max
    bench_pair "followers' announcements ($announcements, 4 pairs)" "$place" "" 1 || true
}

# Two outputs 200 ppm apart over a long sound.
staying() {
    local load row
    heading "A ring of $stay_seconds s on outputs 100 ppm fast and slow, 1 ms steps: how far apart as heard, in ms"
    if ! TMPDIR=$folder attended "$bin/onset-bench" --stay-seconds "$stay_seconds" --hogs "$hogs" --json \
        >"$folder/staying.json" 2>>"$folder/onset-bench.log"; then
        could_not staying "onset-bench failed"
        return
    fi
    cells "" median p99 max last
    for row in 0 1; do
        load=$([ "$row" = 0 ] && echo idle || echo "$hogs busy loops")
        cells "two outputs, $load" $(jq -r ".[$row] | .apart.median, .apart.p99, .apart.max, .lastMilliseconds" \
            "$folder/staying.json")
        goal "p99 over $stay_seconds s, $load" "$(jq -r ".[$row].apart.p99" "$folder/staying.json")" 0.05 ms
    done
}

# usage_of PID SECONDS: its most resident memory in MB so far, and its processor time in % of one core from now on.
usage_of() {
    local before elapsed start=${EPOCHREALTIME/./}
    before=$(ticks "$1")
    attended sleep "$2"
    elapsed=$((${EPOCHREALTIME/./} - start))
    awk '/^VmHWM/ { printf "%.1f ", $2 / 1024 }' "/proc/$1/status"
    calc "($(ticks "$1") - $before) / $(getconf CLK_TCK) * 100 * 1000000 / $elapsed"
}

# What a node costs while it plays, beside players of a sound of the same length on an equal output.
playing() {
    local place=$folder/playing seconds=$playing_seconds ours snap aplay
    heading "What playing costs: Westminster's melody, twelve strokes and \"twelve PM\", over $seconds s"
    # Forty seconds before noon.
    if ! start_coordinator $((43160 - $(date +%s) % 86400)) || ! start_nodes kitchen ||
        ! "$bin/clockctl" set kitchen chime=westminster >>"$folder/clockctl.log" 2>&1; then
        could_not playing "no node with a trusted clock"
        end_processes
        return
    fi
    # From the melody's beginning.
    attended sleep "$(calc "43200 - 22 - (($(date +%s.%N) + ${clock[1]}) % 86400)")"
    ours=$(usage_of "$NODE_PID" "$seconds")
    end_processes

    mkdir -p "$place"
    rooms_config "$place" left >"$place/asound.conf"
    click >"$place/click"
    for _ in $(seq $((seconds + settle_seconds + 5))); do cat "$place/click"; done >"$place/sound.raw"
    ALSA_CONFIG_PATH=$place/asound.conf aplay -q -D left -t raw -f S16_LE -r 44100 -c 2 "$place/sound.raw" \
        2>>"$folder/aplay.log" &
    pids+=($!)
    aplay=$(usage_of $! "$seconds")
    end_processes
    if ! start_snapcast "$place" left; then
        could_not playing "snapcast does not start"
        end_processes
        return
    fi
    cat "$place/sound.raw" >"$place/pipe" &
    pids+=($!)
    attended sleep "$settle_seconds"
    snap=$(usage_of "$SNAPCLIENT_PID" "$seconds")
    end_processes
    cells "" "most res. MB" "CPU %"
    cells "clock-node" $ours
    cells "snapclient" $snap
    cells "aplay" $aplay
    set -- $ours
    goal "clock-node resident" "$1" 25 MB
    goal "clock-node processor" "$2" 1 %
}

bench_sound() {
    heading "Two rooms, ±40 ppm, 1 ms steps, 5 ms FIFO: how far apart a sound begins as heard, in ms"
    say "$announcements announcements, then as many of snapcast's clicks; idle and with $hogs busy loops: about $((
        (announcements * 7 + stay_seconds * 2) / 60 + 3)) min"
    cells "" median p99 max "ours/this"
    as_heard 0
    as_heard "$hogs"
    followers
    staying
    playing
}
