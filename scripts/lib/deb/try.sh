# Trying the packages in a fresh Debian; sourced by scripts/deb.

DAEMONS=(clock-coordinator clock-node clock-web)

# expect WHAT COMMAND...: the command succeeds, or the trial has failed.
expect() {
    local what=$1
    shift
    "$@" >"$work/expect.log" 2>&1 || { tail -n 20 "$work/expect.log" >&2; die 1 "$trial: not so: $what"; }
    say "  $what"
}

# eventually SECONDS WHAT COMMAND...: the same, once the command succeeds.
eventually() {
    local end=$((SECONDS + $1)) what=$2
    shift 2
    until "$@" >"$work/expect.log" 2>&1; do
        [ $SECONDS -lt $end ] || { tail -n 20 "$work/expect.log" >&2; site_logs; die 1 "$trial: not so in time: $what"; }
        sleep 0.5
    done
    say "  $what"
}

# try_packages SUITE ARCH PACKAGES LATER PACED: installs, runs, upgrades, removes and purges them; LATER is the folder of
# the packages to upgrade to, PACED the sound output that behaves like a card.
try_packages() {
    local suite=$1 arch=$2 packages=$3 later=$4 paced=$5
    trial="$suite, $arch"
    tree=$work/$suite
    step "Trying the packages on Debian $trial"
    unpack_tree "$suite" "$tree" "$arch"
    mkdir "$tree/packages" "$tree/later"
    cp "$packages"/*.deb "$tree/packages/"
    cp "$later"/*.deb "$tree/later/"
    # A machine has systemd already. The packages bring in what they depend on.
    install_in_tree "$tree" systemd-sysv dbus mosquitto mosquitto-clients
    cp "$work/apt.log" "$work/before.log"
    # The parts first, which ask nothing.
    install_in_tree "$tree" $(cd "$tree" && printf '/%s\n' packages/clocksmith-*.deb)
    expect "installing says how to give the machine a room" grep -q 'sudo tee /etc/clocksmith/node.yaml' "$work/apt.log"
    what_is_in_place
    configure_site "$paced"
    if [ "$arch" = "$(dpkg --print-architecture)" ]; then
        boot_tree "$tree"
        services_run
    else
        run_by_hand
    fi
    state_survives_upgrade
    if [ -n "${container:-}" ]; then
        certificates_serve
        page_serves
    fi
    removal_and_purge
    answers_are_obeyed
    stop_tree
    leave_tree "$tree"
    rm -rf --one-file-system "$tree"
}

prints_version() { in_tree "$tree" "$1" --version | grep -q "$version"; }

what_is_in_place() {
    local name
    for name in clock-coordinator clock-node clock-web clockctl; do
        expect "$name --version" prints_version "$name"
    done
    expect "clockctl makes certificates" in_tree "$tree" sh -c \
        'cd /tmp && clockctl pki init --dir pki && clockctl pki issue broker hub.local --dir pki && rm -r pki'
    expect "clockctl checks voices" in_tree "$tree" clockctl voice lint english
    expect "the node's user may use sound" in_tree "$tree" sh -c 'id -nG clocksmith-node | grep -qw audio'
    expect "the coordinator has a user of its own" in_tree "$tree" id clocksmith-coordinator
    for name in "${DAEMONS[@]}"; do
        expect "$name is enabled" systemctl "--root=$tree" is-enabled "$name"
        expect "$name has a manual page" in_tree "$tree" test -s "/usr/share/man/man8/$name.8.gz"
    done
    expect "clockctl has a manual page" in_tree "$tree" test -s /usr/share/man/man1/clockctl.1.gz
    for name in bash-completion/completions/clockctl zsh/vendor-completions/_clockctl \
        fish/vendor_completions.d/clockctl.fish clocksmith/voices/english/voice.yaml \
        doc/clocksmith-coordinator/examples/mosquitto/clocksmith.conf; do
        expect "/usr/share/$name" test -s "$tree/usr/share/$name"
    done
    expect "the units have no mistakes" in_tree "$tree" systemd-analyze verify --man=no \
        clock-coordinator.service clock-node.service clock-node@study.service clock-web.service
    expect "the coordinator's exposure is at most 1.5" systemd-analyze security --offline=true --threshold=15 \
        "$tree/lib/systemd/system/clock-coordinator.service"
    expect "the web page's exposure is at most 1.5" systemd-analyze security --offline=true --threshold=15 \
        "$tree/lib/systemd/system/clock-web.service"
    expect "the node's exposure is at most 2.5" systemd-analyze security --offline=true --threshold=25 \
        "$tree/lib/systemd/system/clock-node.service"
}

# configure_site PACED: all but which room it is. The site's clock is set so that a quarter hour is near, once started.
configure_site() {
    install -D -m 644 "$1" "$tree/usr/lib/clocksmith-trial/libasound_module_pcm_paced.so"
    {
        printf '</usr/share/alsa/alsa.conf>\n'
        printf 'pcm_type.paced { lib "/usr/lib/clocksmith-trial/libasound_module_pcm_paced.so" }\n'
        printf 'pcm.kitchen { type paced name "kitchen" record "/var/lib/clocksmith/node/heard/kitchen" }\n'
    } >"$tree/etc/clocksmith/asound.conf"
    printf 'secret\n' | install -D -m 600 /dev/stdin "$tree/etc/credstore/clock-node.password"
}

# set_clocks: the daemons' clocks, so that the next quarter hour comes in half a minute.
set_clocks() {
    local now
    now=$(date +%s)
    printf 'clock.offset_seconds: %s\n' $((900 - (now + 30) % 900)) >"$tree/etc/clocksmith/coordinator.yaml"
    {
        printf 'node: kitchen\nzone: UTC\n'
        printf 'audio.device: kitchen\naudio.alsa_config: /etc/clocksmith/asound.conf\n'
        cat "$tree/etc/clocksmith/coordinator.yaml"
    } >"$tree/etc/clocksmith/node.yaml"
    cp "$tree/etc/clocksmith/coordinator.yaml" "$tree/etc/clocksmith/web.yaml"
}

clockctl_there() { inside clockctl "$@" --broker "127.0.0.1:$broker_port"; }
told() { clockctl_there "$1" --json 2>>"$work/clockctl.log" | jq -e "$2"; }
kitchen_is_ready() { told status '.nodes[] | select(.id == "kitchen") | .availability == "online" and .clock.trusted'; }
quarter_was_announced() {
    told history '[.lines[].record | select(.outcome == "announced" and (.reason | not))] | length >= 1'
}
sound_was_heard() { [ -n "$(find "$tree/var/lib/clocksmith/node/heard" -name '*.paced' -size +20k -print -quit)" ]; }
# The name of the node's state folder, which a new one would not have.
instance() { grep -ao '"instance" *: *"[^"]*"' "$tree"/var/lib/clocksmith/node/state.json; }

# MARK: In a system that runs

# boot_tree FOLDER: as a container with a network of its own.
boot_tree() {
    install_packages systemd-container
    # It mounts its own.
    leave_tree "$1"
    # The capability is for limits that services raise, as on a machine.
    systemd-nspawn --quiet --directory="$1" --boot --register=no --keep-unit --private-network --console=read-only \
        --link-journal=no --capability=CAP_SYS_RESOURCE systemd.unified_cgroup_hierarchy=0 SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1 \
        </dev/null >"$work/boot.log" 2>&1 &
    container=$!
    broker_port=1883
    inside() { nsenter -t "$(pgrep -P "$container" | head -n 1)" -a "$@"; }
    eventually 60 "it boots" inside systemctl is-active multi-user.target
}

stop_tree() {
    [ -n "${container:-}" ] || return 0
    # Halts the system in it.
    kill "$container" 2>/dev/null || true
    wait "$container" 2>/dev/null || true
    container=""
}

site_logs() {
    tail -n 5 "$work/boot.log" >&2 || true
    inside journalctl -n 30 --no-pager -u clock-coordinator -u clock-node -u clock-web -u mosquitto >&2 2>/dev/null || true
}
property() { inside systemctl show -P "$2" "$1"; }
has() { [ "$(property "$1" "$2")" = "$3" ]; }
active() { inside systemctl is-active "$1"; }

# No line more than three times, whatever numbers are in it. A container that may not raise limits has LimitNICE= in vain,
# which the Swift runtime tells with error 13 (EACCES).
logs_are_quiet() {
    local name
    for name in "${DAEMONS[@]}"; do
        inside journalctl -o cat -u "$name" | sed -e '/thread priority.*errno=13/d' -e 's/[0-9][0-9a-fx]*/N/g' | sort |
            uniq -c | awk '$1 > 3 { print; found = 1 } END { exit found }' || return 1
    done
}

