#!/bin/sh
# need.sh: silent when nothing is missing; else it installs, or names what is missing.
. "$(dirname "$0")/tap.sh"

check "nothing is missing here" "$BY_SOURCE/tools/need.sh" build test
is_silent()
{
    [ -z "$("$BY_SOURCE/tools/need.sh" build test 2>&1)" ]
}
check "and then it says nothing" is_silent

# A small world of its own: a needs.txt with two things nobody has, and a PATH with the few
# commands need.sh is made of. What a world has of apt-get, sudo and root, each test adds.
new_world()
{
    rm -rf "$scratch/tools" "$scratch/bin" "$scratch/include"
    mkdir -p "$scratch/tools" "$scratch/bin" "$scratch/include/banyan"
    cp "$BY_SOURCE/tools/need.sh" "$scratch/tools"
    {
        echo "# a comment"
        echo "build command sh  dash"
        echo "build header  stddef.h  libc6-dev"
        echo "build command banyan-no-such-command  some-package"
        echo "build header  banyan/no_such_header.h  some-dev"
        echo "other command banyan-other-command  other-package"
    } >"$scratch/tools/needs.txt"
    for command in sh cc env sed sort tr dirname ln touch; do
        ln -s "$(command -v $command)" "$scratch/bin/$command"
    done
    provide id 'echo 1000'
}

# provide NAME SCRIPT: a command of the small world.
provide()
{
    printf '#!/bin/sh\n%s\n' "$2" >"$scratch/bin/$1"
    chmod +x "$scratch/bin/$1"
}

# An apt-get that writes down how it was called and brings what is missing.
provide_apt()
{
    : >"$scratch/calls"
    provide apt-get "
        echo \"\$DEBIAN_FRONTEND apt-get \$*\" >>$scratch/calls
        case \$* in *install*)
            ln -s /bin/sh $scratch/bin/banyan-no-such-command
            touch $scratch/include/banyan/no_such_header.h ;;
        esac"
}

need()
{
    PATH=$scratch/bin CPATH=$scratch/include "$scratch/tools/need.sh" "$@" </dev/null \
        >"$scratch/said" 2>&1
    status=$?
    cat "$scratch/said"
    return $status
}
names_both()
{
    cat "$scratch/said"
    grep -q 'banyan-no-such-command.*some-package' "$scratch/said" &&
        grep -q 'banyan/no_such_header.h.*some-dev' "$scratch/said" &&
        ! grep -qE 'stddef|dash|banyan-other' "$scratch/said"
}
gives_up()
{
    fails_with 2 need build && names_both
}

new_world
check "without apt-get it names what is missing and stops with status 2" gives_up
check "a group that was not asked for is left alone" names_both

new_world
provide_apt
check "without rights, too" gives_up
provide sudo 'exit 1'
check "and with a sudo that refuses" gives_up
check "none of which touched apt-get" test ! -s "$scratch/calls"

installs()
{
    need build && grep -q 'Installing.*some-dev some-package' "$scratch/said" || return 1
    cat "$scratch/calls"
    [ "$(sed -n 's/.*apt-get.* \(update\)$/\1/p' "$scratch/calls" | sed q)" = update ] &&
        grep -q '^noninteractive apt-get.*install.*--no-install-recommends some-dev some-package' \
            "$scratch/calls"
}
new_world
provide_apt
provide id 'echo 0'
check "root installs after an update, and is told what" installs
new_world
provide_apt
# shellcheck disable=SC2016 # expands in the script
provide sudo '[ "$1" != -n ] || shift; exec "$@"'
provide true 'exit 0'
check "so does sudo where it asks for nothing" installs

new_world
provide id 'echo 0'
provide apt-get 'exit 100'
check "an installation that fails stops with status 2" gives_up
finish
