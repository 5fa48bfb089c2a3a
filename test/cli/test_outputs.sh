#!/usr/bin/env bash
# Where files go: links, pipes, devices, standard output, modes; inputs that are not replaced; files that are missing.
# Prints TAP.
# usage: test_outputs.sh ENGINE LABORATORY GAME WEIGHTS
set -u
engine=$1 laboratory=$2 game=$3 weights=$4
. "$(dirname "$0")/checks.sh"
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
export TMPDIR=$own/tmp
mkdir "$TMPDIR"
case $game in
shogi) round='2h3h 8b7b 3h2h 7b8b' ;;
minishogi) round='4e4d 2a2b 4d4e 2b2a' ;;
chess) round='g1f3 g8f6 f3g1 f6g8' ;;
esac
printf '1-0\t%s\n' "$round" >"$own/games.tsv"
lab() { "$laboratory" "$@"; }
tree() { "$engine" tree --nodes 200 "$@"; }
lab samples import "$own/games.tsv" --out "$own/a.samples" >/dev/null
# What a program writes to standard output, without the rest.
alone() { "$@" 2>/dev/null; }
# Whether an SVG and nothing else is on standard input.
is_svg() { python3 -c 'import sys, xml.dom.minidom; print(xml.dom.minidom.parse(sys.stdin.buffer).documentElement.tagName)'; }
export -f lab tree alone is_svg
export laboratory engine

# ---- what stands under the name ----

mkdir "$own/far"
ln -s far/tree.svg "$own/link.svg"
check "a link that leads nowhere yet" 0 "entropy" tree --svg "$own/link.svg"
check "the link stays" 0 "^far/tree.svg$" readlink "$own/link.svg"
check "its target is the file" 0 "^svg$" bash -c "is_svg <'$own/far/tree.svg'"
echo old >"$own/far/tree.svg"
chmod 600 "$own/far/tree.svg"
check "a link to a file" 0 "entropy" tree --svg "$own/link.svg"
check "the link stays again" 0 "^far/tree.svg$" readlink "$own/link.svg"
check "the file is replaced" 0 "^svg$" bash -c "is_svg <'$own/far/tree.svg'"
check "and keeps its mode" 0 "^600$" stat -c %a "$own/far/tree.svg"
check "no other file is left" 0 "^tree.svg$" ls "$own/far"
mkfifo "$own/pipe.svg"
check "a pipe" 0 "^svg$" bash -c "tree --svg '$own/pipe.svg' >/dev/null & is_svg <'$own/pipe.svg'"
check "stays a pipe" 0 "^fifo$" stat -c %F "$own/pipe.svg"
check "a device" 0 "entropy" tree --svg /dev/null
check "stays a device" 0 "^character special file$" stat -c %F /dev/null
check "a device that is full" 2 "/dev/full: cannot be written: No space left" bash -c "tree --svg /dev/full"
check "a folder" 2 "far: cannot be written: Is a directory" tree --svg "$own/far"
check "no such folder" 2 "/nonexistent/a.svg: cannot be written: No such file" tree --svg /nonexistent/a.svg
check "a reader that goes away" 0 "^$" bash -c "set -o pipefail; alone lab samples shuffle '$own/a.samples' --out - | true; exit 0"
check "no temporary file is left" 0 "^0$" bash -c "ls -A '$TMPDIR' | wc -l"

# ---- standard output ----

check "tree --svg -" 0 "^svg$" bash -c "alone tree --svg - | is_svg"
check "tree --svg -: the report" 0 "entropy" bash -c "tree --svg - 2>&1 >/dev/null"
check "tree --svg /dev/stdout" 0 "^svg$" bash -c "alone tree --svg /dev/stdout | is_svg"
check "to a file behind standard output" 0 "^svg$" bash -c "alone tree --svg /dev/stdout >'$own/out.svg'; is_svg <'$own/out.svg'"
check "after what is there" 0 "^before$" bash -c "{ echo before; alone tree --svg -; } >'$own/both'; head -n 1 '$own/both'"
check "tree --dot -" 0 "^digraph" bash -c "alone tree --dot - | head -n 1"
check "both" 2 "only one file can go to standard output" tree --svg - --dot /dev/stdout
check "no file of that name" 1 "^$" bash -c "cd '$own' && alone tree --svg - >/dev/null; ls | grep -x -- -"
check "samples import --out -" 0 "^4 samples of 1 game$" bash -c "lab samples import '$own/games.tsv' --out - 2>&1 >'$own/b.samples'"
check "the bytes are the same" 0 "^$" cmp "$own/a.samples" "$own/b.samples"
check "samples in a pipe" 0 "^samples +4, all" bash -c "alone lab samples shuffle '$own/a.samples' --out - | lab samples info -"
check "curve --svg -" 0 "^svg$" bash -c "alone lab curve --selfplay 2 --nodes 20 --svg - | is_svg"
check "curve, twice" 2 "only one file" lab curve --selfplay 2 --nodes 20 --svg - --svg-wdl -
lab learn records --data "$own/a.samples" --out "$own/plotted" --steps 2 --batch 2 >/dev/null 2>&1
check "learn plot --svg -" 0 "^svg$" bash -c "lab learn plot '$own/plotted' --svg - | is_svg"
check "no store" 2 "--db: expected a file" lab match --engine name=a --engine name=b --each nodes=1 --db -
check "no state" 2 "--state: expected a file" lab spsa --tune FutilityMargin --state -
check "no game" 2 "--save: .*-: the name must end in one of" "$engine" play --save -
check "weights to .zst" 0 "^$" lab weights convert "$weights" "$own/w.weights.zst"
check "weights convert -" 0 "^$" bash -c "lab weights convert '$own/w.weights.zst' - | cmp - '$weights'"
if [ "$game" = shogi ]; then
    check "samples export --out -" 2 "standard output has no extension; say --format" lab samples export "$own/a.samples" --out -
    check "samples export --format" 0 "^160$" bash -c "alone lab samples export '$own/a.samples' --out - --format psv | wc -c"
