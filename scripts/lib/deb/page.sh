# Trying the web page in a booted system that is a site with certificates; sourced by scripts/deb.

# What browsers call it there.
PAGE_HOST=clock.lan

# page_serves: over TLS and behind a socket, for accounts of both roles, each known to the broker by its own rights.
page_serves() {
    local jar=$work/cookies
    mkdir -p "$jar"
    expect "the page gets a certificate by an authority of its own" administer \
        "clockctl pki issue web $PAGE_HOST 127.0.0.1 && clockctl provision web --out - | tar -C / -xf -"
    expect "and accounts" administer "printf 'correct horse\n' | clockctl web user add anna --role member &&
        printf 'battery staple\n' | clockctl web user add wall --role viewer"
    expect "which the server's user alone can read" inside sh -c \
        '[ "$(stat -c "%U %a" /var/lib/clocksmith/web/accounts)" = "clocksmith-web 600" ]'
    expect "it starts with them" inside systemctl restart clock-web
    PAGE=("--cacert" "$tree/root/.config/clocksmith/pki/home/web-ca.crt" --resolve "$PAGE_HOST:8443:127.0.0.1")
    PAGE_ORIGIN=https://$PAGE_HOST:8443
    eventually 20 "the page is there over TLS" page_answers 200 /
    expect "not for who does not trust its authority" page_is_not_believed --resolve "$PAGE_HOST:8443:127.0.0.1" \
        "$PAGE_ORIGIN/"
    expect "nor under a name that its certificate has not" page_is_not_believed "${PAGE[@]}" \
        --connect-to "bank.example:8443:127.0.0.1:8443" https://bank.example:8443/
    page_has_roles
    page_stands_behind_the_broker
    expect "clockctl doctor finds nothing wrong with the certificates" certificates_are_fine
    expect "the certificate is renewed" administer 'clockctl pki renew web &&
        clockctl provision web --renewal --out - | tar -C / -xf - && systemctl restart clock-web'
    eventually 20 "which who trusted the one before believes" page_answers 200 /
    # scripts/bench says whether that is what it should be.
    say "  the server has $(page_megabytes) MB"

    page_configuration "listen: /run/clocksmith-web/http"
    expect "it starts behind a socket" inside systemctl restart clock-web
    PAGE=("--unix-socket" "/proc/$(leader)/root/run/clocksmith-web/http" -H "X-Forwarded-Proto: https")
    PAGE_ORIGIN=http://$PAGE_HOST
    eventually 20 "the page is there for a proxy" page_answers 200 /
    expect "not by another name" page_answers 421 / -H "Host: bank.example"
    page_has_roles
    expect "it did not restart" has clock-web NRestarts 0
}

# leader: the first process of the system in the container.
leader() { pgrep -P "$container" | head -n 1; }

certificates_are_fine() {
    # What else it finds is not looked at.
    { administer 'clockctl doctor --json' || true; } |
        jq -e '[.checks[] | select(.subject | test("certificate|authority")) | .verdict] | length > 0 and all(. == "ok")'
}

# page_curl ARGUMENT...: this machine's curl, in the container's network.
page_curl() { nsenter -t "$(leader)" -n curl -sS --noproxy '*' --max-time 20 "${PAGE[@]}" "$@"; }
# page_answers STATUS PATH ARGUMENT...
page_answers() {
    local wanted=$1 path=$2 status
    shift 2
    status=$(page_curl -o "$work/page.answer" -w '%{http_code}' "$@" "$PAGE_ORIGIN$path")
    [ "$status" = "$wanted" ] || { echo "$path: $status, not $wanted: $(head -c 300 "$work/page.answer")"; return 1; }
}
page_posts() { # page_posts STATUS PATH BODY ARGUMENT...
    local wanted=$1 path=$2 body=$3
    shift 3
    page_answers "$wanted" "$path" -H 'Content-Type: application/json' --data "$body" "$@"
}
# page_is_not_believed ARGUMENT...: curl refuses the certificate.
page_is_not_believed() {
    local status=0
    nsenter -t "$(leader)" -n curl -sS --noproxy '*' --max-time 20 "$@" || status=$?
    [ $status -eq 60 ]
}

# page_megabytes: what is resident of the server.
page_megabytes() {
    inside sh -c 'awk "/^VmRSS:/ { print int(\$2 / 1000) }" "/proc/$(systemctl show -P MainPID clock-web)/status"'
}

