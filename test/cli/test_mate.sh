#!/usr/bin/env bash
# The command mate as a user meets it. Prints TAP.
# usage: test_mate.sh ENGINE GAME
set -u
engine=$1 game=$2
. "$(dirname "$0")/checks.sh"
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT

case $game in
shogi) one='8k/9/8P/9/9/9/9/9/4K4 b G 1' mating='G\*1b' protocol='G\*1b' more='9/8L/9/6GRP/6GR1/8k/9/9/9 b 2b2g4s4n3l17p 1' ;;
minishogi) one='4k/5/4P/5/K4 b G 1' mating='G\*1b' protocol='G\*1b' more='1r2k/P2gp/3S1/2s1b/KGR2 w b 14' ;;
chess) one='4k3/8/4K3/8/8/8/8/R7 w - - 0 1' mating='Ra8#' protocol=a1a8 more='5r1k/6pp/7N/8/8/1Q6/6PP/6K1 w - - 0 1' ;;
esac
printf '%s\n' "$one" "$more" >"$own/two.txt"
printf '#position\tid\n%s\tfirst\n' "$one" >"$own/table.tsv"
printf '%s\n' "$one" xyz >"$own/bad.txt"

check "a mate in one" 0 " mate +1 .* $mating$" "$engine" mate --position "$one"
check "a longer mate" 0 " mate +([3-9]|1[0-9]) " "$engine" mate --position "$more"
check "no mate" 1 " nomate +0 " "$engine" mate --position startpos
check "unknown" 1 " unknown +0 " "$engine" mate --position "$more" --nodes 1
check "the summary" 1 "^0 of 1 mate, 1 no mate, 0 unknown, " "$engine" mate --position startpos
check "a file" 0 "^2 of 2 mate, " "$engine" mate "$own/two.txt" --hash 1
check "files, two at a time" 0 "^3 of 3 mate, " "$engine" mate "$own/two.txt" "$own/table.tsv" --threads 2 --movetime 20000
check "the name of a problem" 0 "^first +mate " "$engine" mate "$own/table.tsv"
check "json" 0 "^\{\"id\":\"first\",\"result\":\"mate\",\"length\":1,\"line\":\[\"$protocol\"\],\"nodes\":[0-9]+,\"seconds\":[0-9.e-]+\}$" \
    "$engine" mate --json "$own/table.tsv"
check "json, one object a problem" 0 "^2$" bash -c "'$engine' mate --json '$own/two.txt' | wc -l"
check "a shortest mate" 0 " mate +([3-9]|1[01]) " "$engine" mate --shortest --position "$more"
check "a shortest mate is proved" 0 ", 1 proved shortest" "$engine" mate --shortest --position "$more"
check "json of a shortest mate" 0 "\"shortest\":true" "$engine" mate --shortest --json --position "$more"
check "the lengths" 0 "^ +1 +2 " "$engine" mate "$own/table.tsv" "$own/table.tsv"
check "a skipped line" 0 "^1 of 1 mate, .*1 line skipped" "$engine" mate --skip-bad "$own/bad.txt"
check "a bad line" 2 "bad.txt: line 2: " "$engine" mate "$own/bad.txt"
check "a bad position" 2 "position" "$engine" mate --position xyz
check "a missing file" 2 "/nonexistent: .*No such file" "$engine" mate /nonexistent
check "no problem" 2 "either --position or files" "$engine" mate
check "a position and a file" 2 "either --position or files" "$engine" mate "$own/two.txt" --position startpos
check "too much memory" 2 "is more than the" "$engine" mate --position startpos --hash 2000000000

echo "1..$number"