fi

# ---- inputs ----

cp "$own/a.samples" "$own/kept"
ln -s a.samples "$own/s.samples"
ln "$own/a.samples" "$own/h.samples"
mkdir "$own/parts"
cp "$own/a.samples" "$own/parts/1.samples"
cp "$own/games.tsv" "$own/kept.tsv"
also="is also an input; write to another place"
check "shuffle onto its input" 2 "a.samples: $also" lab samples shuffle "$own/a.samples" --out "$own/a.samples"
check "by another spelling" 2 "$also" lab samples shuffle "$own/a.samples" --out "$own/far/../a.samples"
check "by a link" 2 "$also" lab samples shuffle "$own/a.samples" --out "$own/s.samples"
check "from a link" 2 "$also" lab samples shuffle "$own/s.samples" --out "$own/a.samples"
check "by a hard link" 2 "$also" lab samples shuffle "$own/h.samples" --out "$own/a.samples"
check "by its folder" 2 "$also" lab samples shuffle "$own/parts" --out "$own/parts/1.samples"
check "import onto its input" 2 "games.tsv: $also" lab samples import "$own/games.tsv" --out "$own/games.tsv"
check "export onto its input" 2 "$also" lab samples export "$own/a.samples" --format psv --out "$own/a.samples"
check "weights onto themselves" 2 "$also" lab weights convert "$own/w.weights.zst" "$own/w.weights.zst"
check "weights export onto its input" 2 "far: $also" lab weights export "$own/far" "$own/far"
check "a curve onto its games" 2 "games.tsv: $also" lab curve "$own/games.tsv" --svg "$own/games.tsv"
check "samples are as before" 0 "^$" cmp "$own/a.samples" "$own/kept"
check "games are as before" 0 "^$" cmp "$own/games.tsv" "$own/kept.tsv"
check "others are written" 0 "^4 samples" lab samples shuffle "$own/a.samples" --out "$own/c.samples"

# A file of weights that turns out to be damaged replaces nothing.
{ head -c 300 "$weights"; head -c 100 /dev/zero | tr '\0' x; tail -c +401 "$weights"; } >"$own/bad.weights"
if zstd -q "$own/bad.weights" -o "$own/bad.weights.zst" 2>/dev/null; then
    echo precious >"$own/precious"
    check "damaged weights" 2 "bad.weights.zst: damaged" lab weights convert "$own/bad.weights.zst" "$own/precious"
    check "replace nothing" 0 "^precious$" cat "$own/precious"
else
    result "damaged weights # SKIP there is no zstd" ok ""
fi

# ---- files that are missing ----

no=/nonexistent/file
missing() { check "missing: ${*:2:4}" 2 "$no[^:]*: .*No such file" "$@"; }
missing "$engine" suite $no
missing "$engine" go --option EvalFile=$no --nodes 1
missing "$engine" tree --option EvalFile=$no --nodes 1
missing "$engine" bench --option EvalFile=$no
missing lab curve $no
missing lab samples info $no
missing lab samples shuffle $no --out "$own/x"
missing lab samples import $no --out "$own/x"
missing lab samples import $no.psv --out "$own/x"
missing lab learn records --data $no --out "$own/run" --steps 1
missing lab learn records --data "$own/a.samples" --from $no --out "$own/run" --steps 1
missing lab learn plot $no
missing lab weights info $no
missing lab weights check $no
missing lab weights convert $no "$own/x"
missing lab weights convert $no "$own/x.zst"
missing lab weights convert $no.zst "$own/x"
missing lab weights export $no "$own/x"
missing lab selfplay --openings $no --out "$own/x"
missing lab spsa --tune FutilityMargin --openings $no --state "$own/state"
missing lab spsa --tune FutilityMargin --state $no --resume
missing lab match --engine name=a --engine name=b --each nodes=1 --openings $no
missing lab match --engine name=a --engine "name=b eval=$no" --each nodes=1
missing lab match --engine name=a --engine name=b --each nodes=1 --db $no --resume
missing lab match --engine name=a --engine name=b --each nodes=1 --db $no
missing lab games $no
check "a folder is no store" 2 "far: Is a directory|far: is not a regular file" lab games "$own/far"

echo "1..$number"
