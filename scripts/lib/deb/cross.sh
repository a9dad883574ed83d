# Building for another architecture; sourced by scripts/deb.
#
# The compiler is Debian sid's, in a folder of its own, on this machine's processor. The Swift runtime of the other
# architecture comes out of the same package for that architecture; both must be of one build. Headers and libraries are
# those of Debian 12, so that what is built runs there and on everything later. Swift packages are loaded outside, by this
# machine's own swift.

# What runs programs of the other architecture here.
QEMU=qemu-aarch64
# What the programs are linked with.
SYSROOT_SUITE=bookworm

# foreign_apt SUITE ARCH FOLDER COMMAND...: apt-get for a system that is not there, with all its files in FOLDER.
foreign_apt() {
    local suite=$1 arch=$2 folder=$3
    shift 3
    if [ ! -e "$folder/etc/apt/sources.list" ]; then
        mkdir -p "$folder"/etc/apt/{apt.conf.d,preferences.d,trusted.gpg.d} "$folder"/var/lib/apt/lists/partial \
            "$folder"/var/cache/apt/archives/partial "$folder/var/lib/dpkg"
        : >"$folder/var/lib/dpkg/status"
        printf 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s %s main\n' "$(mirror)" "$suite" \
            >"$folder/etc/apt/sources.list"
    fi
    apt-get -qq -o "Dir=$folder" -o "Dir::State::status=$folder/var/lib/dpkg/status" -o "APT::Architecture=$arch" \
        -o "APT::Architectures=$arch" -o APT::Sandbox::User=root -o Acquire::Check-Valid-Until=false "$@"
}

# let_foreign_run: the kernel starts programs of the other architecture, in whatever folder they live.
let_foreign_run() {
    local formats=/proc/sys/fs/binfmt_misc
    mountpoint -q $formats || mount -t binfmt_misc binfmt_misc $formats
    [ -e "$formats/$QEMU" ] || update-binfmts --enable "$QEMU" ||
        die 69 "the kernel does not take a runner for foreign programs (binfmt_misc)"
}

# make_compiler: the compiler's system in $CACHE/compiler.
make_compiler() {
    COMPILER=$CACHE/compiler
    TREES+=("$COMPILER")
    [ ! -e "$COMPILER/ready" ] || return 0
    rm -rf --one-file-system "$COMPILER"
    unpack_tree sid "$COMPILER"
    step "Loading the compiler (half a gigabyte)"
    install_in_tree "$COMPILER" swiftlang lld g++ git libc6-dev pkg-config
    touch "$COMPILER/ready"
}

