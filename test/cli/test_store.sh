#!/usr/bin/env bash
# Stores of games: read-only, old, used by two matches at a time; and the games in files. Prints TAP.
# usage: test_store.sh LABORATORY GAME
set -u
laboratory=$1 game=$2
. "$(dirname "$0")/checks.sh"
own=$(mktemp -d)
trap 'chmod -R u+w "$own"; rm -rf "$own"' EXIT
chmod 755 "$own"
here=$(dirname "$0")
match() { timeout 100 "$laboratory" match --engine name=A --engine name=B "$@"; }
games() { "$laboratory" games "$@"; }
# Without the rights of the superuser.
plainly() {
    if [ "$(id -u)" = 0 ]; then setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; else "$@"; fi
}
match --each nodes=30 --games 4 --max-moves 40 --db "$own/games.db" >/dev/null

# ---- read-only ----

mkdir "$own/locked"
cp "$own/games.db" "$own/locked/a?b%25.db"
cp "$own/games.db" "$own/locked/old.db"
python3 - "$own/locked/old.db" <<'END'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as store:
    store.execute("ALTER TABLE match DROP COLUMN chess960")
    store.execute("ALTER TABLE game DROP COLUMN ended")
    store.execute("PRAGMA user_version = 1")
    store.execute("PRAGMA journal_mode = DELETE")
