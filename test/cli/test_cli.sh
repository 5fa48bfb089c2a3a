#!/usr/bin/env bash
# The command line as a user meets it: what it prints, what it refuses, and how it exits. Prints TAP.
# usage: test_cli.sh ENGINE LAUNCHER GAME WEIGHTS
set -u
engine=$1 launcher=$2 game=$3 handmade=$4
. "$(dirname "$0")/checks.sh"

case $game in
shogi) first=30 three=25470 move=7g7f after="PP1PPPPPP" position='4k4/9/9/9/9/9/9/9/4K4 b 2P 1' ;;
minishogi) first=14 three=2512 move=5d5c after='P4/5/KGSBR' position='4k/5/5/5/K4 b P 1' ;;
chess) first=20 three=8902 move=e2e4 after='4P3' position='4k3/8/8/8/8/8/8/4K3 w - - 0 1' ;;
esac

check "help" 0 "perft" "$engine" --help
check "version" 0 "^yuragi-$game [0-9]" "$engine" --version
# Sanitizers bring their own, or, inside the program, want the compiler's.
libraries='c|m|asan|ubsan|tsan'
! grep -q __asan_init "$engine" || libraries+='|gcc_s'
check "nothing but libc and libm" 0 "^ok$" bash -c "readelf -d '$engine' | grep NEEDED | grep -vqE 'lib($libraries)\\.so' || echo ok"
check "unknown command" 2 "'frobnicate' is not a command" "$engine" frobnicate
check "control bytes are not echoed" 2 "'\?\[31m' is not a command" "$engine" $'\e[31m'

check "perft" 0 "perft 3: $three paths" "$engine" perft 3
check "perft 0" 0 "perft 0: 1 path in" "$engine" perft 0
check "perft with threads" 0 "perft 3: $three paths" "$engine" perft 3 --threads 2
check "perft divide" 0 "^$move: " "$engine" perft 2 --divide
check "perft json" 0 "\"nodes\":$three,\"seconds\":" "$engine" perft 3 --json
check "perft help" 0 "example:" "$engine" perft --help
check "perft without depth" 2 "expected one DEPTH" "$engine" perft
check "perft with a word" 2 "'abc' is not a whole number" "$engine" perft abc
check "perft negative" 2 "is not" "$engine" perft -1
check "perft absurd" 2 "99999999999999999999" "$engine" perft 99999999999999999999
check "perft threads absurd" 2 "--threads" "$engine" perft 3 --threads 100000
check "perft unknown option" 2 "--frob is not an option" "$engine" perft 3 --frob
check "perft bad position" 2 "--position: board|--position: piece" "$engine" perft 1 --position 'xyz w - - 0 1'

check "show" 0 "outcome: open" "$engine" show
check "show moves" 0 "$first legal moves" "$engine" show --moves
case $game in
chess) check "show one move" 0 "^1 legal move:" "$engine" show --moves --position 'k7/8/1K6/8/8/8/8/7R b - - 0 1' ;;
esac
check "show after moves" 0 "$after" "$engine" show --ascii --position "startpos moves $move"
check "show a bare position" 0 "outcome" "$engine" show --position "$position"
check "show json" 0 "\"legal\":\[\"" "$engine" show --json
check "show refuses an illegal move" 2 "move 2: $move is not a legal move here" "$engine" show --position "startpos moves $move $move"
check "show refuses an operand" 2 "'startpos': expected options only" "$engine" show startpos
check "show refuses a huge position" 2 "--position" "$engine" show --position "$(head -c 100000 /dev/zero | tr '\0' 'p')"
check "show is ASCII on request" 0 "^[ -~[:space:]]*$" "$engine" show --ascii

check "show with other weights" 2 "nonexistent" "$engine" show --eval /nonexistent
check "show says what the weights think" 0 "value: [-+]*[0-9]+\.[0-9][0-9] pawns" "$engine" show

commands="play show perft go mate tree bench suite options match games spsa curve selfplay samples learn weights"
for command in $commands "learn plot"; do
    # shellcheck disable=SC2086 # a command may be two words
    check "help of $command" 0 "^example: yuragi-$game $command " "$engine" $command --help
