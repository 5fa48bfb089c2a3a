#!/usr/bin/env bash
# Plays the part of a GUI. Each case is a conversation: what is sent, and a regular expression for the whole answer.
# usage: test_session.sh ENGINE GAME WEIGHTS
set -u
engine=$1 game=$2 handmade=$3
number=0

# talk NAME EXPRESSION LINES… — the answer as one line, ` | ` between its lines.
talk() {
    local name=$1 expression=$2 answer code verdict=ok
    shift 2
    answer=$(printf '%b\n' "$@" | timeout 60 "$engine" 2>&1)
    code=$?
    answer=$(tr '\n' '|' <<<"$answer" | sed 's/|$//; s/|/ | /g')
    [ $code = 0 ] && grep -qE -- "^$expression\$" <<<"$answer" || verdict="not ok"
    number=$((number + 1))
    echo "$verdict $number - $name"
    [ "$verdict" = ok ] || echo "# exit $code, expected $expression: ${answer:0:400}"
}

case $game in
shogi) move=7g7f mated='sfen 8k/8G/8P/9/9/9/9/9/4K4 w - 1' mate='sfen 8k/9/8P/9/9/9/9/9/4K4 b G 1' answer='G\*1b' ;;
minishogi) move=5d5c mated='sfen 4k/4G/4P/5/K4 w - 1' mate='sfen 4k/5/4P/5/K4 b G 1' answer='G\*1b' ;;
chess) move=e2e4 mated='fen R3k3/8/4K3/8/8/8/8/8 b - - 0 1' mate='fen 4k3/8/4K3/8/8/8/8/R7 w - - 0 1' answer='a1a8' ;;
esac
if [ "$game" = chess ]; then hello=uci ok=uciok none='\(none\)'; else hello=usi ok=usiok none=resign; fi
best='info depth 1 score cp -?[0-9]+ nodes [0-9]+ pv ([^ ]+) \| bestmove [^ ]+'
error='info string error: '

talk "greeting" "id name yuragi [0-9.]+ \| id author [ -~]+ \| option name EvalFile type [a-z]+ default <empty> \| $ok" "$hello"
talk "ready" "readyok" isready
talk "a move" "$best" "position startpos" go
talk "a move after moves" "$best" "position startpos moves $move" "go btime 1000 wtime 1000 byoyomi 1000"
talk "trailing moves as a GUI writes them" "$best" "position startpos moves " go
talk "carriage returns" "$best" "position startpos moves $move\r" "go\r"
talk "one answer after stop" "$best" "position startpos" "go infinite" stop stop
talk "silence while infinite" "readyok" "position startpos" "go infinite" isready
talk "ponder, then the hit" "$best" "position startpos" "go ponder" ponderhit stop
talk "game over instead of stop" "$best" "position startpos" "go ponder" "gameover win"
talk "every go has its answer" "$best \| $best" "position startpos" "go infinite" "go"
talk "mated" "bestmove $none" "position $mated" go
talk "mate in one" "info depth 1 score mate 1 nodes 1 pv $answer \| bestmove $answer" "position $mate" go
talk "weights from a file" "readyok \| $best" "setoption name EvalFile value $handmade" isready "position startpos" go
talk "weights that are not there" "$error/nonexistent[ -~]+ \| readyok \| $best" "setoption name EvalFile value /nonexistent" isready go
talk "weights back to those inside" "readyok \| readyok" "setoption name EvalFile value $handmade" isready "setoption name EvalFile value" isready
talk "options a GUI invents" "" "setoption name USI_Hash value 32" "setoption name USI_Ponder value true"
talk "unknown option" "$error[ -~]*Frobnicate[ -~]*" "setoption name Frobnicate value 3"
talk "unknown command" "${error}'frobnicate' is not a command \| readyok" frobnicate isready
talk "illegal move keeps the position" "${error}move 2: [ -~]+ \| $best" "position startpos moves $move $move" go
talk "bad position keeps the position" "$error[ -~]+ \| $best" "position sfen xyz" go
talk "bytes that are no text" "$error[ -~]+ \| readyok" '\x01\xff\xfe' isready
talk "empty lines" "readyok" "" "   " isready
talk "a very long line" "${error}move 1: [ -~]+ \| readyok" "position startpos moves $(head -c 1000000 /dev/zero | tr '\0' x)" isready
talk "end of input while searching" "" "position startpos" "go infinite"
talk "quit" "readyok" isready quit isready

# The greeting comes within 50 ms, the median of nine starts; sanitizers may take longer.
times=()
for _ in 1 2 3 4 5 6 7 8 9; do
    start=$(date +%s%N)
    printf '%s\nquit\n' "$hello" | "$engine" >/dev/null
    times+=($((($(date +%s%N) - start) / 1000)))
done
median=$(printf '%s\n' "${times[@]}" | sort -n | sed -n 5p)
number=$((number + 1))
if [ "$median" -lt 50000 ]; then
    echo "ok $number - the greeting takes $median microseconds"
elif readelf -d "$engine" | grep -qE 'NEEDED.*lib(a|t)san'; then
    echo "ok $number - the greeting takes $median microseconds # SKIP with sanitizers"
else
    echo "not ok $number - the greeting takes $median microseconds"
fi
echo "1..$number"
