#!/usr/bin/env bash
# go, bench and suite as a user meets them, and script/margins with an engine that only pretends. Prints TAP.
# usage: test_tools.sh ENGINE LAUNCHER GAME SOURCE_ROOT
set -u
engine=$1 launcher=$2 game=$3 root=$4
. "$(dirname "$0")/checks.sh"
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT

# json NAME STATUS FIELDS COMMAND… — every line is a JSON object with these fields.
json() {
    local name=$1 status=$2 fields=$3
    shift 3
    local code
    "$@" >"$own/json" 2>"$own/errors"
    code=$?
    check "$name: exit" "$status" "^$" bash -c "cat '$own/errors'; exit $code"
    check "$name: fields" 0 "^ok$" python3 -c '
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1])]
missing = [f for row in rows for f in sys.argv[2].split() if f not in row]
print("ok" if rows and not missing else f"missing: {missing} in {len(rows)} rows")' "$own/json" "$fields"
}

suite=$root/data/suites/$game.epd
case $game in
shogi)
    mate='8k/6G2/7S1/9/9/9/9/9/4K4 b G 1' over='4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1'
    place='4k4/9/9/9/9/9/9/9/4K4 b P 1' one='P*5b' two='5i5h' bad='P*5i'
    ;;
minishogi)
    mate='4k/2G2/3S1/5/K4 b G 1' over='2k2/2G2/2G2/5/K4 w - 1'
    place='4k/5/5/5/K4 b P 1' one='P*5b' two='5e5d' bad='P*5e'
    ;;
chess)
    mate='6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1' over='R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1'
    place='4k3/8/8/8/8/8/4P3/4K3 w - -' one='e4' two='Kd2' bad='Ke8'
    ;;
esac

check "go" 0 "^best move .*, value .* nodes in" "$engine" go --depth 2
check "go shows iterations" 0 "depth +value +nodes" "$engine" go --nodes 100
check "go sees a mate" 0 "value win 1" "$engine" go --depth 2 --position "$mate"
check "go --mate found" 0 "value win 1" "$engine" go --mate 1 --nodes 10000 --position "$mate"
check "go --mate not found" 1 "best move" "$engine" go --mate 1 --depth 1
check "go at the end of a game" 1 "no legal move" "$engine" go --depth 1 --position "$over"
check "go with a search" 0 "best move" "$engine" go --search first
check "go with options" 0 "best move" "$engine" go --depth 1 --option Hash=1 --option DrawValue=-5 --threads 1 --multipv 2
check "go by time" 0 "best move" "$engine" go --movetime 50
check "go stops at Ctrl-C" 0 "^best move" timeout --preserve-status -s INT 4 "$engine" go --movetime 60000
check "go help" 0 "example: yuragi-$game go" "$engine" go --help
check "go refuses a search" 2 "nonesuch" "$engine" go --search nonesuch
check "go refuses an option" 2 "no option" "$engine" go --option Frob=1
check "go refuses half an option" 2 "is not NAME=VALUE" "$engine" go --option Frob
check "go refuses a depth" 2 "--depth: '0' is not" "$engine" go --depth 0
check "go refuses nodes" 2 "--nodes" "$engine" go --nodes -5
check "go refuses a position" 2 "--position" "$engine" go --position frob
check "go refuses an operand" 2 "--position" "$engine" go startpos
check "go on a terminal repaints" 0 "best move" script -qec "'$engine' go --depth 2" /dev/null
json "go json" 0 "bestmove ponder score_cp score_mate depth seldepth nodes nps seconds pv" "$engine" go --depth 2 --json
json "go json of several lines" 0 "bestmove lines" "$engine" go --depth 2 --multipv 3 --json
json "go json without a move" 1 "bestmove score_mate" "$engine" go --depth 1 --json --position "$over"

check "bench" 0 "^first +[0-9]+ nodes .* [0-9a-f]{16}$" "$engine" bench --search first
check "bench help" 0 "example: yuragi-$game bench" "$engine" bench --help
check "bench refuses a search" 2 "'nonesuch' is none of" "$engine" bench --search nonesuch
check "bench refuses threads" 2 "--threads" "$engine" bench --threads 0
check "bench refuses an operand" 2 "options only" "$engine" bench 5
check "bench with threads has a ratio" 0 "times the speed of one$" "$engine" bench --search first --threads 2
check "bench of each position" 0 "^ +24 " "$engine" bench --search first --verbose
json "bench json" 0 "game search nodes seconds nps signature" "$engine" bench --nodes 500 --json
signature() { "$engine" bench --nodes 500 --json | sed 's/.*"search":"\([a-z]*\)","nodes":\([0-9]*\).*"signature":/\1 \2 /'; }
check "bench says the same twice" 0 "^$" diff <(signature) <(signature)

