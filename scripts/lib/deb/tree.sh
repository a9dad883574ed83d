# Fresh Debian systems in folders, to build and try packages in; sourced by scripts/deb.

# Folders that something is mounted in, or that a container runs in.
TREES=()

# mirror: where this machine gets Debian from.
mirror() {
    local uri
    uri=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | head -n 1)
    [ -n "$uri" ] || die 69 "apt knows no Debian archive; is this Debian, and was apt-get update run?"
    printf '%s\n' "${uri%/}"
}

# unpack_tree SUITE FOLDER [ARCH]: a minimal Debian in FOLDER; its packages are loaded once.
unpack_tree() {
    local suite=$1 folder=$2 arch=${3:-$(dpkg --print-architecture)} log=$work/debootstrap.log
    local packages=$CACHE/$suite-$arch.tar
    if [ ! -e "$packages" ]; then
        step "Loading Debian $suite for $arch"
        debootstrap --variant=minbase "--arch=$arch" --make-tarball="$packages.part" "$suite" "$work/load" \
            "$(mirror)" >"$log" 2>&1 || { tail -n 5 "$log" >&2; die 69 "Debian $suite could not be loaded"; }
        rm -rf "$work/load"
        mv "$packages.part" "$packages"
    fi
    TREES+=("$folder")
    debootstrap --variant=minbase "--arch=$arch" --foreign --unpack-tarball="$packages" "$suite" "$folder" \
        "$(mirror)" >"$log" 2>&1 || { tail -n 5 "$log" >&2; die 70 "Debian $suite could not be unpacked"; }
    if [ "$arch" != "$(dpkg --print-architecture)" ]; then let_foreign_run; fi
    in_tree "$folder" /debootstrap/debootstrap --second-stage >"$log" 2>&1 ||
        { tail -n 5 "$log" >&2; die 70 "Debian $suite could not be set up"; }
    printf 'deb %s %s main\n' "$(mirror)" "$suite" >"$folder/etc/apt/sources.list"
    # An archive that stands still goes out of date by its own word.
    echo 'Acquire::Check-Valid-Until "false";' >"$folder/etc/apt/apt.conf.d/90clocksmith"
    # Nothing is started while packages are installed: no service manager runs in there.
    printf '#!/bin/sh\nexit 101\n' >"$folder/usr/sbin/policy-rc.d"
    chmod 755 "$folder/usr/sbin/policy-rc.d"
    cp /etc/resolv.conf "$folder/etc/resolv.conf"
}

# in_tree FOLDER COMMAND...: runs the command in the system there, with /proc and /dev.
in_tree() {
    local folder=$1
    shift
    mountpoint -q "$folder/proc" || mount -t proc proc "$folder/proc"
    mountpoint -q "$folder/dev" || mount --rbind --make-rslave /dev "$folder/dev"
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        chroot "$folder" "$@"
}

# install_in_tree FOLDER PACKAGE...: with apt, without what is only recommended.
install_in_tree() {
    local folder=$1 log=$work/apt.log
    shift
    {
        in_tree "$folder" apt-get update -qq
        in_tree "$folder" apt-get install -y -qq --no-install-recommends "$@" </dev/null
    } >"$log" 2>&1 || { tail -n 15 "$log" >&2; die 70 "apt-get could not install $*"; }
}

# leave_tree FOLDER: nothing of it is mounted any more.
leave_tree() {
    local folder=$1
    if mountpoint -q "$folder/dev"; then umount -R -l "$folder/dev"; fi
    if mountpoint -q "$folder/proc"; then umount -l "$folder/proc"; fi
}

leave_trees() {
    local folder
    for folder in ${TREES[@]+"${TREES[@]}"}; do leave_tree "$folder"; done
}
