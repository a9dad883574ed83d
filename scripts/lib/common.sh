# Shared by the scripts beside this folder; sourced, not run.

# Where we are: the project's root, whatever the caller's folder.
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

say() { printf '%s\n' "$*" >&2; }
# step WORDS: a heading with the minutes and seconds since the script began.
step() { printf '\n==> %d:%02d %s\n' $((SECONDS / 60)) $((SECONDS % 60)) "$*" >&2; }
die() { # die CODE MESSAGE
    printf '%s: %s\n' "$(basename "$0")" "$2" >&2
    exit "$1"
}

# What the programs link with, and what the demo and the tests run.
BUILD_PACKAGES=(libmosquitto-dev libasound2-dev libebur128-dev libmpg123-dev libpq-dev libsamplerate0-dev libsndfile1-dev libsqlite3-dev libssl-dev libyaml-dev pkg-config tzdata zlib1g-dev)
RUN_PACKAGES=(mosquitto jq espeak-ng)

# install_packages PACKAGE...: installs those that are missing with apt, as root or with sudo.
install_packages() {
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    command -v apt-get >/dev/null || die 69 "this system has no apt-get; install the equivalents of: ${missing[*]}"
    step "Installing ${missing[*]}"
    local sudo=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || die 77 "run as root or install sudo, to install: ${missing[*]}"
        sudo=(sudo)
    fi
    "${sudo[@]}" apt-get update -qq >&2 || say "apt-get update failed; trying with the lists there are"
    # Debian starts a service when it is installed unless this file forbids it; the demo and the tests run private ones.
    local policy=/usr/sbin/policy-rc.d own_policy=false failed=false
    if [ ! -e $policy ]; then
        own_policy=true
        printf '#!/bin/sh\nexit 101\n' | "${sudo[@]}" tee $policy >/dev/null
        "${sudo[@]}" chmod 755 $policy
    fi
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" \
        >/dev/null || failed=true
    if $own_policy; then "${sudo[@]}" rm -f $policy; fi
    ! $failed || die 69 "apt-get could not install: ${missing[*]}"
}

# fetch_package PACKAGE FOLDER: puts the files of a package into a folder without installing it, once.
fetch_package() {
    [ ! -d "$2" ] || return 0
    command -v apt-get >/dev/null || die 69 "this system has no apt-get; put the files of $1 into $2"
    step "Fetching $1"
    local draft
    draft=$(mktemp -d)
    # The warning that it is not fetched as another user is none.
    (cd "$draft" && apt-get download -qq "$1" 2>/dev/null) || die 69 "apt-get could not fetch $1; try apt-get update"
    dpkg-deb -x "$draft"/*.deb "$draft/files"
    mkdir -p "$(dirname "$2")"
    mv "$draft/files" "$2"
    rm -rf "$draft"
}

# fetch_axe FOLDER: puts axe-core, which finds what keeps people from using a page, into a folder, once.
fetch_axe() {
    [ ! -f "$1/axe.min.js" ] || return 0
    # It comes inside a Python package; nothing of that is installed or run.
    local package=axe-playwright-python version=0.1.8 draft
    local sum=84494fec757e4710dc751c8d7a636e457f4532f08f85c86dc9070133fbff53bc
    step "Fetching axe-core from $package $version"
    draft=$(mktemp -d)
    python3 -m pip download -q --no-deps --dest "$draft" "$package==$version" >&2 ||
        die 69 "pip could not fetch $package $version; put axe.min.js of axe-core 4.12.1 into $1"
    python3 -m zipfile -e "$draft"/*.whl "$draft/files"
    printf '%s  %s\n' "$sum" "$draft/files/axe_playwright_python/axe.min.js" | sha256sum --check --quiet >&2 ||
        die 69 "axe-core of $package $version is not the file that was expected"
    mkdir -p "$1"
    mv "$draft/files/axe_playwright_python/axe.min.js" "$1/"
    rm -rf "$draft"
}

# require_swift: a Swift toolchain of at least 6.2.
require_swift() {
    command -v swift >/dev/null ||
        die 69 "no swift in PATH; install a Swift 6.2 or later toolchain from https://www.swift.org/install"
    local version
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
    [ "$(printf '6.2\n%s\n' "$version" | sort -V | head -n 1)" = 6.2 ] ||
        die 69 "Swift $version is too old; Clocksmith needs 6.2 or later"
}

# build_release PRODUCT...: builds the products for release with the Swift runtime linked in; sets RELEASE_BIN.
build_release() {
    local product
    for product in "$@"; do
        swift build -c release --static-swift-stdlib --product "$product" >&2 ||
            die 70 "the build of $product failed; its messages are above"
    done
    RELEASE_BIN=$(swift build -c release --static-swift-stdlib --show-bin-path)
}

# free_port: a TCP port on loopback that nothing listens on.
free_port() {
    local port
    for _ in $(seq 100); do
        port=$((20000 + RANDOM % 20000))
        if ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
            printf '%s\n' "$port"
            return
        fi
    done
    die 71 "no free TCP port on loopback found in 100 tries"
}

# run_broker FOLDER PORT: a private mosquitto on that loopback port; sets BROKER_PID. Fails when it does not start.
run_broker() {
    local folder=$1 port=$2 mosquitto
    mosquitto=$(PATH=$PATH:/usr/sbin:/usr/local/sbin command -v mosquitto) || die 69 "mosquitto is not installed"
    # Its queues are those of deploy/mosquitto.
    {
        printf 'listener %s 127.0.0.1\nallow_anonymous true\npersistence false\nuser root\nset_tcp_nodelay true\n' \
            "$port"
        printf 'max_queued_messages 40000\nmax_queued_bytes 67108864\nmax_inflight_messages 1000\n'
    } >"$folder/mosquitto.conf"
    "$mosquitto" -c "$folder/mosquitto.conf" >>"$folder/mosquitto.log" 2>&1 &
    BROKER_PID=$!
    for _ in $(seq 100); do
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && return
        kill -0 "$BROKER_PID" 2>/dev/null || break
        sleep 0.05
    done
    kill "$BROKER_PID" 2>/dev/null || true
    return 1
}

# start_broker FOLDER: a private mosquitto on a free loopback port; sets BROKER_PORT and BROKER_PID.
start_broker() {
    for _ in 1 2 3 4 5; do
        BROKER_PORT=$(free_port)
        # It fails when somebody else took the port between the look and the listen: then another one.
        if run_broker "$1" "$BROKER_PORT"; then return; fi
    done
    die 71 "mosquitto does not start; see $1/mosquitto.log"
}

# paced_config FOLDER MODULE NAME...: an ALSA configuration with one paced output a name, recording into FOLDER/NAME.
paced_config() {
    local folder=$1 module=$2 name
    shift 2
    printf '</usr/share/alsa/alsa.conf>\npcm_type.paced { lib "%s" }\n' "$module"
    for name in "$@"; do
        mkdir -p "$folder/$name"
        printf 'pcm.%s { type paced name "%s" record "%s" }\n' "$name" "$name" "$folder/$name"
    done
}
