#!/usr/bin/env bash
# Training data as a user meets it: made of tables of games and of other programs' records, written for them,
# shuffled, learnt from; and what is refused. Prints TAP.
# usage: test_samples.sh LABORATORY GAME
set -u
laboratory=$1 game=$2
. "$(dirname "$0")/checks.sh"

# Four plies that lead back to the start position.
case $game in
shogi) round='2h3h 8b7b 3h2h 7b8b' second=w ;;
minishogi) round='4e4d 2a2b 4d4e 2b2a' second=w ;;
chess) round='g1f3 g8f6 f3g1 f6g8' second=b ;;
esac

own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
{
    printf '#result\tplayer\tmoves\n'
    printf '1-0\tx\t%s\n\n' "$round"
    printf '%s\tx\t%s\r\n' "$second" "$round"
    printf '?\tx\t%s\n' "$round"
    printf '1/2-1/2 startpos moves %s' "$round"
} >"$own/games.tsv"
samples() { "$laboratory" samples "$@"; }
# Another byte at a place of a file.
damage() { (head -c "$2" "$1"; printf '%b' "$3"; tail -c +$(($2 + 2)) "$1"); }

check "games" 0 "^12 samples of 3 games; 1 game without a result left out$" samples import "$own/games.tsv" --out "$own/a.samples"
check "what they say" 0 "^samples +12, all of them sound" samples info "$own/a.samples"
check "won, drawn and lost" 0 "won 33.3 %, drew 33.3 %, lost 33.3 %" samples info "$own/a.samples"
check "json" 0 '^\{"samples": 12, "games": 3, "unknown": 1, "bad": 0\}$' samples import "$own/games.tsv" --out "$own/b.samples" --json
check "the same again" 0 "^$" cmp "$own/a.samples" "$own/b.samples"
check "from a ply on" 0 "^3 samples of 3 games" samples import "$own/games.tsv" --from-ply 3 --out "$own/b.samples"
check "two tables, one from standard input" 0 "^24 samples of 6 games" bash -c "'$laboratory' samples import - '$own/games.tsv' --out '$own/b.samples' <'$own/games.tsv'"
check "compressed" 0 "^12 samples" samples import "$own/games.tsv" --out "$own/a.samples.zst"
check "compressed is read" 0 "^samples +12," samples info "$own/a.samples.zst"
check "a position is kept once" 0 "^4 samples, and 8 met again" samples shuffle "$own/a.samples" --out "$own/s.samples"
check "learning from it" 0 "^ +2 +8 " "$laboratory" learn records --data "$own/s.samples" --out "$own/run" --steps 2 --batch 4

printf '1-0\t%s\n1-0\t%s %s\n' "$round" "${round%% *}" "${round%% *}" >"$own/illegal.tsv"
check "an illegal move is named" 2 "illegal.tsv:2: move 2: " samples import "$own/illegal.tsv" --out "$own/no.samples"
check "bad games are counted on request" 0 "^4 samples of 1 game; 1 bad record left out$" samples import "$own/illegal.tsv" --out "$own/b.samples" --skip-bad
head -c 20 "$own/a.samples.zst" >"$own/cut.tsv.zst"
check "a table cut short" 2 "cut.tsv.zst: damaged" samples import "$own/cut.tsv.zst" --out "$own/no.samples" --skip-bad
check "no samples" 2 "there is no sample in the files: 3 games" samples import "$own/games.tsv" --from-ply 4 --out "$own/no.samples"
check "no such file" 2 "/nonexistent: No such file" samples import /nonexistent --out "$own/no.samples"
check "nothing is left of what failed" 0 "^none$" bash -c "ls '$own' | grep '^no\\.' || echo none"
check "a place that is none" 2 "/nonexistent/a.samples" samples import "$own/games.tsv" --out /nonexistent/a.samples
check "no place" 2 "import: expected --out" samples import "$own/games.tsv"
check "no file" 2 "import: expected a file" samples import --out "$own/no.samples"
check "no verb" 2 "expected info, shuffle, import or export" samples
check "an unknown verb" 2 "expected info, shuffle, import or export" samples devour "$own/a.samples"
check "help" 0 "example:" samples --help

if [ "$game" != shogi ]; then
    check "no other program" 2 "no other program has a format for samples of $game" samples export "$own/a.samples" --out "$own/no.psv"
    echo "1..$number"
    exit
fi