printf '%s bm %s %s; id "right";\n%s am %s; id "wrong";\n' "$place" "$one" "$two" "$place" "$one" >"$own/two.epd"
printf '#position\tid\tmate_plies\n%s\tshort\t1\n' "$mate" >"$own/mate.tsv"
printf '%s\n' "$mate" >"$own/bare.sfen"
printf '# a comment\n\n%s bm %s;\n%s bm %s;\n' "$place" "$one" "$place" "$bad" >"$own/illegal.epd"
head -c 100000 /dev/urandom >"$own/junk"
head -c 1000000 /dev/zero | tr '\0' 'p' >"$own/long"
: >"$own/empty"
check "suite of the game" '[01]' "of [0-9]+ solved" bash -c "'$engine' suite '$suite' --depth 1 --concurrency 2 | tail -n 1"
check "suite, table of all" '[01]' "right" bash -c "'$engine' suite '$own/two.epd' --depth 1 --verbose"
check "suite solved" 0 "^1 of 1 solved" "$engine" suite "$own/mate.tsv" --depth 2
check "suite of bare positions" 0 "^1 of 1 solved" "$engine" suite --mate "$own/bare.sfen" --depth 2
check "suite of bare positions without --mate" 2 "line 1: no answer" "$engine" suite "$own/bare.sfen"
check "suite names the bad line" 2 "illegal.epd: line 4: " "$engine" suite "$own/illegal.epd"
check "suite skips bad lines" '[01]' "1 line skipped" bash -c "'$engine' suite '$own/illegal.epd' --skip-bad --depth 1"
check "suite of junk" 2 "junk: line [0-9]+: " "$engine" suite "$own/junk"
check "suite of one long line" 2 "long: line 1: " "$engine" suite "$own/long"
check "suite of nothing" 2 "there is no problem in it" "$engine" suite "$own/empty"
check "suite of no file" 2 "nonexistent" "$engine" suite /nonexistent
check "suite of a folder" 2 "regular file" "$engine" suite "$own"
check "suite without file" 2 "expected one FILE" "$engine" suite
check "suite refuses concurrency" 2 "--concurrency" "$engine" suite "$suite" --concurrency 0
check "suite refuses an option" 2 "no option" "$engine" suite "$suite" --option Frob=1
check "suite help" 0 "example: yuragi-$game suite" "$engine" suite --help
check "suite by the launcher" 0 "^1 of 1 solved" "$launcher" --game "$game" suite "$own/mate.tsv" --depth 2
json "suite json" 0 "file solved total nodes seconds problems" "$engine" suite "$own/mate.tsv" --depth 2 --json
answers() { "$engine" suite "$suite" --depth 2 --nodes 5000 --json "$@" | sed 's/"[a-z_]*seconds":[^,}]*//g'; }
check "suite is the same with more players" 0 "^$" diff <(answers) <(answers --concurrency 3)

if [ "$game" = chess ]; then
    # It needs fewer nodes where margins are scaled.
    cat >"$own/pretender" <<'END'
#!/bin/sh
nodes=1000
case "$*" in *InformationMargins=true*) nodes=900 ;; esac
echo run >>"$(dirname "$0")/runs"
echo "{\"solved\":8,\"total\":10,\"nodes\":$nodes,\"seconds\":1.0,\"problems\":[]}"
exit 1
END
    chmod +x "$own/pretender"
    mkdir -p "$own/data/chess"
    touch "$own/data/chess/wac.epd" "$own/data/chess/ecm.epd" "$own/data/chess/wcsac.epd"
    margins=("$root/script/margins" "$own/data" --engine "$own/pretender" --out "$own/margins" --depths 8)
    check "margins, a table" 0 "^\| WAC-08 \| 1,000 \| 8 / 10 \| -10.00% \| \+0.00% \|" "${margins[@]}"
    check "margins, the sum" 0 "^\| Sum-08 \| 3,000 \| 24 / 30 \| -10.00%" "${margins[@]}"
    check "margins runs nothing twice" 0 "^21$" bash -c "wc -l <'$own/runs'"
    check "margins as CSV" 0 "^Futility Pruning \(w FP - Entropy\),WCS-08,1000,8,10,-10.0,0.0" cat "$own/margins/tables.csv"
    check "margins without data" 2 "." bash -c "'$root/script/margins' /nonexistent 2>&1 | tail -n 1; exit \${PIPESTATUS[0]}"
fi

echo "1..$number"
