# What the shell tests share; they source it. Counts in `number` and prints TAP.
# shellcheck shell=bash
number=0

# result NAME VERDICT DETAILS — one line of TAP; the details of what is not ok as comments.
result() {
    number=$((number + 1))
    echo "$2 $number - $1"
    [ "$2" = ok ] || sed 's/^/# /' <<<"$3"
}

# check NAME STATUS WORD COMMAND… — exit status as given; WORD (a regular expression) in what it prints, on
# one line if it is a refusal.
check() {
    local name=$1 status=$2 word=$3 text code verdict="ok"
    shift 3
    text=$("$@" 2>&1 </dev/null | tr -d '\0'; exit "${PIPESTATUS[0]}")
    code=$?
    # shellcheck disable=SC2053 # a pattern: [01] where how well the search plays does not matter
    [[ $code == $status ]] || verdict="not ok"
    grep -qE -- "$word" <<<"$text" || verdict="not ok"
    if [ "$status" = 2 ] && [ "$(wc -l <<<"$text")" != 1 ]; then verdict="not ok"; fi
    result "$name" "$verdict" "exit $code, expected $status and /$word/: ${text:0:2000}"
}
