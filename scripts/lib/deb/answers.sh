# What the package clocksmith makes of its answers, given beforehand; sourced by scripts/deb after try.sh.

# answer NAME TYPE VALUE...: what a person would answer.
answer() {
    while [ $# -gt 0 ]; do
        printf 'clocksmith clocksmith/%s %s %s\n' "$1" "$2" "$3"
        shift 3
    done | inside debconf-set-selections
}

unattended() { inside env DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin sh -c "$1"; }
settings() { grep -v '^#' "$tree/etc/clocksmith/node.yaml" | paste -sd ' '; }
settings_are() { [ "$(settings)" = "$1" ]; }
enabled() { [ "$(systemctl "--root=$tree" is-enabled "$1")" = "$2" ]; }
hub_is() {
    local name
    for name in clock-coordinator clock-web; do
        expect "$name is $1" enabled "$name" "$1"
        [ -z "${container:-}" ] || expect "and $2" has "$name" ActiveState "$2"
    done
}
purge_all() { unattended 'dpkg-query -W "clocksmith*" | cut -f 1 | xargs dpkg -P'; }

# In a system where the packages are purged.
answers_are_obeyed() {
    expect "answers can be given beforehand" \
        answer role select room room string study hub string hub.lan zone string Asia/Tokyo
    expect "installing asks nobody" unattended 'dpkg -i /packages/*.deb </dev/null'
    expect "the room asks the hub of the answers" settings_are "hub: hub.lan zone: Asia/Tokyo"
    hub_is disabled inactive
    expect "an upgrade" unattended 'dpkg -i /later/*.deb </dev/null'
    hub_is disabled inactive
    expect "the room can become the hub" answer role select hub zone string Mars/Olympus
    expect "by dpkg-reconfigure" unattended 'dpkg-reconfigure clocksmith </dev/null'
    # A zone that is none is not taken.
    expect "with the machine's zone" settings_are "node: study"
    hub_is enabled active
    expect "purging" purge_all
    expect "leaves no state" test ! -e "$tree/var/lib/clocksmith"
    expect "and no configuration" test ! -e "$tree/etc/clocksmith"

    mkdir -p "$tree/etc/clocksmith"
    printf 'node: own\n' >"$tree/etc/clocksmith/node.yaml"
    expect "a person's file" unattended 'dpkg -i /packages/*.deb </dev/null'
    expect "stays as it is" settings_are "node: own"
    expect "also when the package is purged" unattended 'dpkg -P clocksmith </dev/null'
    expect "it stays" settings_are "node: own"
    expect "purging the others" purge_all
}
