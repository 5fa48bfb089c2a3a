#!/usr/bin/env bash
# What a player meets in `play` and `show`: levels, hints, handicaps, refusals, captions. Prints TAP.
# usage: test_player.sh ENGINE GAME
set -u
engine=$1 game=$2
here=$(dirname "$0")
# shellcheck source-path=SCRIPTDIR
. "$here/checks.sh"
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
export LC_ALL=C.UTF-8
unset COLUMNS

# says NAME WORD INPUT OPTION… — the lines of INPUT (separated by ';') are typed; the words (separated by '…') come in
# this order, the exit is 0.
says() {
    local name=$1 word=${2//…/.*} input=$3 text code verdict="ok"
    shift 3
    text=$(tr ';' '\n' <<<"$input" | timeout 30 "$engine" play "$@" 2>&1)
    code=$?
    [ "$code" = 0 ] && tr '\n' ' ' <<<"$text" | grep -qE -- "$word" || verdict="not ok"
    result "$name" "$verdict" "exit $code, expected /$word/: $text"
}

case $game in
shogi) first=7g7f reply='White plays' mate='G*5b' mate_position='4k4/9/4P4/9/9/9/9/9/4K4 b G 1' ;;
minishogi) first=5d5c reply='White plays' mate='G*1b' mate_position='4k/5/4P/5/K4 b G 1' ;;
chess) first=e2e4 reply='Black plays' mate=a1a8 mate_position='6k1/5ppp/8/8/8/8/8/Q5K1 w - - 0 1' ;;
esac

# ---- levels ----
read -r least most < <("$engine" play <<<"level 9999" | sed -n 's/A level is a number from \([0-9]*\) to \([0-9]*\)\./\1 \2/p')
deep='depth ([6-9]|[1-9][0-9])' # more than level 1 reaches
says "level alone is the present one" "Level [0-9]+ of $most\." level
says "level alone, as it was started" "Level 2 of $most\." level --level 2
says "no level but a clock" "No level is set" level --clock 10m
says "no level but limits" "No level is set" level --nodes 100
says "a level from the next move on" "Level 1 of $most, from the engine's next move on…Level 1 of $most\.…$reply" "level 1;level;$first"
for limit in "--clock 10m" "--movetime 5000" "--nodes 90000000" "--depth 60" ""; do
    # shellcheck disable=SC2086 # an option and its value
    text=$(printf '%s\n' "level 1" "$first" level | timeout 30 "$engine" play $limit 2>&1)
    seconds=$(sed -nE 's/.*, ([0-9]+)\.[0-9] s\)$/\1/p' <<<"$text")
    [ "${seconds:-99}" -lt 3 ] && grep -q "Level 1 of $most\.$" <<<"$text"
    result "level replaces '$limit'" "$([ $? = 0 ] && echo ok || echo not ok)" "$text"
done
says "a clock counts at any level" "has fallen|9:5[0-9]" "level $most;$first;board" --clock 10m --side both
text=$(printf '%s\n' "level $most" "$first" | timeout 30 "$engine" play --clock 3s 2>&1)
grep -q "$reply" <<<"$text"
result "the highest level minds the clock" "$([ $? = 0 ] && echo ok || echo not ok)" "$text"
says "the highest level without a clock" "$reply [^(]*\([^)]*, 5\.[0-9] s\)" "level $most;$first"
says "level in a game that is watched" "Level 1 of $most, from…plays…(wins|draw)" "level 1" --side none --movetime 5000 \
    --option MaxMovesToDraw=20
says "a move in a game that is watched" "plays both sides" "$first;quit" --side none --level 1
says "quit in a game that is watched" "broken off" quit --side none --movetime 20000
says "a bad level" "A level is a number from $least to $most" "level $((most + 1))"

# ---- hints ----
says "a hint is the full engine's, and says its time" "Hint: [^ ]+  \([^,]*, $deep, 1 s\)  Line: " hint --level 1
says "a hint does not depend on the limits" "$deep, 1 s\)" hint --nodes 1
text=$({ time printf 'hint\n' | "$engine" play --level "$most" >"$own/hint" 2>&1; } 2>&1)
[[ $text == *real*0m[12].* ]] && grep -q "1 s)" "$own/hint"
result "a hint takes about a second" "$([ $? = 0 ] && echo ok || echo not ok)" "$text $(cat "$own/hint")"

# ---- plurals ----
says "a mate in one is one ply" "Hint: …mates in 1 ply," hint --position "$mate_position"
says "mate" "wins: checkmate" "$mate" --position "$mate_position"
case $game in
shogi) one='8k/9/7GG/9/9/9/9/9/K8 w - 1' ;;
minishogi) one='4k/5/3GG/5/K4 w - 1' ;;
chess) one='7k/8/5K2/6R1/8/8/8/8 b - - 0 1' ;;
esac
check "no legal moves" 0 "^0 legal moves:$" "$engine" show --moves --position "$mate_position moves $mate"
check "one legal move" 0 "^1 legal move:$" "$engine" show --moves --position "$one"

# ---- handicaps ----
check "an unknown handicap" 2 "$([ "$game" = minishogi ] && echo 'has no customary handicaps' || echo "'rok' is none of .*rook")" \
    "$engine" play --handicap rok
