# The README's first screen, typed as it stands on a fresh machine; sourced by scripts/deb after try.sh.

# newcomer_commands README: what its section "Hear it" has a person type, one command a line. Of a block that begins with
# a prompt the rest is what is printed.
newcomer_commands() {
    awk '
        /^##/ { inside = $0 == "## Hear it" }
        !inside { next }
        /^```/ { fenced = !fenced; sample = 0; next }
        fenced && /^\$ / { sample = 1; print substr($0, 3) }
        fenced && !sample && NF { print }
    ' "$1"
}

# try_newcomer SUITE PACKAGES PACED: a person with sudo follows the README on a fresh machine of this architecture. PACKAGES
# is the folder that scripts/deb has filled, PACED the sound output that takes the place of a speaker.
try_newcomer() {
    local suite=$1 packages=$2 paced=$3 commands line installed=false began took
    trial="$suite, by the README"
    tree=$work/newcomer-$suite
    step "Typing the README's first screen on Debian $suite"
    mapfile -t commands < <(newcomer_commands "$ROOT/README.md")
    expect "the README begins with scripts/deb" [ "${commands[0]:-}" = scripts/deb ]
    expect "and ends with clockctl status" [ "${commands[-1]}" = "clockctl status" ]
    unpack_tree "$suite" "$tree"
    # What a machine has on which a person works.
    install_in_tree "$tree" systemd-sysv dbus sudo ca-certificates tzdata apt-utils whiptail
    in_tree "$tree" ln -sf /usr/share/zoneinfo/Europe/London /etc/localtime
    in_tree "$tree" useradd --create-home --shell /bin/bash ada
    echo 'ada ALL=(ALL) NOPASSWD: ALL' >"$tree/etc/sudoers.d/ada"
    install -d "$tree/home/ada/clocksmith/.build/debian/packages"
    cp -r "$packages" "$tree/home/ada/clocksmith/.build/debian/packages/$(dpkg --print-architecture)"
    in_tree "$tree" chown -R ada: /home/ada
    newcomer_speaker "$paced"

    # A container has no network, so the packages are fetched before it boots. scripts/deb has made them.
    {
        echo 'set -eu; cd ~/clocksmith'
        for line in "${commands[@]:1}"; do
            printf '%s\n' "$line"
            case $line in *"apt install"*) break ;; esac
        done
    } >"$tree/home/ada/install"
    # Enter, once a second, is the answer to every question. They are put to a terminal alone.
    began=$SECONDS
    expect "apt installs the packages" in_tree "$tree" su - ada -c \
        "while sleep 1 && printf '\\r'; do :; done |
        TERM=xterm script -qec 'stty rows 40 cols 100 && bash ~/install' /dev/null"
    took=$((SECONDS - began))
    cp "$work/expect.log" "$work/asked.log"
    expect "and lets who installs use the hub" in_tree "$tree" sh -c 'id -nG ada | grep -q clocksmith-admin'
    expect "and asks which room it is" grep -q "Name of the room" "$work/asked.log"
    in_tree "$tree" install -d -o clocksmith-node /var/lib/clocksmith/node/heard/kitchen
    boot_tree "$tree"
    began=$SECONDS
    eventually 30 "broker and coordinator run" told status '.coordinator.state == "running"'
    for line in "${commands[@]:1}"; do
        case $line in
            *"apt install"*) installed=true; continue ;;
            clockctl*) eventually 30 "the kitchen is there" kitchen_is_ready ;;
        esac
        ! $installed || expect "$line" inside su - ada -c "$line"
        case $line in
            *announce*)
                eventually 10 "it is heard" sound_was_heard
                say "  from apt to the first word: $took s and $((SECONDS - began)) s"
                ;;
        esac
    done
    # What was typed last is the status.
    cp "$work/expect.log" "$work/status.log"
    expect "the kitchen was heard" sound_was_heard
    expect "clockctl status has the README's columns" newcomer_columns
    stop_tree
    leave_tree "$tree"
    rm -rf --one-file-system "$tree"
}

# newcomer_speaker PACED: ALSA's default output of the machine.
newcomer_speaker() {
    install -D -m 644 "$1" "$tree/usr/lib/clocksmith-trial/libasound_module_pcm_paced.so"
    {
        printf 'pcm_type.paced { lib "/usr/lib/clocksmith-trial/libasound_module_pcm_paced.so" }\n'
        printf 'pcm.!default { type paced name "kitchen" record "/var/lib/clocksmith/node/heard/kitchen" }\n'
    } >"$tree/etc/asound.conf"
}

newcomer_columns() { [ "$(grep '^ROOM ' "$work/status.log" | xargs)" = "$(grep '^ROOM ' "$ROOT/README.md" | xargs)" ]; }
