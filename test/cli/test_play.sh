#!/usr/bin/env bash
# Games typed into `play`: what it says, what it refuses, how games end, and what it saves. Prints TAP.
# usage: test_play.sh ENGINE GAME
set -u
engine=$1 game=$2
here=$(dirname "$0")
number=0
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
export LC_ALL=C.UTF-8

verdict() { # verdict NAME OK TEXT
    number=$((number + 1))
    if [ "$2" = 1 ]; then echo "ok $number - $1"; else
        echo "not ok $number - $1"
        sed 's/^/# /' <<<"${3-}"
    fi
}

# play NAME WORD INPUT OPTION… — the lines of INPUT (separated by '/') are typed; WORD must be printed, the exit is 0.
play() {
    local name=$1 word=$2 input=$3 text code
    shift 3
    text=$(tr '/' '\n' <<<"$input" | timeout 20 env LC_ALL="${locale:-C.UTF-8}" "$engine" play "$@" 2>&1)
    code=$?
    if [ "$code" = 0 ] && grep -qE -- "$word" <<<"$text"; then verdict "$name" 1; else
        verdict "$name" 0 "exit $code, expected /$word/: $text"
    fi
}

# refuse NAME WORD OPTION… — one line on standard error, exit 2.
refuse() {
    local name=$1 word=$2 text code
    shift 2
    text=$(timeout 20 "$engine" play "$@" 2>&1 </dev/null)
    code=$?
    if [ "$code" = 2 ] && [ "$(wc -l <<<"$text")" = 1 ] && grep -qE -- "$word" <<<"$text"; then verdict "$name" 1; else
        verdict "$name" 0 "exit $code, expected 2 and /$word/: $text"
    fi
}

# same NAME EXPECTED FILE — the moves of a saved file, as read by somebody else.
same() {
    local moves
    moves=$(python3 "$here/read_record.py" "$3" 2>&1)
    if [ "$moves" = "$2" ]; then verdict "$1" 1; else verdict "$1" 0 "expected $2, read $moves: $(cat "$3")"; fi
}

case $game in
shogi)
    first=7g7f person='76歩' shown='▲７六歩' reply='White plays △' mate='G*5b' format=kifu
    mate_position='4k4/9/4P4/9/9/9/9/9/4K4 b G 1'
    circle='4i4h/6a6b/4h4i/6b6a/4i4h/6a6b/4h4i/6b6a/4i4h/6a6b/4h4i/6b6a' circle_end='A draw: repetition' ;;
minishogi)
    first=5d5c person='53歩' shown='▲５三歩' reply='White plays △' mate='G*1b' format=kifu
    mate_position='4k/5/4P/5/K4 b G 1'
    circle='4e4d/2a2b/4d4e/2b2a/4e4d/2a2b/4d4e/2b2a/4e4d/2a2b/4d4e/2b2a' circle_end='White wins: repetition' ;;
chess)
    first=e2e4 person=Nf3 shown='Nf3' reply='Black plays [a-hNBRQKO]' format=pgn
    mate_position='6k1/5ppp/8/8/8/8/8/Q5K1 w - - 0 1' mate=Qa8#
    circle='Nf3/Nf6/Ng1/Ng8/Nf3/Nf6/Ng1/Ng8' circle_end='A draw: repetition' ;;
esac

play "help of the command" "example: " "" --help
play "an empty input ends cleanly" "Goodbye" ""
play "a move of the protocol is answered" "$reply" "$first"
play "a move as people write it is answered" "$reply" "$person"
play "the reply has value, depth and time" "\([-+][0-9.]+, depth [0-9]+, [0-9.]+ s\)" "$first"
play "the other side" "plays .*depth" "" --side "$([ "$game" = chess ] && echo black || echo white)"
play "hint" "Hint: .*Line: " "hint"
play "moves" "$shown" "moves"
play "moves in letters" "$first|Nf3" "moves" --ascii
play "eval" "Value for (Black|White): [-+]" "eval"
play "help" "take your last move back" "help"
play "undo at the start" "nothing to take back" "undo"
play "undo" "Taken back" "$first/undo"
play "undo in Japanese" "Taken back" "$first/待った"
play "undo as the second player, before a move of one's own" "nothing to take back" "undo" \
    --side "$([ "$game" = chess ] && echo black || echo white)"