if [ "$game" = shogi ]; then
    says "the person receives the handicap" "Handicap: rook-lance. White gives it…White plays…Black wins|White wins" resign \
        --handicap rook-lance --level 1
    says "its Japanese name" "Handicap: 2-piece" quit --handicap 二枚落ち --level 1
    says "the sides of a handicap game" "手合割: 六枚落ち…上手 △…下手の持駒…上手の勝ち（下手の投了）" resign --handicap 6-piece \
        --lang ja --level 1
    says "the person gives the handicap" "White to move|Black plays" "5a5b;resign" --handicap 10-piece --side white --level 1
    check "a handicap and a position" 2 "--handicap and --position" "$engine" play --handicap rook --position startpos
    printf '76歩\nresign\n' | "$engine" play --handicap lance --level 1 --save "$own/lance.kif" >/dev/null 2>&1
    text=$(cat "$own/lance.kif")
    [[ $text == *'手合割：香落ち'*'下手：Human'*'上手：yuragi'*' 投了'*'上手の勝ち'* && $text != *先手* ]] &&
        python3 "$here/read_record.py" "$own/lance.kif" >/dev/null
    result "the record names the handicap" "$([ $? = 0 ] && echo ok || echo not ok)" "$text"
    printf '76歩\nresign\n' | "$engine" play --handicap lance --level 1 --save "$own/lance.csa" >/dev/null 2>&1
    grep -q '^P1-KY-KE-GI-KI-OU-KI-GI-KE \* $' "$own/lance.csa" && python3 "$here/read_record.py" "$own/lance.csa" >/dev/null
    result "CSA has its board" "$([ $? = 0 ] && echo ok || echo not ok)" "$(cat "$own/lance.csa")"
fi
if [ "$game" = chess ]; then
    says "knight odds: the person is Black" "Handicap: knight. White gives it…White plays…White wins: Black resigns" resign \
        --handicap knight --level 1
    says "pawn and move: the person is White" "Black gives it…Black wins: White resigns" resign --handicap pawn --level 1
fi

# ---- what is typed and refused ----
case $game in
shogi)
    says "two pawns" "P\*5e is not a legal move here: two pawns on one file" 'P*5e' --position '4k4/9/9/9/9/9/4P4/9/4K4 b P 1'
    says "two pawns in Japanese" "「55歩打」は指せません（二歩）。" '55歩打' --lang ja --position '4k4/9/9/9/9/9/4P4/9/4K4 b P 1'
    says "a king left in check" "「48金」は指せません（王手放置）。" '48金' --lang ja \
        --position '4k4/9/9/9/4r4/9/9/4G4/4K4 b - 1'
    says "an ambiguous move" "'58金' is ambiguous; it may be ▲５八金右 ▲５八金左" '58金'
    says "what else is legal there" "Legal there: ▲７六歩" '76銀' ;;
minishogi) says "an illegal move" "「5d5b」は指せません。" 5d5b --lang ja ;;
chess)
    says "no declaration in chess" "'win' is not a move" win
    says "lower case" "Black plays…White to move|Black plays" "nf3" --level 1
    says "a pawn before a bishop" "Black plays|Black wins|draw" "bxc4" --position '4k3/8/8/8/2p5/1P6/4B3/4K3 w - - 0 1' --level 1
    says "insufficient material" "A draw: insufficient material" kxd2 --position '4k3/8/8/8/8/8/3p4/4K3 w - - 0 1'
    says "insufficient material in Japanese" "引き分け（戦力不足）" kxd2 --lang ja --position '4k3/8/8/8/8/8/3p4/4K3 w - - 0 1' ;;
esac
says "no file" "must end in one of \.[a-z]+ " "save x.y"
says "no folder, in Japanese" "に書き込めません" "save /nonexistent/x.$([ "$game" = chess ] && echo pgn || echo kif)" --lang ja

# ---- show ----
board=$([ "$game" = chess ] && echo ♔ || echo 玉)
check "kanji in a UTF-8 locale" 0 "$board" "$engine" show
check "letters elsewhere" 0 "[Kk] " env LC_ALL=C "$engine" show
LC_ALL=C "$engine" show | grep -q '[^ -~]'
result "and nothing else" "$([ $? = 1 ] && echo ok || echo not ok)" "$(LC_ALL=C "$engine" show)"
"$engine" show --ascii | grep -q '[^ -~]'
result "letters if asked for" "$([ $? = 1 ] && echo ok || echo not ok)" "$("$engine" show --ascii)"
check "Japanese by the locale" 0 "^手番: " env LC_ALL=ja_JP.UTF-8 "$engine" show
check "Japanese if asked for" 0 "^勝敗: 未定" "$engine" show --lang ja
check "English if asked for" 0 "^outcome: open" env LC_ALL=ja_JP.UTF-8 "$engine" show --lang en
[ "$("$engine" show --json)" = "$(LC_ALL=ja_JP.UTF-8 "$engine" show --json --lang ja)" ]
result "JSON does not depend on it" "$([ $? = 0 ] && echo ok || echo not ok)" "$("$engine" show --json --lang ja)"
check "an outcome in Japanese" 0 "勝敗: .*の負け（" "$engine" show --lang ja --position "$mate_position moves $mate"
COLUMNS=40 "$engine" show --moves --ascii | grep -v '^s\?fen' | grep -q '.\{41\}'
result "COLUMNS is the width of a pipe" "$([ $? = 1 ] && echo ok || echo not ok)" "$(COLUMNS=40 "$engine" show --moves)"

echo "1..$number"