check "to PSV" 0 "^12 samples$" samples export "$own/a.samples" --out "$own/a.psv"
check "40 bytes each" 0 "^480$" stat -c %s "$own/a.psv"
check "from PSV" 0 "^12 samples$" samples import "$own/a.psv" --out "$own/b.samples"
check "PSV comes back the same" 0 "^$" cmp "$own/a.samples" "$own/b.samples"
cp "$own/a.psv" "$own/a.bin"
check "PSV by its other name" 0 "^24 samples$" samples import "$own/a.psv" "$own/a.bin" --out "$own/b.samples"
check "compressed PSV" 0 "^12 samples$" samples export "$own/a.samples" --out "$own/a.psv.zst"
check "compressed PSV is read" 0 "^12 samples$" samples import "$own/a.psv.zst" --out "$own/b.samples"
check "compressed PSV comes back the same" 0 "^$" cmp "$own/a.samples" "$own/b.samples"
check "to hcpe" 0 "samples\": 12" samples export "$own/a.samples" --out "$own/a.hcpe" --json
check "38 bytes each" 0 "^456$" stat -c %s "$own/a.hcpe"
check "from hcpe" 0 "^12 samples$" samples import "$own/a.hcpe" --out "$own/c.samples"
check "hcpe again" 0 "^12 samples$" samples export "$own/c.samples" --out "$own/c.hcpe"
check "hcpe comes back the same" 0 "^$" cmp "$own/a.hcpe" "$own/c.hcpe"
check "an ending that says nothing" 2 "no.txt: its name must end in .psv or .hcpe" samples export "$own/a.samples" --out "$own/no.txt"

damage "$own/a.psv" 118 '\x05' >"$own/result.psv"
check "a result that is none" 2 "result.psv: record 3: .*result is 5" samples import "$own/result.psv" --out "$own/no.samples"
check "bad records are counted" 0 "^11 samples; 1 bad record left out$" samples import "$own/result.psv" --out "$own/b.samples" --skip-bad
damage "$own/a.psv" 75 '\x11' >"$own/move.psv"
check "a move that is not legal" 2 "move.psv: record 2: .*not legal" samples import "$own/move.psv" --out "$own/no.samples"
damage "$own/a.hcpe" 0 '\xfe' >"$own/king.hcpe"
check "a position that is none" 2 "king.hcpe: record 1: " samples import "$own/king.hcpe" --out "$own/no.samples"
head -c 450 "$own/a.hcpe" >"$own/short.hcpe"
check "a file that ends too early" 2 "short.hcpe: record 12: the file ends within it" samples import "$own/short.hcpe" --out "$own/no.samples"
check "what is whole of it" 0 "^11 samples; 1 bad record" samples import "$own/short.hcpe" --out "$own/b.samples" --skip-bad
head -c 100 "$own/a.psv.zst" >"$own/cut.psv.zst"
check "compressed and cut" 2 "cut.psv.zst: damaged" samples import "$own/cut.psv.zst" --out "$own/no.samples" --skip-bad
head -c 4000 /dev/urandom >"$own/junk.psv"
check "junk" 2 "junk.psv: record 1: " samples import "$own/junk.psv" --out "$own/no.samples"
: >"$own/empty.psv"
check "an empty file" 2 "there is no sample" samples import "$own/empty.psv" --out "$own/no.samples"
damage "$own/a.samples" 182 '\x05' >"$own/bad.samples"
check "bad samples are not passed on" 2 "sample 3: .*result is 5" samples export "$own/bad.samples" --out "$own/no.psv"

# Real games there and back.
data=${YURAGI_SHARED_DATA:-}/shogi/games/games.tsv
if [ -f "$data" ]; then
    head -n 100 "$data" >"$own/real.tsv"
    check "real games" 0 "samples of" samples import "$own/real.tsv" --out "$own/r.samples"
    check "real games to PSV" 0 "samples" samples export "$own/r.samples" --out "$own/r.psv"
    check "real games to hcpe" 0 "samples" samples export "$own/r.samples" --out "$own/r.hcpe"
    check "real games from PSV" 0 "samples" samples import "$own/r.psv" --out "$own/p.samples"
    check "real games from hcpe" 0 "samples" samples import "$own/r.hcpe" --out "$own/h.samples"
    check "real games come back the same" 0 "^$" cmp "$own/r.samples" "$own/p.samples"
    samples export "$own/h.samples" --out "$own/h.hcpe" >"$own/said"
    check "real games come back the same but for their plies" 0 "^$" cmp "$own/r.hcpe" "$own/h.hcpe"
else
    result "real games # SKIP no shogi/games/games.tsv (YURAGI_SHARED_DATA is ${YURAGI_SHARED_DATA:-not set})" ok ""
fi
echo "1..$number"