play "rubbish is refused" "is not a move|not a legal" "xyzzy"
play "bytes that are no text are refused" "not a move" $'\xff\xfe\x80'
play "no control bytes are echoed" "'\?\[31m' is not a move" $'\e[31m'
play "an illegal move is refused" "not a legal move" "$first/$first" --side both
play "a long line is refused" "not a move" "$(head -c 10000 /dev/zero | tr '\0' x)"
play "level" "Level 7 of 20" "level 7/level"
play "a bad level" "from 0 to 20" "level 21"
play "a word too many" "undo takes nothing" "undo all"
play "flip and board" "[ab] 一|1 \|" "flip/board"
play "resign" "(White|Black) wins: (White|Black) resigns" "resign"
play "a move after the end" "The game is over" "resign/$first"
play "back into the game after its end" "Taken back" "$first/resign/undo"
play "a new game" "A new game" "$first/new"
play "quit" "Goodbye" "quit/xyzzy"
play "mate" "(White|Black) wins: checkmate" "$mate" --position "$mate_position"
play "mate is mate already" "wins: checkmate" "$first" --position "$mate_position moves $(
    case $game in shogi) echo 'G*5b' ;; minishogi) echo 'G*1b' ;; chess) echo a1a8 ;; esac)"
play "repetition" "$circle_end" "$circle" --side both
play "move limit" "A draw: the move limit" "$first" --option MaxMovesToDraw=1 --side both
play "Japanese" "ありがとうございました" "hint" --lang ja
locale=ja_JP.UTF-8 play "Japanese by the locale" "ありがとうございました" ""
locale=C play "letters by the locale" "^[ -~[:space:]]*$" "hint"
play "letters only" "^[ -~[:space:]]*$" "$first/hint/moves/help" --ascii
play "clocks" "(Black|White) 10:0[0-9]" "$first" --clock 10+5 --level 1
play "byoyomi" "10:00 \+30" "$first" --clock 10m+30s --level 1
play "limits" "$reply" "$first" --movetime 20 --depth 2 --nodes 1000
play "the engine against itself" "wins: |A draw: |broken off" "" --side none --level 1 --option MaxMovesToDraw=60

text=$( (sleep 1.5; echo "$first") | timeout 20 "$engine" play --clock 1s --side both 2>&1)
grep -q "the flag of .* has fallen" <<<"$text" && verdict "flag" 1 || verdict "flag" 0 "$text"
(timeout -s INT 1 "$engine" play --save "$own/int.$format" < <(sleep 3) >"$own/log" 2>&1)
grep -q Goodbye "$own/log" && verdict "Ctrl-C leaves cleanly" 1 || verdict "Ctrl-C leaves cleanly" 0 "$(cat "$own/log")"
(timeout -s INT 1 "$engine" play --movetime 60000 < <(echo "$first"; sleep 2) >"$own/log" 2>&1)
grep -q "$reply" "$own/log" && grep -q Goodbye "$own/log" && verdict "Ctrl-C makes the engine move" 1 ||
    verdict "Ctrl-C makes the engine move" 0 "$(cat "$own/log")"
(timeout -s INT 1 "$engine" play --side none --movetime 60000 >"$own/log" 2>&1)
grep -q "broken off" "$own/log" && verdict "Ctrl-C ends a game nobody plays" 1 ||
    verdict "Ctrl-C ends a game nobody plays" 0 "$(cat "$own/log")"
play "a flag is minded whatever the limits" "$reply" "$first" --clock 2s --movetime 60000
text=$(script -qec "$engine play --lang en" /dev/null <<<quit 2>&1)
grep -q $'\e\[36m' <<<"$text" && verdict "colours on a terminal" 1 || verdict "colours on a terminal" 0 "$text"
text=$(NO_COLOR=1 script -qec "$engine play --lang en" /dev/null <<<quit 2>&1)
grep -q $'\e' <<<"$text" && verdict "NO_COLOR" 0 "$text" || verdict "NO_COLOR" 1