# make_sdk ARCH: the other architecture's Swift runtime and C libraries, as a Swift SDK in the compiler's system.
make_sdk() {
    local arch=$1 apt=$work/sid-$1 deb link bundle=$COMPILER/sdk/clocksmith.artifactbundle
    SYSROOT=$COMPILER/sdk/$arch/sysroot
    # Made anew where the sources need other libraries than then.
    if [ "$(cat "$COMPILER/sdk/$arch/ready" 2>/dev/null)" != "${BUILD_PACKAGES[*]}" ]; then
        rm -rf "$COMPILER/sdk/$arch"
        mkdir -p "$SYSROOT/usr/lib"
        step "Loading the Swift runtime for $arch (half a gigabyte)"
        foreign_apt sid "$arch" "$apt" update
        (cd "$work" && foreign_apt sid "$arch" "$apt" download swiftlang libswiftlang) >"$work/apt.log" 2>&1 ||
            { tail -n 5 "$work/apt.log" >&2; die 69 "the Swift runtime for $arch could not be loaded"; }
        for deb in "$work"/{swiftlang,libswiftlang}_*_"$arch".deb; do
            dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$SYSROOT/usr/lib" --strip-components=5 ./usr/libexec/swift/lib
            rm "$deb"
        done
        step "Loading the libraries of Debian $SYSROOT_SUITE for $arch"
        apt=$work/$SYSROOT_SUITE-$arch
        foreign_apt "$SYSROOT_SUITE" "$arch" "$apt" update
        foreign_apt "$SYSROOT_SUITE" "$arch" "$apt" install --download-only -y --no-install-recommends libc6-dev \
            libstdc++-12-dev "${BUILD_PACKAGES[@]}" >"$work/apt.log" 2>&1 ||
            { tail -n 5 "$work/apt.log" >&2; die 69 "the libraries for $arch could not be loaded"; }
        for deb in "$apt"/var/cache/apt/archives/*.deb; do
            dpkg-deb -x "$deb" "$SYSROOT"
            # Which package has which library, for the packages' dependencies.
            dpkg_files "$deb" "$SYSROOT/var/lib/dpkg"
        done
        # An absolute link would lead out of it.
        find "$SYSROOT" -type l -lname '/*' | while IFS= read -r link; do
            ln -sfn "$(realpath -m "--relative-to=$(dirname "$link")" "$SYSROOT$(readlink "$link")")" "$link"
        done
        printf '%s\n' "${BUILD_PACKAGES[*]}" >"$COMPILER/sdk/$arch/ready"
    fi
    mkdir -p "$bundle/$arch"
    printf '{"schemaVersion":"1.0","artifacts":{"clocksmith":{"type":"swiftSDK","version":"1","variants":[{"path":"%s"}]}}}' \
        "$arch" >"$bundle/info.json"
    printf '{"schemaVersion":"4.0","targetTriples":{"%s":{"sdkRootPath":"%s","swiftResourcesPath":"%s",' \
        aarch64-unknown-linux-gnu "/sdk/$arch/sysroot" "/sdk/$arch/sysroot/usr/lib/swift" >"$bundle/$arch/swift-sdk.json"
    printf '"swiftStaticResourcesPath":"%s","toolsetPaths":["toolset.json"]}}}' \
        "/sdk/$arch/sysroot/usr/lib/swift_static" >>"$bundle/$arch/swift-sdk.json"
    printf '{"schemaVersion":"1.0","rootPath":"/usr/libexec/swift/bin","librarian":{"path":"llvm-ar"},' \
        >"$bundle/$arch/toolset.json"
    printf '"linker":{"path":"ld.lld","extraCLIOptions":["/sdk/%s/newer-libc.o"]}}' "$arch" >>"$bundle/$arch/toolset.json"
    cp "$ROOT/scripts/lib/deb/newer-libc.c" "$COMPILER/sdk/$arch/"
    foreign_clang "$arch" -std=gnu11 -c "/sdk/$arch/newer-libc.c" -o "/sdk/$arch/newer-libc.o"
}

# dpkg_files DEB ADMIN: what dpkg would know of the package, had it installed it.
dpkg_files() {
    local deb=$1 admin=$2 name arch file
    name=$(dpkg-deb -f "$deb" Package)
    arch=$(dpkg-deb -f "$deb" Architecture)
    mkdir -p "$admin/info"
    # Files of packages that several architectures can have are named after it.
    echo 1 >"$admin/info/format"
    { dpkg-deb -f "$deb"; printf 'Status: install ok installed\n\n'; } >>"$admin/status"
    if [ "$(dpkg-deb -f "$deb" Multi-Arch)" = same ]; then name=$name:$arch; fi
    # By the paths at which they are here.
    dpkg-deb -c "$deb" | awk -v root="${admin%/var/lib/dpkg}" '{ sub(/^\./, "", $6); sub(/\/$/, "", $6); print root $6 }' \
        >"$admin/info/$name.list"
    for file in shlibs symbols; do
        dpkg-deb --ctrl-tarfile "$deb" | tar -xO "./$file" >"$admin/info/$name.$file" 2>/dev/null ||
            rm -f "$admin/info/$name.$file"
    done
}

# foreign_clang ARCH ARGUMENT...: compiles C for the other architecture.
foreign_clang() {
    local arch=$1
    shift
    in_tree "$COMPILER" /usr/libexec/swift/bin/clang "--target=$(gnu_name "$arch")" "--sysroot=/sdk/$arch/sysroot" \
        -O2 -fPIC "$@" >&2 || die 70 "clang failed; its messages are above"
}

# build_foreign ARCH PRODUCT...: builds the products for the other architecture; sets FOREIGN_BIN.
build_foreign() {
    local arch=$1 product scratch
    shift
    step "Building for $arch (release; many minutes the first time)"
    scratch=$COMPILER/scratch/$arch
    mkdir -p "$COMPILER/clocksmith" "$scratch"
    # What the packages are fetched from is this machine's affair.
    (cd "$ROOT" && swift package --scratch-path "$scratch" resolve >&2) || die 69 "the Swift packages could not be loaded"
    # A copy: the source itself stays out of another system's reach.
    rm -rf "$COMPILER/clocksmith"
    mkdir "$COMPILER/clocksmith"
    cp -RLp "$ROOT"/{Package.swift,Package.resolved,Sources,Tests,Benchmarks} "$COMPILER/clocksmith/"
    for product in "$@"; do
        in_tree "$COMPILER" swift build --package-path /clocksmith --scratch-path "/scratch/$arch" \
            --swift-sdks-path /sdk --swift-sdk aarch64-unknown-linux-gnu --skip-update \
            -c release --static-swift-stdlib --product "$product" >&2 ||
            die 70 "the build of $product for $arch failed; its messages are above"
    done
    FOREIGN_BIN=$scratch/aarch64-unknown-linux-gnu/release
}

# foreign_paced_output ARCH: compiles the paced ALSA output; prints its path.
foreign_paced_output() {
    local arch=$1
    mkdir -p "$COMPILER/paced"
    cp -L "$ROOT"/Sources/PacedOutput/*.[ch] "$COMPILER/paced/"
    if [ -d "$ROOT/Sources/PacedOutput/include" ]; then cp -RL "$ROOT/Sources/PacedOutput/include" "$COMPILER/paced/"; fi
    foreign_clang "$arch" -fuse-ld=lld -shared -DPIC -D_GNU_SOURCE -I/paced/include \
        $(cd "$COMPILER" && printf '/%s ' paced/*.c) -lasound -lm -o "/paced/libasound_module_pcm_paced.so"
    printf '%s\n' "$COMPILER/paced/libasound_module_pcm_paced.so"
}