END
cp "$own/locked/old.db" "$own/old.db"
chmod 444 "$own"/locked/*
chmod 555 "$own/locked"
if plainly "$laboratory" --version >/dev/null 2>&1; then
    check "a read-only store" 0 "^4$" bash -c "$(declare -f plainly); plainly '$laboratory' games '$own/locked/a?b%25.db' --json | wc -l"
    check "an old one" 0 "^4$" bash -c "$(declare -f plainly); plainly '$laboratory' games '$own/locked/old.db' --json | wc -l"
    check "a match is refused there" 2 "old.db: Permission denied" plainly "$laboratory" match --engine name=A --engine name=B --each nodes=1 --db "$own/locked/old.db"
else
    result "read-only stores # SKIP another user cannot start the program" ok ""
fi
check "nothing is beside it" 0 "^2$" bash -c "ls '$own/locked' | wc -l"
check "an old store is read" 0 "^4$" bash -c "'$laboratory' games '$own/old.db' --json | wc -l"
check "and is as it was" 0 "^$" cmp "$own/old.db" "$own/locked/old.db"
check "nothing is beside it either" 1 "^$" bash -c "ls '$own' | grep -e -wal -e -shm"

# ---- two matches ----

long="--each nodes=2000 --seed 3 --games 1000 --concurrency 1 --db $own/two.db"
"$laboratory" match --engine name=A --engine name=B $long >/dev/null 2>&1 &
child=$!
for _ in $(seq 100); do
    [ "$(games "$own/two.db" 2>/dev/null | wc -l)" -ge 1 ] && break
    sleep 0.1
done
check "the same match twice at a time" 2 "two.db: match 1 is being played by another program" match $long --resume
check "another match at the same time" 0 "4 of 4 games" match --each nodes=20 --games 4 --db "$own/two.db"
kill -9 $child
wait $child 2>/dev/null
check "the lock ends with the program" 0 "of 4 games" match --each nodes=2000 --seed 3 --games 4 --concurrency 1 --db "$own/two.db" --resume
check "the other match is whole" 0 "^4$" bash -c "'$laboratory' games '$own/two.db' --match 2 --json | wc -l"
# Both make the file.
for i in 1 2 3 4 5; do
    for seed in 1 2 3; do
        match --each nodes=1 --games 2 --seed $seed --db "$own/new$i.db" >/dev/null &
    done
    wait
    games "$own/new$i.db" | wc -l
done >"$own/made" 2>&1
check "stores that three matches make" 0 "^5 6$" bash -c "sort '$own/made' | uniq -c | tr -s ' ' | sed 's/^ //'"

# ---- games in files ----

case $game in chess) formats="uci pgn" single="" ;; *) formats="usi csa" single="kif kifu" ;; esac
for extension in $formats $single tsv; do
    check ".$extension: a file each" 0 "^4 games in 4 files, $own/$extension-%d.$extension$" games "$own/games.db" --export "$own/$extension-%d.$extension"
    check ".$extension: four of them" 0 "^4$" bash -c "ls '$own' | grep -c '^$extension-[1-4].$extension\$'"
    check ".$extension: none is replaced" 2 "$extension-1.$extension: exists already" games "$own/games.db" --export "$own/$extension-%d.$extension"
    rm "$own/$extension-1.$extension"
    check ".$extension: nor half of them" 2 "$extension-2.$extension: exists already" games "$own/games.db" --export "$own/$extension-%d.$extension"
    check ".$extension: none is written then" 2 "No such file" ls "$own/$extension-1.$extension"
    case $extension in
    csa | kif | kifu | pgn)
        check ".$extension: read again" 0 "^[1-9P-S]|^[a-hNO]" python3 "$here/read_record.py" "$own/$extension-2.$extension" ;;
    esac
done
for extension in $formats tsv; do
    check ".$extension: all in one file" 0 "^4 games in $own/all.$extension$" games "$own/games.db" --export "$own/all.$extension"
    check ".$extension: standard output holds the same" 0 "^$" bash -c "'$laboratory' games '$own/games.db' --export - --format $extension 2>/dev/null | cmp - '$own/all.$extension'"
done
for extension in $single; do
    check ".$extension: one file cannot hold them" 2 "a file .$extension holds one game; name the files like game-%d.$extension" games "$own/games.db" --export "$own/all.$extension"
    check ".$extension: one game" 0 "^1 game in $own/one.$extension$" games "$own/games.db" --number 2 --export "$own/one.$extension"
done
check "numbers with zeros" 0 "in 4 files" games "$own/games.db" --export "$own/z%03d.tsv"
check "their names" 0 "^4$" bash -c "ls '$own' | grep -c '^z00[1-4].tsv'"
check "one file" 0 "^1 game in 1 file, " games "$own/games.db" --limit 1 --export "$own/o%d.tsv"
check "the summary is not in standard output" 0 "^4 games in standard output$" bash -c "'$laboratory' games '$own/games.db' --export - --format tsv 2>&1 >/dev/null"
check "standard output without a format" 2 "standard output has no extension; say --format" games "$own/games.db" --export -
check "a format that is none" 2 "--format: 'doc'" games "$own/games.db" --export - --format doc
cp "$own/games.db" "$own/games.tsv"
check "a store onto itself" 2 "games.tsv: is also an input" games "$own/games.tsv" --export "$own/games.tsv"

# The table is what other commands read.
match --each nodes=30 --games 20 --random-plies 8 --db "$own/table.db" >/dev/null
check "a table" 0 "^20 games in" games "$own/table.db" --export "$own/table.tsv"
check "for samples import" 0 "^[0-9]+ samples of 20 games$" "$laboratory" samples import "$own/table.tsv" --out "$own/table.samples"
check "for samples" 0 "all of them sound" "$laboratory" samples info "$own/table.samples"
check "for curve" 0 "^20 games: the first player won" "$laboratory" curve "$own/table.tsv"
check "with the same results" 0 "^same$" bash -c "
    a=\$('$laboratory' games '$own/table.db' --json | grep -c '\"result\":\"1-0\"')
    '$laboratory' curve '$own/table.tsv' | grep -q \"won \$a,\" && echo same"

# ---- how games end ----

ends() { games "$own/$1.db" --export - --format "$2" 2>/dev/null; }
match --each nodes=1 --games 2 --random-plies 2 --max-moves 6 --db "$own/limit.db" >/dev/null
match --each nodes=300 --games 4 --random-plies 30 --resign 1,1 --db "$own/values.db" >/dev/null
match --each nodes=30 --games 2 --random-plies 4 --draw 30000,1,6 --db "$own/drawn.db" >/dev/null
export -f ends games
export own laboratory
check "games that ended by values" 0 "values" games "$own/values.db"
if [ "$game" = chess ]; then
    check "adjudication in PGN" 0 '^\[Termination "adjudication"\]' ends values pgn
    check "it has a winner" 0 '^\[Result "(1-0|0-1)"\]' ends values pgn
    check "a draw by values in PGN" 0 '^\[Termination "adjudication"\]' ends drawn pgn
else
    check "the move limit in CSA" 0 "^%MAX_MOVES$" ends limit csa
    check "the move limit in KIF" 0 "最大手数" games "$own/limit.db" --number 1 --export /dev/stdout --format kif
    check "adjudication in CSA" 0 "^'\*adjudication: [+-] wins$" ends values csa
    check "no player resigned" 1 "^0$" bash -c "ends values csa | grep -c -e TORYO -e HIKIWAKE"
    check "adjudication in KIF" 0 "^\*裁定により[先後]手の勝ち$" games "$own/values.db" --finish values --limit 1 --export - --format kif
    check "a draw by values in CSA" 0 "^'\*adjudication: draw$" ends drawn csa
    check "a draw by values in KIF" 0 "手で引き分け$" games "$own/drawn.db" --number 1 --export - --format kif
fi
printf '%s\n' "$(ends drawn tsv | cut -f 1,4 | sort -u)" >"$own/drawn"
check "a draw by values in a table" 0 "^1/2-1/2	adjudication$" cat "$own/drawn"

echo "1..$number"