# The page by HTTP, on the machine itself.
page_is_served() {
    inside bash -c 'exec 3<>/dev/tcp/127.0.0.1/8080 &&
        printf "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" >&3 && grep -q "200 OK" <&3'
}

services_run() {
    local pid took
    eventually 10 "the coordinator runs without a configuration" active clock-coordinator
    eventually 10 "the web page is served" page_is_served
    set_clocks
    mkdir -p "$tree/var/lib/clocksmith/node/heard/kitchen"
    inside chown -R clocksmith-node: /var/lib/clocksmith/node
    expect "the coordinator takes its configuration by a reload" inside systemctl reload clock-coordinator
    expect "with a configuration the node starts" inside systemctl restart clock-node
    eventually 30 "the kitchen is online and trusts its clock" kitchen_is_ready
    eventually 90 "the quarter hour was announced" quarter_was_announced
    expect "it is in the recording" sound_was_heard
    for name in "${DAEMONS[@]}"; do
        expect "$name did not restart" has "$name" NRestarts 0
        expect "$name is watched" has "$name" WatchdogUSec 1min
    done
    expect "no log says one thing again and again" logs_are_quiet
    pid=$(property clock-node MainPID)
    printf 'broker.username: kitchen\nbroker.password_file: /run/credentials/clock-node.service/password\n' \
        >>"$tree/etc/clocksmith/node.yaml"
    expect "a reload takes a changed configuration, with a password from the credentials" \
        inside systemctl reload clock-node
    eventually 30 "the kitchen is online again" kitchen_is_ready
    expect "in the same process" has clock-node MainPID "$pid"
    cp "$tree/etc/clocksmith/node.yaml" "$work/good.yaml"
    printf 'volumen: 3\n' >>"$tree/etc/clocksmith/node.yaml"
    expect "a reload refuses a configuration with a mistake" sh -c '! "$@"' - \
        nsenter -t "$(pgrep -P "$container" | head -n 1)" -a systemctl reload clock-node
    expect "and the node goes on" has clock-node MainPID "$pid"
    cp "$work/good.yaml" "$tree/etc/clocksmith/node.yaml"
    for name in "${DAEMONS[@]}"; do
        took=$(date +%s%N)
        inside systemctl stop "$name"
        took=$((($(date +%s%N) - took) / 1000000))
        expect "$name stops in $took ms" [ "$took" -le 2000 ]
        expect "$name ended well" has "$name" Result success
        inside systemctl start "$name"
    done
    eventually 30 "the kitchen is online again" kitchen_is_ready
}

