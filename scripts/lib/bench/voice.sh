# A section of scripts/bench; sourced, not run.

# each_alone FOLDER: the engine alone speaks every word of the list to a file of its own, on all processors, by xargs.
each_alone() {
    rm -rf "$1"
    mkdir -p "$1"
    xargs -d '\n' -P "$(nproc)" -I{} espeak-ng -v en-us -w "$1/{}.wav" -- {} <"$folder/words.txt"
}
# built FOLDER: the same words become clips; nothing is left from another time.
built() {
    rm -rf "$1"
    "$bin/clockctl" voice build "$folder/words.txt" --voice en-us --out "$1"
}

bench_voice() {
    local i words runs=7 ours theirs lint
    # The 220 words are the prompts of voices/dolch, one a line.
    sed -n '/^clips:/,$p' "$ROOT/voices/dolch/voice.yaml" | sed -nE 's/^  "?([A-Za-z-]+)"?: .*/\1/p' >"$folder/words.txt"
    words=$(wc -l <"$folder/words.txt")
    ! $smoke || runs=1
    heading "Building $words words with espeak-ng, in ms of wall time, medians and spreads of $runs in turns"
    : >"$folder/build.ms"
    : >"$folder/xargs.ms"
    : >"$folder/lint.ms"
    # The first reads the engine's files into memory.
    each_alone "$folder/alone" 2>>"$folder/timed.log" || {
        could_not voice "espeak-ng cannot speak the words"
        return
    }
    for i in $(seq "$runs"); do
        if ! timed each_alone "$folder/alone" >>"$folder/xargs.ms" || ! timed built "$folder/words" >>"$folder/build.ms"; then
            could_not voice "$(tail -n 1 "$folder/timed.log")"
            return
        fi
    done
    for i in $(seq "$runs"); do
        if ! timed "$bin/clockctl" voice lint english --voices "$ROOT/voices" >>"$folder/lint.ms"; then
            could_not voice "the English pack does not pass the lint"
            return
        fi
    done
    cells "" median p99 max "ours/this"
    ours=$(spread <"$folder/build.ms")
    cells "clockctl voice build: spoken, trimmed, levelled" $ours
    theirs=$(spread <"$folder/xargs.ms")
    cells "xargs -P $(nproc) espeak-ng: spoken alone" $theirs "$(ratio "$(median $ours)" "$(median $theirs)")"
    lint=$(spread <"$folder/lint.ms")
    cells "clockctl voice lint english" $lint
    goal "voice build / the engine alone" "$(calc "$(median $ours) / $(median $theirs)")" 1.3 ""
    goal "voice lint of a full pack" "$(median $lint)" 1000 ms
}
