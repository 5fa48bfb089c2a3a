#!/usr/bin/env bash
# Tuning as a user meets it: values that a seed repeats, a state that survives Ctrl-C and kill -9, what is refused. Prints TAP.
# usage: test_spsa.sh LABORATORY GAME
set -u
laboratory=$1 game=$2
. "$(dirname "$0")/checks.sh"
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT

spsa() { timeout 100 "$laboratory" spsa "$@"; }
two="--tune FutilityMargin=1000,0,2000,300,0.5 --tune CurveA=,0.0001,0.05,0.002"
quick="--each nodes=100 --max-moves 100 --resign 300,2 --concurrency 1"
# The values a state ends with.
values() { grep -E '^(whole|real|done) ' "$1"; }
same() { diff <(values "$1") <(values "$2") >&2 && echo same; }

check "a table" 0 "^FutilityMargin +1000 " spsa $two $quick --iterations 12 --state "$own/a"
check "it is kept" 0 "^done 12$" cat "$own/a"
check "options to paste" 0 "^FutilityMargin=[0-9]+ CurveA=0\.[0-9]+$" spsa $two $quick --iterations 12 --state "$own/paste"
check "the same seed, the same values" 0 "^same$" same "$own/a" "$own/paste"
check "one JSON object" 0 '^\{"game":"'"$game"'","iterations":2,.*"name":"CurveA","start":' \
    spsa $two $quick --iterations 2 --state "$own/json" --json
check "another seed" 0 "iterations" spsa $two $quick --iterations 60 --state "$own/seed" --seed 9
check "many games of one seed" 0 "iterations" spsa $two $quick --iterations 60 --state "$own/many"
check "another seed, other values" 1 "^. whole FutilityMargin" same "$own/many" "$own/seed"
check "more games an iteration, made even" 0 " 3 iterations; 12 games" \
    spsa $two $quick --iterations 3 --games-per-iteration 3 --state "$own/games"
check "several at a time" 0 "6 iterations; 12 games, 2 at a time" spsa $two $quick --concurrency 2 --iterations 6 --state "$own/threads"
echo startpos >"$own/openings"
check "openings" 0 "2 iterations" spsa $two $quick --openings "$own/openings" --iterations 2 --state "$own/opened"
check "what the engine was told is the start" 0 "^FutilityMargin +77 " \
    spsa --tune FutilityMargin --each "nodes=10 FutilityMargin=77" --iterations 1 --state "$own/told"
check "help" 0 "example:" spsa --help

# ---- interrupted ----

long="$two $quick --iterations 450 --seed 3"
# cut SIGNAL FILE — begins it and ends it in the middle; prints the exit status.
cut() {
    "$laboratory" spsa $long --state "$2" >/dev/null 2>&1 &
    local child=$!
    for _ in $(seq 200); do
        grep -qE '^done [1-9]' "$2" 2>/dev/null && break
        sleep 0.05
    done
    kill "$1" $child
    wait $child 2>/dev/null
    echo "exit $?"
}
check "a whole run" 0 "450 iterations" spsa $long --state "$own/whole"
check "killed" 0 "exit 137" cut -9 "$own/killed"
check "killed: resumed" 0 "450 iterations, ([1-9][0-9]?|[1-3][0-9][0-9]|4[0-4][0-9]) of them from earlier" spsa $long --state "$own/killed" --resume
check "killed: as if nothing had happened" 0 "^same$" same "$own/whole" "$own/killed"
check "one that is over plays nothing" 0 "450 iterations, 450 of them from earlier; 0 games" spsa $long --state "$own/killed" --resume
cp "$own/whole" "$own/more"
check "more than were planned" 0 "452 iterations, 450 of them" spsa $long --iterations 452 --state "$own/more" --resume
check "still planned as at first" 0 "^iterations 450$" cat "$own/more"
# A shell without job control starts what it does not wait for deaf to Ctrl-C.
set -m
check "Ctrl-C" 0 "exit 1$" cut -INT "$own/stopped"
set +m
check "Ctrl-C: resumed" 0 "450 iterations, [1-9][0-9]* of them" spsa $long --state "$own/stopped" --resume
check "Ctrl-C: as if nothing had happened" 0 "^same$" same "$own/whole" "$own/stopped"

# ---- refused ----

bad() { spsa --state "$own/none" "$@"; }
check "nothing to tune" 2 "expected --tune" bad --each nodes=1
check "no state" 2 "expected --state" spsa --tune CurveA
check "a state that is there" 2 "a is there already; go on with it by --resume" spsa $two $quick --state "$own/a"
check "no such option" 2 "--tune: there is no option .*did you mean FutilityMargin" bad --tune FutilityMargn
check "not a number" 2 "--tune: NullMove is not a number" bad --tune NullMove
check "beyond the option's range" 2 "FutilityMargin: from -5 to 10000 is not within" bad --tune FutilityMargin=1,-5
check "a start out of the range" 2 "FutilityMargin: 7 is not between 10 and 20" bad --tune FutilityMargin=7,10,20
check "a step of nothing" 2 "FutilityMargin: a step of 0" bad --tune FutilityMargin=15,10,20,0
check "what is no number" 2 "'FutilityMargin=a' is not NAME=START" bad --tune FutilityMargin=a
check "twice the same" 2 "FutilityMargin: there are two" bad --tune FutilityMargin --tune futilitymargin
check "no limit" 2 "--each: engine: it would think for ever" bad --tune CurveA --each Hash=1
check "a bad option" 2 "--each: there is no option" bad --tune CurveA --each "nodes=1 Nonsense=1"
check "another program" 2 "--each: only the built-in engine" bad --tune CurveA --each "nodes=1 cmd=true"
check "a bad rate" 2 "--rate: '0' is not" bad --tune CurveA --rate 0
check "a bad number" 2 "--iterations" bad --tune CurveA --iterations 0
check "a stray word" 2 "'stray': expected options only" bad --tune CurveA stray
check "no such openings" 2 "/nonexistent: No such file" bad --tune CurveA --openings /nonexistent
check "a place that cannot be written" 2 "/nonexistent/a" spsa --tune CurveA --state /nonexistent/a
check "resume from nothing" 2 "none: No such file" bad --tune CurveA --resume
check "resume with other parameters" 2 "a: it tunes 2 parameters, not 1" spsa --tune CurveA --state "$own/a" --resume
check "resume from another start" 2 "a: parameter 1 was FutilityMargin=1000,0,2000,300,0.5 and is another now" \
    spsa ${two/1000/999} $quick --state "$own/a" --resume
check "resume with another seed" 2 "a: it was begun with seed 0, not 5" spsa $two $quick --seed 5 --state "$own/a" --resume
: >"$own/empty"
check "an empty state" 2 "empty: not the state of a tuning" spsa $two $quick --state "$own/empty" --resume
echo "something else" >"$own/text"
check "something else" 2 "text: not the state of a tuning" spsa $two $quick --state "$own/text" --resume
check "something else is left alone" 0 "^something else$" cat "$own/text"

echo "1..$number"
