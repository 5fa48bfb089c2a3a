#!/usr/bin/env bash
# Matches with other programs: ours, those that misbehave, those that ponder; and Ctrl-C while they play. Prints TAP.
# usage: test_programs.sh LABORATORY ENGINE GAME
set -u
laboratory=$1 engine=$2 game=$3
. "$(dirname "$0")/checks.sh"
own=$(mktemp -d)
fake=$own/fake_engine.py # a path of its own, to see whether anything of it is left
cp "$(dirname "$0")/fake_engine.py" "$fake"
trap 'rm -rf "$own"' EXIT
[ "$game" = chess ] && proto=uci || proto=usi
match() { timeout 100 "$laboratory" match "$@"; }
two="--engine name=A --engine name=B"

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
# A handshake that names games: only others, or this one among others.
variants() { # VALUES: an engine that announces them, the first as its default
    cat >"$own/variants.sh" <<END
#!/bin/sh
while read -r line; do
    case \$line in
    u[sc]i) echo "option name ${proto^^}_Variant type combo default $1$(printf ' var %s' "$@")"; echo ${proto}ok ;;
    setoption*) echo "\$line" >>"$own/variants.log" ;;
    isready) echo readyok ;;
    go*) echo bestmove resign ;;
    quit) exit ;;
    esac
done
END
    chmod +x "$own/variants.sh"
    match --engine name=A --engine "name=B cmd='$own/variants.sh' proto=$proto" --each nodes=1 --games 2
}
check "plays another game" 2 "B: it does not play $game: $game is no value of its option ${proto^^}_Variant" variants go checkers
check "plays this game too" 0 "2 of 2 games" variants go "$game"
check "plays this game too, and is told so" 0 "^setoption name ${proto^^}_Variant value $game$" cat "$own/variants.log"
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

echo "1..$number"
