#!/usr/bin/env bash
# Matches as a user meets them: built-in players, programs that misbehave, games kept, killed and resumed. Prints TAP.
# usage: test_match.sh LABORATORY ENGINE GAME
set -u
laboratory=$1 engine=$2 game=$3
. "$(dirname "$0")/checks.sh"
own=$(mktemp -d)
fake=$own/fake_engine.py # a path of its own, to see whether anything of it is left
cp "$(dirname "$0")/fake_engine.py" "$fake"
trap 'rm -rf "$own"' EXIT
case $game in
chess) proto=uci extension=pgn position='rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' first=e2e4
    mated='rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3' ;;
shogi) proto=usi extension=csa position='lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL w - 2' first=2g2f
    mated='4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2' ;;
minishogi) proto=usi extension=csa position='rbsgk/4p/5/P4/KGSBR b - 1' first=4e4d
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
check "a test that decides" 1 "rejected" match --engine "name=A nodes=1" --engine "name=B nodes=3000" --games 400 --sprt 0,100 --resign 500,2
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

# ---- programs ----

other() { match --engine name=A --engine "name=B cmd='$engine' proto=$proto" --each nodes=50 --games 4 "$@"; }
check "our own program" 0 "^A - B: .* of 4 games" other
check "in the program as in the process" 0 '"pairs":\[0,0,2,0,0\]' other --json
bad() { # MODE OPTIONS…
    match --engine name=A --engine "name=B cmd='$fake' arg=$1 arg='$engine' proto=$proto" --each nodes=20 --games 4 --timeout 2000 \
        --concurrency 2 --json "${@:2}" 2>&1
}
lost() { echo "\"name\":\"B\",\"games\":4,\"wins\":0,\"draws\":0,\"losses\":4,$1"; }
check "hangs" 0 "$(lost '.*"hangs":4')" bad hang
check "hangs: the transcript is shown" 0 "B lost by hang" bad hang
check "crashes" 0 "$(lost '.*"crashes":4')" bad crash
check "illegal answers" 0 "$(lost '.*"illegal":4')" bad illegal
check "illegal answers: the transcript is shown" 0 "< bestmove 1z9q" bad illegal
check "a wrong claim" 0 "$(lost '.*"illegal":4')" bad win
check "resigns" 0 "$(lost '.*"illegal":0')" bad resign
check "answers twice" 0 '"games":4,.*"crashes":0,"illegal":0' bad twice --concurrency 1
check "talks without end" 0 "$(lost '.*"crashes":4|.*"hangs":4')" bad endless
check "shouts" 0 '"games":4,.*"crashes":0,"illegal":0,"hangs":0' bad shout --max-moves 20 --timeout 20000
check "complains" 0 '"games":4,.*"crashes":0,"illegal":0,"hangs":0' bad stderr --max-moves 20 --timeout 20000
check "babbles" 0 '"games":4,.*"crashes":0,"illegal":0,"hangs":0' bad junk --max-moves 20 --timeout 20000
check "oversteps its time" 0 "$(lost '"time_losses":4')" \
    match --engine "name=A nodes=20" --engine "name=B cmd='$fake' arg=late arg='$engine' proto=$proto tc=1" --games 4 --json
check "never says hello" 2 "B: no u[sc]iok after 300 ms" bad mute --timeout 300
check "dies at once" 2 "B: instead of u[sc]iok" bad stillborn
check "is no program" 2 "[AB]: cannot start /etc/passwd" match $two --each "nodes=1 cmd=/etc/passwd"
check "is nowhere" 2 "no program nonesuch-engine" match $two --each "nodes=1 cmd=nonesuch-engine"
check "has no such option" 2 "B: it has no option Nonsense" \
    match --engine name=A --engine "name=B cmd='$engine' proto=$proto option.Nonsense=1" --each nodes=1
if [ "$game" = chess ]; then
    printf '%s\n' 'bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1' 'rnqbkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNQBKBNR w KQkq - 0 1' >"$own/960"
    shuffled() { match --engine name=A --engine "name=B cmd='$engine'" --each nodes=50 --games 4 --chess960 --openings "$own/960" "$@"; }
    check "Chess960" 0 '"time_losses":0,"crashes":0,"illegal":0,"hangs":0,"engines"' shuffled --json --db "$own/960.db"
    "$laboratory" games "$own/960.db" --export "$own/960.pgn" >/dev/null
    check "Chess960: games say so" 0 "^4 4 4$" bash -c "
        echo \$(grep -c 'Variant .Chess960' '$own/960.pgn') \$(grep -c 'SetUp .1' '$own/960.pgn') \$(grep -c 'FEN .*KQkq' '$own/960.pgn')"
    check "Chess960: without positions" 2 "--chess960: give it starting positions" match $two --each nodes=1 --chess960
else
    check "Chess960 is chess" 2 "--chess960: there is no such thing in $game" match $two --each nodes=1 --chess960
fi

# ---- pondering ----

