# Making the packages; sourced by scripts/deb.

# clocksmith_version: the release's, from its one place.
clocksmith_version() {
    local version
    version=$(sed -n 's/.*static let current = "\([^"]*\)".*/\1/p' "$ROOT/Sources/Shared/Runtime/ClockVersion.swift")
    [ -n "$version" ] || die 65 "Sources/Shared/Runtime/ClockVersion.swift tells no version"
    printf '%s\n' "$version"
}

# gnu_name ARCH: as the compilers call it, in the names of packages and folders.
gnu_name() {
    case $1 in
        amd64) echo x86-64-linux-gnu ;;
        arm64) echo aarch64-linux-gnu ;;
    esac
}

# runner ARCH: what runs a program of that architecture here, a word or nothing.
runner() { if [ "$1" != "$(dpkg --print-architecture)" ]; then echo "$QEMU-static -L $SYSROOT"; fi; }

# make_packages PROGRAMS ARCH VERSION OUTPUT: builds the packages of these programs.
make_packages() {
    local programs=$1 arch=$2 version=$3 output=$4 tree run name
    tree=$(mktemp -d "$work/package.XXXXXX")
    # A folder of its own, in which dpkg leaves what it makes beside the source.
    tree=$tree/clocksmith
    mkdir -p "$tree/made/completions" "$output"
    cp -RL "$ROOT"/{README.md,CHANGELOG.md,LICENSE,deploy,docs,voices} "$tree"
    cp -R "$tree/deploy/debian" "$tree/debian"
    for name in clock-coordinator clock-door clock-node clock-node-pair clock-notify clock-web clockctl clockctl-pki clockctl-voice clockctl-web; do
        [ -x "$programs/$name" ] || die 66 "there is no program $programs/$name"
        cp "$programs/$name" "$tree/made/"
    done
    cp -R "$ROOT/Sources/Web/Pages" "$tree/made/web"
    run=$(runner "$arch")
    for name in clock-coordinator clock-door clock-node clock-web; do
        manual_page "$run $tree/made/$name" "$ROOT/deploy/debian/$name.8" "${version%-*}" >"$tree/made/$name.8"
        $run "$tree/made/$name" --print-example-config >"$tree/made/${name#clock-}.yaml"
    done
    $run "$tree/made/clockctl" man >"$tree/made/clockctl.1"
    # Sourced, not run.
    $run "$tree/made/clockctl" completions bash | sed '1{/^#!/d}' >"$tree/made/completions/clockctl"
    $run "$tree/made/clockctl" completions zsh >"$tree/made/completions/_clockctl"
    $run "$tree/made/clockctl" completions fish >"$tree/made/completions/clockctl.fish"
    {
        printf 'clocksmith (%s) stable; urgency=medium\n\n' "$version"
        printf '  * What is new is in /usr/share/doc/PACKAGE/changelog.gz.\n\n'
        printf ' -- %s  %s\n' "$(sed -n 's/^Maintainer: //p' "$tree/debian/control")" \
            "$(date -R -u -r "$ROOT/CHANGELOG.md")"
    } >"$tree/debian/changelog"
    local options=(-b -us -uc -d) libraries=""
    if [ "$arch" != "$(dpkg --print-architecture)" ]; then
        options+=("-a$arch")
        # The other architecture's libraries, and which package has which, are in its SDK.
        libraries="--admindir=$SYSROOT/var/lib/dpkg -l$SYSROOT/usr/lib/$(gnu_name "$arch") -l$SYSROOT/lib/$(gnu_name "$arch")"
    fi
    (cd "$tree" && LIBRARIES=$libraries DEB_BUILD_OPTIONS=nocheck dpkg-buildpackage "${options[@]}") \
        >"$work/build.log" 2>&1 ||
        { tail -n 30 "$work/build.log" >&2; die 70 "dpkg-buildpackage failed; its last lines are above"; }
    mv "$tree"/../*.deb "$output"
    rm -rf "$tree"
}

# manual_page COMMAND TEMPLATE VERSION: the page with the options that COMMAND --help lists.
manual_page() {
    $1 --help | awk '
        # "  --name VALUE   what it is", the two apart by spaces.
        /^  -/ {
            line = substr($0, 3); at = match(line, /  +/)
            name = substr(line, 1, at - 1); text = substr(line, at); sub(/^ +/, "", text)
            gsub(/-/, "\\-", name); gsub(/\\/, "&", text); gsub(/-/, "\\-", text)
            printf ".TP\n.B %s\n%s\n", name, text
        }' | sed -e "/^@OPTIONS@$/{r /dev/stdin
d}" -e "s/@VERSION@/$3/" "$2"
}

# look_over PACKAGE...: lintian; errors end the script, warnings are shown.
look_over() {
    local report status=0
    # The packages do not go into Debian, where a bug report asks for them.
    report=$(lintian --allow-root --fail-on error --suppress-tags initial-upload-closes-no-bugs "$@") || status=$?
    [ -z "$report" ] || say "$report"
    [ $status -eq 0 ] || die 70 "lintian finds errors in the packages; see above"
}