done
check "help texts fit into 80 columns" 0 "^ok$" bash -c "
    for command in $commands 'learn plot' 'learn td' 'learn records'; do '$engine' \$command --help; done | grep -E '.{81}' || echo ok"
check "options" 0 "^  Threads=1 +.*\(spin 1 to 512\)" "$engine" options
check "options of one search" 0 "^softmax: .*" "$engine" options --search softmax
check "options of one search, not of others" 0 "^0$" bash -c "'$engine' options --search softmax | grep -c NullMove; true"
check "options refuse a search" 2 "--search: 'nonesuch' is none of alphabeta" "$engine" options --search nonesuch
check "options json" 0 "^ok$" bash -c "'$engine' options --json | python3 -c '
import json, sys
rows = json.load(sys.stdin)
owners = {row[\"owner\"] for row in rows}
assert owners >= {\"player\", \"alphabeta\", \"softmax\", \"session\"}, owners
assert all(row[\"help\"] and row[\"type\"] for row in rows)
print(\"ok\")'"

own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
check "weights info" 0 "shape: pp" "$engine" weights info "$handmade"
check "weights info json" 0 "\"shape\":\"pp\",\"weights\":[0-9]+,\"scale\":16" "$engine" weights info --json "$handmade"
check "weights check" 0 "sound" "$engine" weights check "$handmade"
check "weights compressed" 0 "^$" "$engine" weights convert "$handmade" "$own/w.zst"
check "weights expanded" 0 "^$" "$engine" weights convert "$own/w.zst" "$own/w"
check "weights come back the same" 0 "^$" cmp "$handmade" "$own/w"
check "show with weights of a file" 0 "value: .0.10 pawns" "$engine" show --eval "$own/w"
head -c 1000 "$handmade" >"$own/short"
check "weights cut short" 2 "short: 1000 bytes long" "$engine" weights check "$own/short"
(cat "$handmade"; echo) >"$own/long"
check "weights too long" 2 "bytes long" "$engine" weights check "$own/long"
(head -c 5000 "$handmade"; printf 'x'; tail -c +5002 "$handmade") >"$own/damaged"
check "weights damaged" 2 "damaged, checksum" "$engine" weights check "$own/damaged"
head -c 100 "$own/w.zst" >"$own/cut.zst"
check "weights compressed and cut" 2 "damaged|not a zstd" "$engine" weights convert "$own/cut.zst" "$own/x"
check "weights of nothing" 2 "no weights that this program knows" "$engine" weights info /dev/null
check "weights of a directory" 2 "no weights that this program knows" "$engine" weights info "$own"
check "weights that cannot be exported" 2 "only kppt" "$engine" weights export "$handmade" "$own"
check "weights without action" 2 "expected one of info, check" "$engine" weights
check "weights without file" 2 "takes two files" "$engine" weights convert
check "weights with a file too many" 2 "takes one file" "$engine" weights info "$handmade" "$handmade"
check "weights inside the program" 0 "^provenance: .+" "$engine" weights info
check "weights inside the program as json" 0 "\"shape\":\"[a-z]+\",\"weights\":[0-9]+,\"scale\":[0-9]+,.*\"provenance\":\".+\",\"checksum\":\"[0-9a-f]{16}\"" "$engine" weights info --json
check "weights inside the program are sound" 0 "^the embedded weights: sound; [0-9]+ positions" "$engine" weights check
check "weights inside the program, checked as json" 0 "\"faults\":0" "$engine" weights check --json
check "laboratory help" 0 "weights" "$(dirname "$engine")/yuragi-lab-$game" --help

check "launcher" 0 "perft 3: $three" "$launcher" --game "$game" perft 3
check "launcher with =" 0 "perft 3: $three" "$launcher" --game="$game" perft 3
check "launcher help" 0 "usage: yuragi" "$launcher" --help
check "launcher refuses a game" 2 "'go' is none of shogi, minishogi, chess" "$launcher" --game go perft 3
check "launcher refuses nothing" 2 "--game needs a value" "$launcher" --game
check "launcher default is shogi" 0 "^yuragi-shogi" "$launcher" --version
check "launcher passes the exit status on" 2 "not a command" "$launcher" --game "$game" frobnicate

echo "1..$number"