# page_configuration LINE: the line in place of the one that says where it listens, and no certificate.
page_configuration() {
    local file=$tree/etc/clocksmith/web.yaml
    awk -v line="$1" '/^listen:/ { print line; next } /^tls:/ { skips = 1; next } /^[^ ]/ { skips = 0 } !skips' \
        "$file" >"$work/web.yaml"
    cp "$work/web.yaml" "$file"
}

# page_logs_in NAME PASSWORD: keeps the session's cookie in $jar.
page_logs_in() {
    page_posts 200 /api/v1/login "{\"account\":\"$1\",\"password\":\"$2\"}" -D "$work/page.head" &&
        sed -n 's/^set-cookie: \(\(__Host-\)\{0,1\}clocksmith=[^;]*\);.*HttpOnly.*/Cookie: \1/Ip' "$work/page.head" | tr -d '\r' >"$jar/$1" &&
        [ -s "$jar/$1" ]
}

page_has_roles() {
    local volume='{"nodes":["kitchen"],"change":{"volume":61}}'
    expect "nobody sees the site without a login" page_answers 401 /api/v1/site
    expect "a wrong password is refused" page_posts 401 /api/v1/login '{"account":"anna","password":"battery staple"}'
    expect "a viewer logs in" page_logs_in wall "battery staple"
    eventually 20 "sees the rooms" page_shows_rooms wall
    expect "and may change nothing" page_posts 403 /api/v1/request/set "$volume" -H "@$jar/wall"
    expect "a member logs in" page_logs_in anna "correct horse"
    eventually 20 "sees the rooms as well" page_shows_rooms anna
    expect "changes a room's volume" page_posts 200 /api/v1/request/set "$volume" -H "@$jar/anna"
    expect "and does no admin's work" page_posts 404 /api/v1/request/forget '{"node":"study"}' -H "@$jar/anna"
    expect "logging out ends the session" page_posts 200 /api/v1/logout '{}' -H "@$jar/anna"
    expect "for good" page_answers 401 /api/v1/site -H "@$jar/anna"
}

page_shows_rooms() {
    page_answers 200 /api/v1/site -H "@$jar/$1" &&
        jq -e '[.status.nodes[] | select(.availability == "online")] | length == 2' "$work/page.answer"
}

# The broker's own rules, tried with what the server is known by: each role what is its to say, and no more.
page_stands_behind_the_broker() {
    local root=clock/v1/home topic
    expect "the broker knows the server as a member and as a viewer" page_is_known
    for topic in request/status request/doctor; do
        expect "as either it may write $topic" page_may "$root/$topic" member viewer
    done
    for topic in request/set request/change ring/people; do
        expect "as a member it may write $topic" page_may "$root/$topic" member
        expect "as a viewer it may not" page_may_not "$root/$topic" viewer
    done
    for topic in request/forget request/adopt node/kitchen/command node/kitchen/desired node/kitchen/reported wake; do
        expect "as neither may it write $topic" page_may_not "$root/$topic" member viewer
    done
}

page_is_known() {
    local role
    for role in member viewer; do
        grep "New client connected .* as home-web-.*u'home.$role'" "$tree/var/log/mosquitto/mosquitto.log" || return 1
    done
}

page_may() { # page_may TOPIC ROLE...
    local topic=$1 role
    shift
    for role in "$@"; do [ "$(page_publishes "$role" "$topic")" = taken ] || return 1; done
}
page_may_not() { # page_may_not TOPIC ROLE...
    local topic=$1 role
    shift
    for role in "$@"; do [ "$(page_publishes "$role" "$topic")" = refused ] || return 1; done
}
# page_publishes ROLE TOPIC: prints whether the broker takes it.
page_publishes() {
    local key=key words
    [ "$1" = member ] || key=$1-key
    words=$(inside mosquitto_pub -V mqttv5 -q 1 -h 127.0.0.1 -p 8883 --cafile /etc/clocksmith/ca.crt --cert \
        "/etc/clocksmith/web-$1.crt" --key "/etc/credstore/clock-web.$key" -t "$2" -m trial 2>&1) ||
        { echo "failed: $words"; return 0; }
    case $words in
        *"ot authorized"*) echo refused ;;
        *) echo taken ;;
    esac
}