refuse "side" "--side: 'red' is none of black, white, both, none" --side red
refuse "clock" "is not a clock" --clock abc
refuse "level out of range" "--level" --level 21
refuse "position" "--position|board|piece" --position xyz
refuse "option" "NAME=VALUE" --option Hash
refuse "unknown option of the engine" "Frob" --option Frob=1
refuse "unknown search" "Search: .*frob" --search frob
refuse "language" "--lang: 'fr' is none of en, ja" --lang fr
refuse "extension" "must end in one of" --save game.txt
refuse "operand" "'e4': expected options only" e4
refuse "weights" "nonexistent" --option EvalFile=/nonexistent

play "save to an unknown format" "Not saved: .*must end in" "save $(basename "$own").txt"
play "save to nowhere" "Save to which file" "save"
printf '%s\n' "$first" "save $own/mid.$format" | "$engine" play >/dev/null 2>&1
[ -s "$own/mid.$format" ] && verdict "save during the game" 1 || verdict "save during the game" 0
text=$("$engine" play --save "/nonexistent/x.$format" 2>&1 <<<resign)
[ $? = 2 ] && verdict "saving to a missing folder fails" 1 || verdict "saving to a missing folder fails" 0 "$text"

# typed MOVES EXTENSION — a whole game by one person, saved.
typed() {
    printf '%s\n' $1 resign | "$engine" play --side both --save "$own/game.$2" >"$own/log" 2>&1
}
case $game in
shogi | minishogi)
    if [ "$game" = shogi ]; then
        usi="7g7f 3c3d 8h2b+ 3a2b B*5e 4a3b 5e2b+ 3b2b S*3a B*6e 3a2b"
        kanji="▲７六歩 △３四歩 ▲２二角成 △同銀 55角打 △３二金 22角成 同金 31銀 65角 22銀不成"
    else
        usi="2e1d 2a2b 1d4a+ 5a4a B*3c"
        kanji="14角 △２二金 ４一角成 △同　飛 33角"
    fi
    for extension in csa kif kifu; do
        typed "$usi" "$extension"
        same "$extension says the moves" "$usi" "$own/game.$extension"
        typed "$kanji" "$extension"
        same "$extension of moves typed in Japanese" "$usi" "$own/game.$extension"
    done
    typed "$usi" usi
    [ "$(cat "$own/game.usi")" = "startpos moves $usi" ] && verdict "usi" 1 || verdict "usi" 0 "$(cat "$own/game.usi")" ;;
chess)
    san="e4 d5 exd5 Qxd5 Nf3 Nc6 Be2 Bf5 O-O O-O-O Nc3 Qd7 d4 e5 dxe5"
    typed "$san" pgn
    same "pgn says the moves" "$san" "$own/game.pgn"
    typed "e2e4 d7d5 e4d5 d8d5 g1f3 b8c6 f1e2 c8f5 e1g1 e8c8 b1c3 d5d7 d2d4 e7e5 d4e5" pgn
    same "pgn of moves typed in UCI" "$san" "$own/game.pgn"
    typed "e4 d5" uci
    [ "$(cat "$own/game.uci")" = "startpos moves e2e4 d7d5" ] && verdict "uci" 1 || verdict "uci" 0 "$(cat "$own/game.uci")" ;;
esac
if [ "$game" = shogi ]; then
    play "declaration" "Black wins: declaration" "win" --position '+R+B+R+BGGSSK/PPPPP4/9/9/9/9/9/9/4k4 b - 1'
    play "nothing to declare" "nothing to declare" "win"
    play "perpetual check" "White wins: perpetual check" \
        "2i1i/1a2a/1i2i/2a1a/2i1i/1a2a/1i2i/2a1a/2i1i/1a2a/1i2i/2a1a" --side both \
        --position '8k/9/9/9/9/9/9/4K4/7R1 b - 1'
fi

echo "1..$number"
