# Builds the simulator for long campaigns; sourced, not run.

# build_campaign: clocksim for this machine, optimised as a whole when it is linked and by a profile of its own runs; only
# when the sources have changed since. Sets CLOCKSIM.
build_campaign() {
    local folder=$ROOT/.build/campaign resources profiler native=()
    CLOCKSIM=$folder/clocksim
    if [ -e "$CLOCKSIM" ] && [ -z "$(find "$ROOT/Package.swift" "$ROOT/Sources" -newer "$CLOCKSIM" -print -quit)" ]; then
        return
    fi
    require_swift
    install_packages "${BUILD_PACKAGES[@]}" jq
    cd "$ROOT"
    mkdir -p "$folder"
    # What was there is of other sources from here on, also if this ends half way.
    rm -f "$CLOCKSIM"
    resources=$(swiftc -print-target-info | jq -r .paths.runtimeResourcePath)
    profiler=$(find "$resources/../clang" "$resources/clang" -name "libclang_rt.profile-$(uname -m).a" 2>/dev/null | head -n 1)
    [ -n "$profiler" ] || die 69 "this Swift toolchain has no profiler (libclang_rt.profile-$(uname -m).a) in $resources"
    [ "$(uname -m)" != x86_64 ] || native=(-Xcc -march=native)

    step "Building a program that counts what it does (some minutes)"
    build_campaign_step train -Xswiftc -Xfrontend -Xswiftc -ir-profile-generate \
        -Xlinker -u__llvm_profile_runtime -Xlinker "$profiler"
    step "Counting, over 24 runs of a week"
    rm -f "$folder"/*.profraw
    # 1 tells of a promise that was broken, which is no reason not to learn from the rest.
    LLVM_PROFILE_FILE=$folder/%p.profraw "$folder/train/release/clocksim" --seeds 101..124 --days 7 --nodes 10 >&2 ||
        [ $? -eq 1 ] || die 70 "the runs to learn from failed; their words are above"
    "$resources/../../bin/llvm-profdata" merge -o "$folder/clocksim.profdata" "$folder"/*.profraw
    rm -f "$folder"/*.profraw

    step "Building the program that is fast at it (some minutes more)"
    # What was built by an earlier profile cannot be linked with what is built by this one.
    rm -rf "$folder/trained"
    build_campaign_step trained --experimental-lto-mode full -Xswiftc -use-ld=lld -Xlinker --lto-O3 \
        "${native[@]}" -Xswiftc -Xfrontend -Xswiftc "-ir-profile-use=$folder/clocksim.profdata"
    cp "$folder/trained/release/clocksim" "$CLOCKSIM"
}

# build_campaign_step NAME OPTION...
build_campaign_step() {
    local name=$1
    shift
    swift build -c release --static-swift-stdlib --product clocksim --scratch-path "$ROOT/.build/campaign/$name" "$@" >&2 ||
        die 70 "the build of clocksim failed; its messages are above"
}
