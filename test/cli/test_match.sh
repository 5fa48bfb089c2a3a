#!/usr/bin/env bash
# Matches as a user meets them: built-in players, games kept, killed and resumed. Prints TAP.
# usage: test_match.sh LABORATORY GAME
set -u
laboratory=$1 game=$2
. "$(dirname "$0")/checks.sh"
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
case $game in
chess) extension=pgn position='rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' first=e2e4
    mated='rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3' ;;
shogi) extension=csa position='lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL w - 2' first=2g2f
    mated='4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2' ;;
minishogi) extension=csa position='rbsgk/4p/5/P4/KGSBR b - 1' first=4e4d
    mated='4k/4G/4P/5/K4 w - 2' ;;
esac

match() { timeout 100 "$laboratory" match "$@"; }
games() { "$laboratory" games "$@"; }
# What a match says, without the speed.
quietly() { match "$@" --json 2>&1 | sed -E 's/"seconds":[^,]*,//'; }
same() {
    local a b
    a=$(quietly "$@" --concurrency 1) b=$(quietly "$@" --concurrency 2)
    [ "$a" = "$b" ] && echo same || printf '%s\n%s\n' "$a" "$b"
}
two="--engine name=A --engine name=B"

check "built-in players" 0 "^A - B: .* of 20 games" match $two --each nodes=50 --games 20
check "repeats are told" 0 "warning: 10 of 20 games are exact repeats" match $two --each nodes=50 --games 20
check "equal players are equal in pairs" 0 '"pairs":\[0,0,10,0,0\]' match $two --each nodes=50 --games 20 --json
check "the same on any number of threads" 0 "^same$" same --engine name=A --engine "name=B NullMove=false" --each nodes=100 --games 10 --seed 4
check "an odd number is made even" 0 '"games":4,' match $two --each nodes=10 --games 3 --json
check "limits: depth" 0 "2 of 2 games" match $two --each depth=1 --games 2
check "limits: movetime" 0 "2 of 2 games" match $two --each movetime=2 --games 2 --max-moves 30
check "limits: a clock" 0 '"time_losses":0' match $two --each tc=2+0.02 --games 2 --concurrency 1 --json
check "limits: byoyomi" 0 "2 of 2 games" match $two --each byoyomi=100 --games 2 --concurrency 1 --max-moves 20
check "limits apart" 0 "4 of 4 games" match --engine "name=A nodes=10" --engine "name=B depth=2" --games 4
check "round robin" 0 "12 of 12 games" match $two --engine name=C --each nodes=10 --games 4
check "gauntlet" 0 "8 of 8 games" match $two --engine name=C --each nodes=10 --games 4 --tournament gauntlet
check "the move limit is a draw" 0 '"wins":0,"draws":4' match $two --each nodes=1 --games 4 --max-moves 12 --random-plies 4 --json
check "adjudication" 0 "8 of 8 games" match $two --each nodes=20 --games 8 --resign 300,1 --draw 50,2,20
check "a test that rejects" 1 "LLR .*, H0 accepted" match --engine "name=A nodes=1" --engine "name=B nodes=3000" --games 400 --sprt 0,100 --resign 500,2
check "a test that accepts" 0 '"state":"H1 accepted"' match --engine "name=A nodes=3000" --engine "name=B nodes=1" --games 400 --sprt 0,100 --resign 500,2 --json
check "a test without an answer" 3 '"state":"undecided"' match $two --each nodes=10 --games 4 --sprt 0,5 --json
check "help" 0 "example:" match --help

printf '#openings\n%s\n\nstartpos moves %s\t+20\r\n%s\n' "$position" "$first" "$position bm x; id \"one\";" >"$own/openings"
check "openings" 0 "6 of 6 games" match $two --each nodes=10 --games 6 --openings "$own/openings"
printf 'startpos\nstartpos moves zz9\n' >"$own/bad"
check "a bad opening is named" 2 "bad: line 2: .*zz9" match $two --each nodes=10 --openings "$own/bad"
echo "$mated" >"$own/mated"
check "an opening where all is over" 2 "mated: line 1: the game is already over" match $two --each nodes=10 --openings "$own/mated"
: >"$own/empty"
check "no openings" 2 "there is no opening" match $two --each nodes=10 --openings "$own/empty"
check "no such file" 2 "/nonexistent: No such file" match $two --each nodes=10 --openings /nonexistent