# MARK: In a folder, where another machine's system cannot be booted

run_by_hand() {
    local name page_port
    broker_port=$(free_port)
    page_port=$(free_port)
    inside() { in_tree "$tree" "$@"; }
    site_logs() { tail -n 20 "$work"/hand-*.log >&2 || true; }
    set_clocks
    printf 'broker.port: %s\n' "$broker_port" | tee -a "$tree/etc/clocksmith/coordinator.yaml" \
        "$tree/etc/clocksmith/web.yaml" >>"$tree/etc/clocksmith/node.yaml"
    # A folder has this machine's network.
    printf 'listen: 127.0.0.1:%s\n' "$page_port" >>"$tree/etc/clocksmith/web.yaml"
    for name in coordinator node web; do
        mkdir -p "$tree/var/lib/clocksmith/$name"
        in_tree "$tree" chown "clocksmith-$name:" "/var/lib/clocksmith/$name"
    done
    in_tree "$tree" install -d -o clocksmith-node /var/lib/clocksmith/node/heard/kitchen
    start_by_hand
    eventually 60 "the web page is served" curl -fsS --noproxy '*' -o /dev/null "http://127.0.0.1:$page_port/"
    eventually 90 "the kitchen is online and trusts its clock" kitchen_is_ready
    eventually 120 "the quarter hour was announced" quarter_was_announced
    expect "it is in the recording" sound_was_heard
}

start_by_hand() {
    in_tree "$tree" mosquitto -p "$broker_port" >>"$work/hand-mosquitto.log" 2>&1 &
    hands=($!)
    for name in coordinator node web; do
        in_tree "$tree" setpriv --reuid "clocksmith-$name" --regid "clocksmith-$name" --init-groups \
            "/usr/bin/clock-$name" >>"$work/hand-$name.log" 2>&1 &
        hands+=($!)
    done
}

