#!/usr/bin/env bash
# The curve command as a user meets it: records plain and compressed, self-play, pictures, and what it refuses.
# Prints TAP.
# usage: test_curve.sh LABORATORY GAME
set -u
laboratory=$1 game=$2
. "$(dirname "$0")/checks.sh"

# Four plies that lead back to the start position.
case $game in
shogi) round='2h3h 8b7b 3h2h 7b8b' first=b second=w ;;
minishogi) round='4e4d 2a2b 4d4e 2b2a' first=b second=w ;;
chess) round='g1f3 g8f6 f3g1 f6g8' first=w second=b ;;
esac

own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
many="$round $round $round"
once=${round%% *}
{
    printf '#result\tplayer\tmoves\n'
    printf '1-0\tx\t%s\n' "$many"
    printf '%s\tx\t%s\r\n' "$second" "$many"
    printf '\n'
    printf '?\tx\t%s\n' "$many"
    printf '1/2-1/2 startpos moves %s\n' "$many"
    printf '%s startpos moves %s' "$first" "$many"
} >"$own/games.tsv"
zstd -q "$own/games.tsv" 2>/dev/null || true # packed records are tested where the tool is installed
curve() { "$laboratory" curve "$@"; }
# What is printed, without the speed.
quietly() { "$laboratory" curve "$@" 2>&1 | sed -E '/positions\/s/d; s/"seconds".*//'; }
same() { [ "$(quietly "${@:2}" --concurrency 1 --seed "$1")" = "$(quietly "${@:2}" --concurrency 3 --seed "$1")" ] && echo same; }

check "records" 0 "^4 games: the first player won 2, drew 1, lost 1" curve "$own/games.tsv" --from-ply 0
check "records without a result are counted" 0 "left out: 1 game without a result, 0 bad records" curve "$own/games.tsv" --from-ply 0
check "every position counts" 0 "^48 positions" curve "$own/games.tsv" --from-ply 0
check "what the program takes over" 0 "^eval/winrate.h: WINRATE_A \"[0-9.e-]+\", WINRATE_TAU \"[0-9]+\"" curve --selfplay 40 --nodes 50 --seed 1
check "positions from a ply on" 0 "^8 positions" curve "$own/games.tsv" --from-ply 10
check "every third position" 0 "^1[2-6] positions" curve "$own/games.tsv" --from-ply 0 --sample 3
check "the first games only" 0 "^2 games" curve "$own/games.tsv" --from-ply 0 --max-games 2
check "records from standard input" 0 "^4 games" bash -c "'$laboratory' curve - --from-ply 0 <'$own/games.tsv'"
check "two files" 0 "^8 games" curve "$own/games.tsv" "$own/games.tsv" --from-ply 0
check "json" 0 "\"game\":\"$game\".*\"games\":4.*\"logistic\":\{\"a\":\{\"value\":" curve "$own/games.tsv" --from-ply 0 --json
check "draws as halves" 0 "as half a win" curve "$own/games.tsv" --from-ply 0 --draws half
check "pictures" 0 "^4 games" curve "$own/games.tsv" --from-ply 0 --svg "$own/a.svg" --svg-wdl "$own/b.svg"
check "pictures are whole" 0 "^2$" bash -c "tail -qn 1 '$own/a.svg' '$own/b.svg' | grep -c '^</svg>'"
check "self-play" 0 "^20 games" curve --selfplay 20 --nodes 50
check "self-play is the same on any number of threads" 0 "same" same 5 --selfplay 40 --nodes 50 --json
check "records are the same on any number of threads" 0 "same" same 5 "$own/games.tsv" --from-ply 0 --sample 2
check "help" 0 "example:" curve --help

if [ -f "$own/games.tsv.zst" ]; then
    check "compressed records" 0 "^4 games" curve "$own/games.tsv.zst" --from-ply 0
    head -c 60 "$own/games.tsv.zst" >"$own/cut.zst"
    check "compressed records cut short" 2 "cut.zst: damaged: it ends too early" curve "$own/cut.zst" --from-ply 0
    (head -c 30 "$own/games.tsv.zst"; head -c 500 /dev/zero | tr '\0' 'x') >"$own/bad.zst"
    check "compressed records damaged" 2 "bad.zst: damaged" curve "$own/bad.zst" --from-ply 0
fi
echo "not compressed" >"$own/plain.zst"
check "plain text named .zst" 2 "plain.zst: damaged" curve "$own/plain.zst"

printf '1-0\t%s\n1-0\t%s %s %s\n' "$many" "$once" "$once" "$once" >"$own/illegal.tsv"
check "an illegal move is named" 2 "illegal.tsv:2: move (2|3): $once" curve "$own/illegal.tsv" --from-ply 0
check "bad records are counted on request" 0 "1 bad record$" curve "$own/illegal.tsv" --from-ply 0 --skip-bad
printf '1-0\t%s\n' "$round" >"$own/sure.tsv"
check "fits that do not exist say why" 0 "none: " curve "$own/sure.tsv" --from-ply 0
head -c 3000 /dev/urandom | tr -d '\n\0#' >"$own/junk"
check "junk" 2 "junk:1: " curve "$own/junk"
head -c 100000 /dev/zero | tr '\0' 'a' >"$own/long"
check "an endless line" 2 "long:1: a line longer than 65536 bytes" curve "$own/long"
printf '2-0\t%s\n' "$round" >"$own/result"
check "an unknown result" 2 "result:1: '2-0' is not a result" curve "$own/result"
printf '1-0\n' >"$own/nothing"
check "a game without moves" 2 "nothing:1: there are no moves" curve "$own/nothing"
check "an empty file" 2 "no positions" curve /dev/null
check "no such file" 2 "/nonexistent: No such file" curve /nonexistent
check "a directory" 2 "Is a directory" curve "$own"
check "nothing to do" 2 "expected a FILE" curve
check "too much to do" 2 "not both" curve "$own/games.tsv" --selfplay 3
check "an absurd bin" 2 "--bin" curve "$own/games.tsv" --bin 0
check "an absurd range" 2 "--range" curve "$own/games.tsv" --bin 1 --range 30000
check "an absurd choice" 2 "--draws: 'maybe' is none of skip, half" curve "$own/games.tsv" --draws maybe
check "an unknown option of the engine" 2 "--option: " curve "$own/games.tsv" --option Nonsense=1
check "an option of the engine without value" 2 "is not NAME=VALUE" curve "$own/games.tsv" --option Hash
check "weights that do not exist" 2 "nonexistent" curve "$own/games.tsv" --option EvalFile=/nonexistent
check "a picture nowhere" 2 "/nonexistent/a.svg" curve "$own/games.tsv" --from-ply 0 --svg /nonexistent/a.svg

echo "1..$number"
