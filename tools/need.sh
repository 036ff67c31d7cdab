#!/bin/sh
# need.sh GROUP...: makes sure that everything needs.txt lists for these groups is there.
# Looks for the commands and headers themselves, however they came here, and says nothing when
# none is missing. Otherwise says what it installs and installs it with apt-get, as root or
# through sudo; where that is impossible it names what is missing and stops with status 2.
needs=$(dirname "$0")/needs.txt
PATH=$PATH:/usr/games:/usr/sbin # Debian's games and daemons are there, and not in everybody's PATH
groups=" $* "

# The lines "WHAT PACKAGE" of one kind ("command" or "header") in the groups asked for.
wanted()
{
    while read -r group kind what package; do
        case $groups in *" $group "*) [ "$kind" != "$1" ] || echo "$what $package" ;; esac
    done <"$needs"
}

missing_commands()
{
    wanted command | while read -r what package; do
        command -v "$what" >/dev/null 2>&1 || echo "$what $package"
    done
}

# One run of the preprocessor answers for all headers. Without a compiler all are missing.
missing_headers()
{
    wanted header | while read -r what package; do
        printf '#if !__has_include(<%s>)\nmissing %s %s\n#endif\n' "$what" "$what" "$package"
    done | "${CC:-cc}" -E -P -x c - 2>/dev/null | sed -n 's/^ *missing //p'
}

missing()
{
    missing_commands
    if command -v "${CC:-cc}" >/dev/null 2>&1; then
        missing_headers
    else
        wanted header
    fi
}

# Names what is missing, and why it is not installed, and gives up.
give_up()
{
    echo "$1 Missing:" >&2
    missing | while read -r what package; do
        echo "  $what (Debian package $package)" >&2
    done
    exit 2
}

[ -n "$(missing)" ] || exit 0

command -v apt-get >/dev/null 2>&1 || give_up "There is no apt-get to install with."
as_root=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null 2>&1 || give_up "Only root can install, and there is no sudo."
    as_root=sudo
    # Where nobody can type a password, sudo must do without one.
    [ -t 0 ] || sudo -n true 2>/dev/null || give_up "Only root can install, and sudo refuses."
fi

packages=$(missing | while read -r what package; do echo "$package"; done | sort -u | tr '\n' ' ')
echo "Installing with apt-get: $packages"
$as_root apt-get -q update
# shellcheck disable=SC2086 # one word each
$as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get -q install -y --no-install-recommends $packages
[ -z "$(missing)" ] || give_up "The installation did not bring everything."
