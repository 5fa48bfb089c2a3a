#!/bin/sh
# Runs one fuzz target for YURAGI_FUZZ_SECONDS (2) on a copy of its seeds and reports in one line.
#
#     run_fuzz.sh PROGRAM SEEDS DICTIONARY FINDINGS [libFuzzer options]
#
# The files of libFuzzer stay in a temporary directory, which is removed. Only an input that caused a failure is
# kept, in the directory FINDINGS; then the exit is 1 and the end of the log follows the line.
set -eu

program=$1 seeds=$2 dictionary=$3 findings=$4
shift 4
name=${program##*/}
seconds=${YURAGI_FUZZ_SECONDS:-2}
case $seconds in
'' | *[!0-9]* | 0)
    echo "$name: YURAGI_FUZZ_SECONDS is '$seconds', expected a number of seconds" >&2
    exit 2
    ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM
mkdir "$work/corpus" "$work/artifacts"
cp "$seeds"/* "$work/corpus"

# One input may take 10 s, all of them 1 GiB. If libFuzzer itself hangs, `timeout` ends it.
ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1} \
UBSAN_OPTIONS=${UBSAN_OPTIONS:-halt_on_error=1:print_stacktrace=1} \
    timeout --kill-after=10 $((seconds + 60)) "$program" -max_total_time="$seconds" -timeout=10 \
    -rss_limit_mb=1024 -print_final_stats=1 -dict="$dictionary" \
    -artifact_prefix="$work/artifacts/" "$@" "$work/corpus" >"$work/log" 2>&1 && status=0 || status=$?

runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log")
coverage=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$work/log" | tail -n 1)
if [ "$status" -eq 0 ] && [ -n "$runs" ]; then
    echo "$name: no finding in $runs runs, $seconds s, $coverage edges covered"
    exit 0
fi

kept=nothing
for artifact in "$work"/artifacts/*; do
    [ -f "$artifact" ] || continue
    mkdir -p "$findings"
    kept=$findings/$name-${artifact##*/}
    cp "$artifact" "$kept"
done
reason=$(grep -m 1 -E 'failed check|runtime error|Assertion|ERROR: ' "$work/log" || true)
echo "$name: FINDING (exit $status): ${reason:-see the log}; input kept: $kept"
tail -n 60 "$work/log" >&2
exit 1
