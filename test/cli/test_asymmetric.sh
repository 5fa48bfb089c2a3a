#!/usr/bin/env bash
# Whether `weights check` says that a table of triples contradicts itself. Prints TAP.
# usage: test_asymmetric.sh ENGINE MAKER
set -u
engine=$1 maker=$2
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
number=0

# check NAME STATUS WORD FILE [OPTION] — exit status as given, WORD in what is printed.
check() {
    local text code verdict="ok"
    text=$("$engine" weights check "${@:4}" 2>&1)
    code=$?
    [ "$code" = "$2" ] && grep -qE -- "$3" <<<"$text" || verdict="not ok"
    number=$((number + 1))
    echo "$verdict $number - $1"
    [ "$verdict" = ok ] || sed 's/^/# /' <<<"exit $code, expected $2 and /$3/: $text"
}

"$maker" kppt "$own/sound" && "$maker" asymmetric "$own/torn" || exit 2
check "sound" 0 "sound; [0-9]+ positions" "$own/sound"
check "sound json" 0 "\"faults\":0,\"asymmetric_pairs\":0" "$own/sound" --json
check "asymmetric" 1 "kpp is not symmetric; for 1 pair of pieces" "$own/torn"
check "asymmetric json" 1 "\"faults\":0,\"asymmetric_pairs\":1" "$own/torn" --json
echo "1..$number"