check "one engine" 2 "at least twice" match --engine name=A
check "no limit" 2 "engine: A: it would think for ever" match $two
check "a word without a value" 2 "'x' is not KEY=VALUE" match $two --each "nodes=1 x"
check "a quote left open" 2 "a quote is not closed" match $two --each "nodes='1"
check "an option that is none" 2 "A: .*Nonsense" match $two --each "nodes=1 Nonsense=3"
check "an option out of range" 2 "A: .*Hash" match $two --each "nodes=1 Hash=-3"
check "a bad clock" 2 "tc='1:2' is not a clock" match $two --each tc=1:2
check "twice the same name" 2 "two are called A" match --engine name=A --engine name=A --each nodes=1
check "a bad test" 2 "--sprt" match $two --each nodes=1 --sprt 5
check "a test upside down" 2 "--sprt" match $two --each nodes=1 --sprt 5,0
check "a bad number" 2 "--games" match $two --each nodes=1 --games -1
check "a stray word" 2 "'stray': expected options only" match $two --each nodes=1 stray
check "resume without a file" 2 "--resume: which match" match $two --each nodes=1 --resume

# ---- games kept ----

kept() { match $two --each nodes=50 --seed 2 --concurrency 2 --db "$own/games.db" "$@"; }
check "games are kept" 0 "6 of 6 games" kept --games 6
check "games are listed" 0 "^  1      6  B +A " games "$own/games.db"
check "a match is made longer" 0 "10 of 10 games, 6 of them from earlier" kept --games 10 --resume
check "one that is over plays nothing" 0 "10 of 10 games, 10 of them" kept --games 10 --resume
check "another match" 2 "no match with these" kept --games 10 --max-moves 99 --resume
check "games by engine and winner" 0 "^0$" bash -c "'$laboratory' games '$own/games.db' --winner Z | wc -l"
check "games as json" 0 '"number":1,"first":"A".*"notes":\[\{"value"' games "$own/games.db" --json --limit 1
check "export" 0 "^10 games in" games "$own/games.db" --export "$own/all.$extension"
check "export is whole" 0 "^10$" bash -c "grep -cE '^(\[White |N\+)' '$own/all.$extension'"
check "export of nothing" 2 "no such games" games "$own/games.db" --export "$own/none.$extension" --winner Z
check "export to an unknown format" 2 "must end in one of" games "$own/games.db" --export "$own/all.doc"
# Whoever looks at a store at the moment when it is made does no harm.
: >"$own/empty.db"
check "an empty store" 2 "empty.db: an empty file, no store of games" games "$own/empty.db"
for i in 1 2 3 4 5; do
    (while [ ! -f "$own/enough$i" ]; do games "$own/watched$i.db" >/dev/null 2>&1; done) &
    match $two --each nodes=10 --games 2 --db "$own/watched$i.db" >/dev/null || echo failed
    touch "$own/enough$i"
    wait $!
done >"$own/watched" 2>&1
check "a store that is watched from the beginning" 0 "^$" cat "$own/watched"
# Cut off in the middle: what was finished is there, and the whole is as if nothing had happened.
long="$two --each nodes=300 --seed 2 --games 40 --concurrency 2 --db $own/long.db"
"$laboratory" match $long >/dev/null 2>&1 &
child=$!
for _ in $(seq 100); do
    [ -f "$own/long.db" ] && [ "$(games "$own/long.db" 2>/dev/null | wc -l)" -ge 5 ] && break
    sleep 0.1
