# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Sourced by app/run and tests/run: a known environment, the Debian packages, a directory to build in.
# Callers set `source` (the root of the sources) first.

kExitBuild=2
kExitPackages=3
kExitUsage=64

say() { printf '%s\n' "$*"; }

fail() { # CODE SENTENCE...
    local code=$1
    shift
    printf '%s\n' "$@" >&2
    exit "$code"
}

# A cron job, a container or `env -i` starts without these; compilers, ccache and npm want them.
prepare_environment() {
    export LC_ALL=C.UTF-8
    PATH=${PATH:-/usr/local/bin:/usr/bin:/bin}:/usr/sbin:/sbin
    if [ -z "${HOME:-}" ] || [ ! -w "$HOME" ]; then
        HOME=$(getent passwd "$(id -u)" | cut -d: -f6)
        [ -n "$HOME" ] && [ -w "$HOME" ] || HOME=$(private_directory home) || exit
    fi
    export PATH HOME
    umask 022
}

# Prints a directory of this user outside the sources; it outlives a restart of the machine.
private_directory() { # NAME
    local name
    name=/var/tmp/onceover-$(id -u)-$(printf %s "$source" | cksum | cut -d' ' -f1)
    mkdir -p -m 0700 "$name"
    [ -O "$name" ] || fail "$kExitBuild" "$name belongs to somebody else: remove it, then try again."
    mkdir -p "$name/$1"
    printf '%s\n' "$name/$1"
}

# Sets `builds`: build/ in the sources, or, where another user owns that or the sources are read-only, a directory of our own.
choose_build_directory() {
    builds=$source/build
    if [ -e "$builds" ]; then
        [ -O "$builds" ] && [ -w "$builds" ] || builds=$(private_directory build) || exit
    elif ! mkdir "$builds" 2>/dev/null; then
        builds=$(private_directory build) || exit
    fi
    [ "$builds" = "$source/build" ] || say "Building in $builds, because $source/build is not ours to write."
}

packages_in() { # SECTION...
    local section
    for section in "$@"; do
        awk -v want="[$section]" '
            { sub(/#.*/, ""); gsub(/[ \t]+/, "") }
            /^\[/ { on = ($0 == want); next }
            on && $0 != "" { print }' "$source/tests/packages"
    done
}

missing_packages() { # SECTION...
    local name
    for name in $(packages_in "$@"); do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || printf '%s\n' "$name"
    done
}

# The commands for root. Debian's PostgreSQL package makes and starts a cluster on port 5432 when it is installed. Onceover
# brings its own, so that is prevented for this one installation, and only where no cluster exists.
install_commands() { # PACKAGE...
    local guard=/etc/postgresql-common/createcluster.d/onceover.conf
    local guarded=no
    case " $* " in *" postgresql-15 "*) ls -d /etc/postgresql/*/* >/dev/null 2>&1 || guarded=yes ;; esac
    if [ "$guarded" = yes ]; then
        say "mkdir -p ${guard%/*} &&"
        say "echo 'create_main_cluster = false' >$guard &&"
    fi
    say "apt-get update &&"
    say "DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends --no-remove $*"
    if [ "$guarded" = yes ]; then
        say "status=\$?; rm -f $guard; test \$status = 0"
    fi
}

install_packages() { # SECTION...
    local missing commands
    command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
        fail "$kExitPackages" "This needs Debian 12 or a system with its packages: apt-get was not found."
    missing=$(missing_packages "$@" | tr '\n' ' ')
    missing=${missing% }
    [ -n "$missing" ] || return 0
    # shellcheck disable=SC2086
    commands=$(install_commands $missing)
    say "Installing: $missing"
    if [ "$(id -u)" = 0 ]; then
        sh -c "$commands" || fail "$kExitPackages" "The packages could not be installed; apt's own message is above."
    elif command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
        sudo sh -c "$commands" || fail "$kExitPackages" "The packages could not be installed; the message is above."
    else
        fail "$kExitPackages" "Packages are missing and this user may not install any. As root, run:" "" "$commands" "" \
            "Then start this command again."
    fi
    # A name that only stands for another package would be missing for ever, and be asked for again by every start.
    missing=$(missing_packages "$@" | tr '\n' ' ')
    [ -z "$missing" ] || fail "$kExitPackages" "apt-get installed what it was asked for, and yet these packages are not there: $missing" \
        "tests/packages must call each package by its own name."
}

# configure_and_build PRESET [TARGET...]; `build_options` goes to the build tool.
configure_and_build() {
    local preset=$1 log target
    local -a targets=()
    shift
    for target in "$@"; do targets+=(--target "$target"); done
    build=$builds/$preset
    log=$builds/$preset-configure.log
    say "Configuring $preset in $build"
    (cd "$source" && cmake --preset "$preset" -B "$build") >"$log" 2>&1 || {
        cat "$log" >&2
        fail "$kExitBuild" "CMake could not configure the build; its message is above."
    }
    say "Building $preset with $(nproc) jobs"
    cmake --build "$build" -j "$(nproc)" ${targets[@]+"${targets[@]}"} -- ${build_options[@]+"${build_options[@]}"} ||
        fail "$kExitBuild" "The build failed; the compiler's message is above."
}
