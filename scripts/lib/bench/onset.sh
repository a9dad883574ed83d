# A section of scripts/bench; sourced, not run.

# The paced outputs as onset-bench has them.
aplay_config() {
    printf '</usr/share/alsa/alsa.conf>\npcm_type.paced { lib "%s" }\n' "$bin/libasound_module_pcm_paced.so"
    mkdir -p "$folder/aplay/perfect" "$folder/aplay/harsh"
    printf 'pcm.perfect { type paced name "perfect" record "%s" }\n' "$folder/aplay/perfect"
    printf 'pcm.harsh { type paced name "harsh" ppm 40 granularity_us 1000 fifo_us 5000 record "%s" }\n' \
        "$folder/aplay/harsh"
}

# aplay_errors OUTPUT: starts aplay at instants and prints how late each was heard, in milliseconds.
aplay_errors() {
    local output=$1 instant now heard=$folder/aplay/heard targets=$folder/aplay/targets
    rm -f "$folder/aplay/$output"/*
    : >"$targets"
    for _ in $(seq "$aplay_trials"); do
        instant=$((${EPOCHREALTIME/./} + 200000 + RANDOM))
        now=${EPOCHREALTIME/./}
        sleep "$(calc "($instant - $now - 3000) / 1000000")"
        while [ "${EPOCHREALTIME/./}" -lt "$instant" ]; do :; done
        ALSA_CONFIG_PATH=$folder/aplay/asound.conf timeout 20 \
            aplay -q -D "$output" -t raw -f S16_LE -r 44100 -c 1 "$folder/aplay/tone.raw" 2>>"$folder/aplay.log" ||
            return 1
        printf '%s\n' "$instant" >>"$targets"
    done
    "$bin/paced-onsets" "$folder/aplay/$output" --json 2>>"$folder/aplay.log" | jq -r '.[].wall_ns' >"$heard" ||
        return 1
    [ "$(wc -l <"$heard")" -eq "$aplay_trials" ] || return 1
    # awk counts in doubles: the nanoseconds are taken apart first.
    paste "$targets" "$heard" | while read -r target sound; do calc "$((sound - target * 1000)) / 1000000"; echo; done
}

# aplay_load HOGS: its errors on both outputs, with that many busy loops.
aplay_load() {
    local load=$1 output
    for _ in $(seq "$load"); do
        # Ends by itself should this script be killed.
        (end=$((SECONDS + 120)); while [ $SECONDS -lt $end ]; do :; done) &
        pids+=($!)
    done
    for output in perfect harsh; do
        say "aplay, $output output, $load busy loops: $aplay_trials times"
        aplay_errors "$output" | spread >"$folder/aplay/$output-$load" || true
    done
    end_processes
}

bench_onset() {
    local results=$folder/onset.json rings=$folder/rings.json load words output heard reported aplay count
    say "$sounds sounds and $sounds rings on each of two outputs, idle and with $hogs busy loops: about $((
        sounds / 8 * 19)) s"
    heading "Onset error in ms: how far from its instant a sound begins"
    if ! TMPDIR=$folder attended "$bin/onset-bench" --count "$sounds" --hogs "$hogs" --json \
        >"$results" 2>"$folder/onset.log" ||
        ! TMPDIR=$folder attended "$bin/onset-bench" --ring --count "$sounds" --hogs "$hogs" --json \
            >"$rings" 2>>"$folder/onset.log"; then
        could_not onset "onset-bench failed"
        return
    fi
    mkdir -p "$folder/aplay"
    aplay_config >"$folder/aplay/asound.conf"
    # 0.1 s that begins at once at its loudest.
    for _ in $(seq 100); do
        printf '\x80\x3e%.0s' $(seq 22)
        printf '\x80\xc1%.0s' $(seq 22)
    done >"$folder/aplay/tone.raw"
    aplay_load 0
    aplay_load "$hogs"

    cells "" median p99 max "ours/this"
    for load in 0 "$hogs"; do
        for output in perfect harsh; do
            words="$output output, $([ "$load" = 0 ] && echo idle || echo "$load busy loops")"
            printf ' %s\n' "$words"
            jq ".[] | select(.output == \"$output\" and .hogs == $load)" "$results" >"$folder/one.json"
            count=$(jq '.heardCount // 0' "$folder/one.json")
            if [ "$count" != "$sounds" ]; then
                could_not "$words" "$count of $sounds sounds were heard; $(jq -c .failures "$folder/one.json")"
                continue
            fi
            heard=$(json_spread "$folder/one.json" .heard)
            reported=$(json_spread "$folder/one.json" .reported)
            cells "node's player, as heard ($sounds)" $heard
            cells "node's player, as it reports" $reported
            jq ".[] | select(.output == \"$output\" and .hogs == $load)" "$rings" >"$folder/ring.json"
            if [ "$(jq '.heardCount // 0' "$folder/ring.json")" = "$sounds" ]; then
                cells "an alarm's ring, as heard ($sounds)" $(json_spread "$folder/ring.json" .heard)
                goal "p99 of rings as heard, $words" "$(p99 $(json_spread "$folder/ring.json" .heard))" 1 ms
            else
                could_not "rings, $words" "not all were heard; $(jq -c .failures "$folder/ring.json")"
            fi
            aplay=$(cat "$folder/aplay/$output-$load")
            if [ -n "$aplay" ]; then
                cells "aplay started at the instant, as heard ($aplay_trials)" $aplay \
                    "$(ratio "$(p99 $heard)" "$(p99 $aplay)")"
            else
                could_not "aplay, $words" "not every sound was heard"
            fi
            goal "p99 as heard, $words" "$(p99 $heard)" "$(jq .limitMilliseconds "$folder/one.json")" ms
        done
    done
}