check "built-in players ponder" 0 '"time_losses":0' match $two --each "tc=3+0.05 ponder=true" --games 2 --max-moves 40 --concurrency 1 --json
check "ponder: yes or no" 2 "ponder='x' is neither" match $two --each "nodes=1 ponder=x"
ponderer() { # MODE OPTIONS…
    match --engine "name=A movetime=20" --engine "name=B cmd='$fake' arg=$1 arg='$engine' arg='$own/log' proto=$proto ponder=true nodes=300" \
        --games 4 --max-moves 40 --timeout 2000 --concurrency 1 --json "${@:2}" 2>&1
}
sound='"games":4,.*"time_losses":0,"crashes":0,"illegal":0,"hangs":0,"engines"'
check "a program ponders" 0 "$sound" ponderer ponder
check "ponder: guesses are right" 0 "^ponderhit" cat "$own/log"
check "ponder: guesses are wrong" 0 "^stop" cat "$own/log"
check "ponder: the option is set" 0 "^setoption name (USI_)?Ponder value true" cat "$own/log"
check "ponder: nothing out of turn" 0 "^0$" bash -c "grep -c broken '$own/log'; true"
check "ponder: every guess is settled" 0 "^same$" bash -c "
    [ \$(grep -c '^ponder\$' '$own/log') = \$(grep -cE '^(ponderhit|stop)' '$own/log') ] && echo same"
# Two right guesses would take longer than this clock has if it ran meanwhile.
check "ponder: the clock runs from the hit" 0 '"time_losses":0' match --engine "name=A movetime=600" --games 2 --max-moves 20 --concurrency 1 \
    --engine "name=B cmd='$fake' arg=ponder arg='$engine' proto=$proto ponder=true nodes=300 tc=1" --json
check "answers twice to a hit" 0 "$sound" ponderer ponder_twice
check "answers late" 0 "$sound" ponderer ponder_late
check "answers before the hit" 0 "$sound" ponderer ponder_early
check "dies while pondering" 0 "$(lost '.*"crashes":4')" ponderer ponder_dies
check "does not stop pondering" 0 '"games":4,.*"time_losses":0,"crashes":0,"illegal":0,"hangs":[1-4],' ponderer ponder_deaf
left=$(pgrep -f "$fake" | wc -l)
result "nothing is left running" "$([ "$left" = 0 ] && echo ok || echo not ok)" "$left programs"

# ---- Ctrl-C ----

pressed() { timeout 100 "$(dirname "$0")/press.py" 1.5 "$laboratory" match "$@"; }
quick="$two --each nodes=50 --games 100000"
check "Ctrl-C: the games so far" 1 "of 100000 games, .*; stopped" pressed $quick
check "how it stands while it runs" 1 "[0-9]+/100000, .* left, [0-9]+-[0-9]+-[0-9]+ 50.0%, Elo \+0.0 \+/- [0-9.]+, [0-9.]+ games/s" pressed $quick
widest=$(pressed $two --each nodes=50 --games 100000 --sprt 0,5 | sed 's/\x1b\[K//g; s/\^C//' | grep ' left' | awk '{ if (length > most) most = length } END { print most + 0 }')
result "no wider than the terminal" "$([ "$widest" -gt 40 ] && [ "$widest" -lt 80 ] && echo ok || echo not ok)" "$widest columns"
for order in "A B" "B A"; do
    engines=()
    for name in $order; do
        [ $name = A ] && engines+=(--engine name=A) || engines+=(--engine "name=B cmd='$fake' arg=none arg='$engine' proto=$proto")
    done
    check "Ctrl-C while ${order% *} thinks" 1 "^took [01]\." pressed "${engines[@]}" --each "movetime=100000 ponder=true" --games 2
done
check "Ctrl-C: no games, no figures" 1 "^.*A - B: no games" pressed $two --each movetime=100000
left=$(pgrep -f "$fake" | wc -l)
result "Ctrl-C: nothing is left running" "$([ "$left" = 0 ] && echo ok || echo not ok)" "$left programs"
"$laboratory" match --engine name=A --engine "name=B cmd='$fake' arg=none arg='$engine' proto=$proto" --each "movetime=100000 ponder=true" \
    --games 2 --concurrency 2 >/dev/null 2>&1 &
child=$!
sleep 1
kill -9 $child
wait $child 2>/dev/null
sleep 1
left=$(pgrep -f "$fake" | wc -l)
result "killed while it ponders: nothing is left running" "$([ "$left" = 0 ] && echo ok || echo not ok)" "$left programs"

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
check "killed: finished games are there" 0 "  1      1  A" games "$own/long.db"
check "killed: resumed" 0 "40 of 40 games, [0-9]+ of them from earlier" match $long --resume
check "killed: as if nothing had happened" 0 "^same$" bash -c "
    a=\$('$laboratory' match $two --each nodes=300 --seed 2 --games 40 | sed -n 1,3p)
    b=\$('$laboratory' match $long --resume | sed -n 1,3p)
    [ \"\$a\" = \"\$b\" ] && echo same || echo \"\$a \$b\""
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
check "no such store" 2 "there is no such file" games "$own/none.db"
check "a store nowhere" 2 "/nonexistent/a.db: unable to open" match $two --each nodes=1 --db /nonexistent/a.db
check "no file named" 2 "expected one FILE" games

echo "1..$number"
