#!/bin/sh
# embed.sh FOLDER TABLE.c BYTES.S [NAME]: makes the files of FOLDER, cards (*.md) excepted, a part of the program.
# TABLE.c lists them as by_NAME_files (data: for src/base/data.c; lab: for src/lab/files.c; page: for src/server/assets.c); BYTES.S takes them in
# as they are. No file: an empty table.
# embed.sh --list FOLDER: the files, one a line.
set -eu
list()
{
    find "$1" -type f ! -name '*.md' ! -name '.*' 2>/dev/null | LC_ALL=C sort
}
if [ "$1" = --list ]; then
    list "$2"
    exit 0
fi
folder=$(cd "$1" 2>/dev/null && pwd) || folder=$1 # that is not there has no files
table=$2 bytes=$3 name=${4:-data} number=0
exec 3>"$table" 4>"$bytes"
{
    echo '/* Written by tools/embed.sh. */'
    echo '#include <stddef.h>'
    echo '#include <stdint.h>'
    echo "struct by_${name}_file { const char *name; const uint8_t *bytes, *end; };"
} >&3
{
    echo '/* Written by tools/embed.sh. */'
    echo '        .section .rodata'
} >&4
entries=
for file in $(list "$folder"); do
    echo "extern const uint8_t by_${name}_${number}[], by_${name}_${number}_end[];" >&3
    entries="$entries    {\"${file#"$folder"/}\", by_${name}_$number, by_${name}_${number}_end},
"
    for symbol in "by_${name}_$number" "by_${name}_${number}_end"; do
        echo "        .globl $symbol
        .hidden $symbol" >&4
    done
    echo "        .balign 16
by_${name}_$number:
        .incbin \"$file\"
by_${name}_${number}_end:" >&4
    number=$((number + 1))
done
{
    echo "extern const struct by_${name}_file by_${name}_files[];"
    echo "const struct by_${name}_file by_${name}_files[] = {"
    printf '%s' "$entries"
    echo '    {NULL, NULL, NULL},'
    echo '};'
} >&3
echo '        .section .note.GNU-stack,"",%progbits' >&4
