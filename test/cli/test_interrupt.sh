#!/usr/bin/env bash
# Ctrl-C in the commands that run for long: what is done so far, and how to go on. Prints TAP.
# usage: test_interrupt.sh ENGINE GAME
set -u
engine=$1 game=$2
here=$(dirname "$0")
. "$here/checks.sh"
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT

# pressed SECONDS COMMAND… — in a terminal; Ctrl-C after so long.
pressed() { timeout 100 "$here/press.py" "$1" "$engine" "${@:2}"; }

# go_on — types what the last command has said. A terminal shows ^C in front of what is printed there.
go_on() { bash -c "$(sed -n 's/.*to go on: //p' "$own/said")"; }

# said NAME STATUS WORD SECONDS COMMAND… — as check, and keeps what was printed for go_on.
said() {
    local verdict="ok" code
    pressed "${@:4}" >"$own/said" 2>&1
    code=$?
    [ $code = "$2" ] && grep -qE -- "$3" "$own/said" || verdict="not ok"
    result "$1" "$verdict" "exit $code, expected $2 and /$3/: $(tail -n 20 "$own/said")"
}

# The searches never see a win from the start, so they use up their time.
case $game in
shogi) start='lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1' move=7g7f ;;
minishogi) start='rbsgk/4p/5/P4/KGSBR b - 1' move=5d5c ;;
chess) start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -' move=e4 ;;
esac
suite=$own/start.epd
for _ in $(seq 50); do echo "$start bm $move;"; done >"$suite"
said "suite: the problems so far" 1 "[0-9]+ of [0-9]+ solved .*; stopped: [0-9]+ of [0-9]+ problems not tried" 1.5 suite "$suite" --movetime 200 --concurrency 2
said "suite: in the middle of a search" 1 "^took [01]\." 0.7 suite "$suite" --movetime 60000
said "suite: as json" 1 "\"tried\":0,\"stopped\":true,.*\"problems\":\[\]" 0.7 suite "$suite" --movetime 60000 --json
said "curve: the games so far" 1 "[0-9]+ games: .*; stopped, so this is not the whole curve" 2 curve --selfplay 1000000 --nodes 50 --from-ply 0
said "curve: as json" 1 "\"stopped\":true" 2 curve --selfplay 1000000 --nodes 50 --from-ply 0 --json
said "curve: in the middle of a search" 2 "no positions: 0 games .*; stopped" 0.7 curve --selfplay 10 --nodes 1000000000
said "selfplay: how to go on" 1 "to go on: .* selfplay " 0.5 selfplay --out "$own/with a space" --games 40 --part 2 --nodes 4000 --concurrency 2
check "selfplay: it goes on" 0 "^games +40 .*, [0-9]+ of them before" go_on
said "learn: how to go on" 1 "stopped after step [0-9]+; the checkpoint is in .*/run" 0.5 learn regress --data "$own/with a space" --out "$own/run" --steps 1500 --batch 512
check "learn: it goes on" 0 "^ +1500 " go_on
check "learn: by itself" 0 "^ +1500 " "$engine" learn regress --data "$own/with a space" --out "$own/whole" --steps 1500 --batch 512
check "learn: the same weights" 0 "^$" cmp "$own/run/weights" "$own/whole/weights"
said "match: how to go on" 1 "to go on: .* --resume" 0.5 match --engine name=A --engine "name=B NullMove=false" --each nodes=3000 --games 100 --max-moves 40 --db "$own/games.db"
check "match: it goes on" 0 "100 of 100 games" go_on
said "match: nothing is kept" 1 "; stopped" 1.5 match --engine name=A --engine name=B --each nodes=2000 --games 100000
check "match: so nothing goes on" 1 '^0$' grep -c 'to go on' "$own/said"
said "spsa: how to go on" 1 "to go on: .* --resume" 0.5 spsa --tune FutilityMargin --each nodes=1000 --max-moves 40 --iterations 400 --state "$own/state"
check "spsa: it goes on" 0 "400 iterations" go_on

# A command that the first Ctrl-C does not end, here since it waits for a line of its input, ends by the second.
mkfifo "$own/pipe"
exec 3<>"$own/pipe"
twice() {
    set -m # a shell without job control starts what it does not wait for deaf to Ctrl-C
    "$engine" curve - <&3 >/dev/null 2>&1 &
    sleep 0.5
    kill -INT $!
    sleep 0.6
    kill -INT $!
    wait $!
    echo $?
}
check "the second Ctrl-C ends at once" 0 "^130$" twice

echo "1..$number"