stop_hands() {
    local pid
    # Each is a shell; the program is what it runs.
    for pid in ${hands[@]+"${hands[@]}"}; do pkill -P "$pid" || true; done
    for pid in ${hands[@]+"${hands[@]}"}; do wait "$pid" 2>/dev/null || true; done
    hands=()
}

end_trial() {
    stop_hands
    stop_tree
}

# MARK: Afterwards

state_survives_upgrade() {
    local before pid
    before=$(instance)
    cp "$tree/etc/clocksmith/node.yaml" "$work/kept.yaml"
    if [ -n "${container:-}" ]; then
        pid=$(property clock-node MainPID)
        # As an administrator does it on the running machine.
        rm -f "$tree/usr/sbin/policy-rc.d"
        expect "an upgrade" inside sh -c 'dpkg -i /later/clocksmith-*.deb </dev/null'
        expect "has restarted the node" sh -c "[ '$(property clock-node MainPID)' -ne $pid ]"
    else
        stop_hands
        expect "an upgrade" inside sh -c 'dpkg -i /later/clocksmith-*.deb </dev/null'
        start_by_hand
    fi
    eventually 90 "the kitchen is online" kitchen_is_ready
    expect "it is the same node as before" [ "$(instance)" = "$before" ]
    expect "the history is kept" quarter_was_announced
    expect "the configuration is kept" cmp "$work/kept.yaml" "$tree/etc/clocksmith/node.yaml"
}

# The machine becomes the hub of a site with certificates, and gets a second node, as docs/operations.md says it.
certificates_serve() {
    expect "the site gets an authority" administer 'clockctl pki init && clockctl pki issue broker 127.0.0.1'
    expect "the broker, the coordinator and two nodes get their bundle" administer \
        'clockctl provision broker coordinator kitchen --instance study --out - | tar -C / -xf - &&
        systemctl enable clock-node@study && systemctl restart mosquitto clock-coordinator clock-node clock-node@study'
    eventually 30 "all are online with TLS, each by its certificate" all_have_certificates
    expect "the group needs none on the hub" administer \
        'useradd -G clocksmith-admin anna && su - anna -c "clockctl status"'
    expect "others are told of it" administer \
        'useradd tom; su - tom -c "clockctl status" 2>&1 | grep "sudo adduser"'
    expect "nobody without one" sh -c '! "$@"' - nsenter -t "$(pgrep -P "$container" | head -n 1)" -a \
        clockctl status --broker 127.0.0.1:8883 --config /dev/null
    expect "the authority is renewed" administer 'clockctl pki renew --authority --days 7000'
    expect "and what it signed" administer 'clockctl pki renew coordinator kitchen study &&
        clockctl provision coordinator kitchen study --renewal --out - | tar -C / -xf - &&
        systemctl restart clock-coordinator clock-node clock-node@study'
    eventually 30 "which the broker takes with the old one" all_have_certificates
}

administer() { inside env HOME=/root XDG_CONFIG_HOME= sh -c "$1"; }
all_have_certificates() {
    administer 'clockctl status --json' 2>>"$work/clockctl.log" | jq -e \
        '[.coordinator, .nodes[] | select(.certificate_until and (.availability // "online") == "online")] | length == 3'
}

removal_and_purge() {
    [ -n "${container:-}" ] || stop_hands
    expect "removing" inside sh -c 'dpkg -r clocksmith-web clocksmith-node clocksmith-coordinator clocksmith-pki clocksmith-voice-tools \
        clocksmith-cli clocksmith-voices'
    for name in "${DAEMONS[@]}"; do
        expect "$name is gone" test ! -e "$tree/usr/bin/$name"
        [ -z "${container:-}" ] || expect "$name runs no more" sh -c "! pgrep -x $name --ns $(pgrep -P "$container" | head -n 1)"
        expect "its state is kept" test -d "$tree/var/lib/clocksmith/${name#clock-}"
        expect "its configuration is kept" test -e "$tree/etc/clocksmith/${name#clock-}.yaml"
    done
    rm -f "$tree/etc/clocksmith/asound.conf"
    expect "purging" inside sh -c 'dpkg -P clocksmith-web clocksmith-node clocksmith-coordinator clocksmith-pki clocksmith-voice-tools \
        clocksmith-cli clocksmith-voices'
    expect "leaves no state" test ! -e "$tree/var/lib/clocksmith"
    expect "and no configuration" test ! -e "$tree/etc/clocksmith"
}