done
kill -9 $child
wait $child 2>/dev/null
check "killed: finished games are there" 0 "  1      [1-5]  A" games "$own/long.db"
check "killed: resumed" 0 "40 of 40 games, [0-9]+ of them from earlier" match $long --resume
check "killed: as if nothing had happened" 0 "^same$" bash -c "
    a=\$('$laboratory' match $two --each nodes=300 --seed 2 --games 40 | sed -n 1,3p)
    b=\$('$laboratory' match $long --resume | sed -n 1,3p)
    [ \"\$a\" = \"\$b\" ] && echo same || echo \"\$a \$b\""
decided() {
    match --engine "name=A nodes=1" --engine "name=B nodes=3000" --games 400 --sprt 0,100 --resign 500,2 --db "$own/decided.db" "$@" |
        sed -n "/SPRT/p; s/^$game: \([0-9]* of [0-9]* games\).*/\1/p"
    return "${PIPESTATUS[0]}"
}
check "a verdict is kept" 0 "^same$" bash -c "
    $(declare -f match decided); laboratory='$laboratory' own='$own' game=$game
    a=\$(decided; echo \$?) b=\$(decided --resume; echo \$?)
    [ \"\$a\" = \"\$b\" ] && echo same || echo \"\$a \$b\""
# A store as version 1 wrote it: Chess960 was a word of the plan.
older() {
    cp "$1" "$2"
    python3 - "$2" <<'END'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as store:
    sql = {row[0]: row[1] for row in store.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'")}
    for name, column in (('match', 'chess960'), ('game', 'ended')):
        text = sql[name].replace('%s INTEGER NOT NULL DEFAULT 0,' % column, '').replace(', %s INTEGER NOT NULL DEFAULT 0' % column, '')
        store.execute(f'ALTER TABLE {name} RENAME TO old')
        store.execute(text)
        columns = ','.join(row[1] for row in store.execute(f'PRAGMA table_info({name})'))
        store.execute(f'INSERT INTO {name} SELECT {columns} FROM old')
        store.execute('DROP TABLE old')
    store.execute('PRAGMA user_version = 1')
END
}
older "$own/games.db" "$own/older.db"
check "an older store is read" 0 "^same$" bash -c "
    cmp <('$laboratory' games '$own/games.db' --json) <('$laboratory' games '$own/older.db' --json) && echo same"
check "an older store takes new games" 0 "2 of 2 games" match $two --each nodes=1 --games 2 --db "$own/older.db"
check "and has them all" 0 "^12$" bash -c "'$laboratory' games '$own/older.db' --json | wc -l"
if [ "$game" = chess ]; then
    echo "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1" >"$own/960"
    check "chess960" 0 "4 of 4 games" match $two --each nodes=50 --games 4 --chess960 --openings "$own/960" --db "$own/960.db"
    older "$own/960.db" "$own/older960.db"
    check "chess960: an older store is read" 0 "^same$" bash -c "
        cmp <('$laboratory' games '$own/960.db' --json) <('$laboratory' games '$own/older960.db' --json) && echo same"
fi
cp "$own/games.db" "$own/newer.db"
printf '\0\0\0\11' | dd of="$own/newer.db" bs=1 seek=60 conv=notrunc 2>/dev/null
check "a newer store" 2 "newer.db: written by a newer program \(version 9" games "$own/newer.db"
check "a newer store is not written to" 2 "written by a newer program" match $two --each nodes=1 --db "$own/newer.db"
head -c 9000 "$own/games.db" >"$own/cut.db"
check "a store cut short" 2 "cut.db: damaged" games "$own/cut.db"
check "a store cut short is not written to" 2 "cut.db: damaged" match $two --each nodes=1 --db "$own/cut.db"
cp "$own/games.db" "$own/holes.db"
head -c 20000 /dev/zero | tr '\0' '\377' | dd of="$own/holes.db" bs=1 seek=4096 conv=notrunc 2>/dev/null
check "a store overwritten" 2 "holes.db: damaged" games "$own/holes.db"
echo "no store of games at all, but long enough to be looked at" >"$own/text.db"
check "something else" 2 "text.db: damaged, or no store" games "$own/text.db"
check "no such store" 2 "none.db: No such file" games "$own/none.db"
check "a store nowhere" 2 "/nonexistent/a.db: No such file" match $two --each nodes=1 --db /nonexistent/a.db
check "no file named" 2 "expected one FILE" games

echo "1..$number"
