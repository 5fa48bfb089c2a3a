#!/usr/bin/env bash
# First contact: lists of commands, suggestions, --game, terminals, output that cannot be written. Prints TAP.
# usage: test_contact.sh ENGINE LAUNCHER GAME
set -u
engine=$1 launcher=$2 game=$3
here=$(dirname "$0")
. "$here/checks.sh"
laboratory=$(dirname "$engine")/yuragi-lab-$game
other=chess
[ "$game" = chess ] && other=minishogi
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT

# ---- Help ----
commands="play show go mate tree options perft bench suite match games spsa curve selfplay samples learn weights"
# listed PROGRAM… — what is wrong with its list of commands.
listed() {
    local text command
    text=$("$@") || echo "exit $?"
    for command in $commands "learn plot"; do
        grep -qE "^  $command +[a-z]+[ ,]" <<<"$text" || echo "$command is not listed"
    done
    for command in "Play and analyse" "Engine protocols" Laboratory Learning; do
        grep -qx "$command" <<<"$text" || echo "no group $command"
    done
    grep -E '.{81}' <<<"$text"
}
# verdict FAULTS
verdict() { [ -z "$1" ] && echo ok || echo "not ok"; }
for words in --help -h help --list; do
    result "the engine lists all commands: $words" "$(verdict "$(listed "$engine" $words)")" "$(listed "$engine" $words)"
done
for words in --help -h help; do
    result "the launcher lists all commands: $words" "$(verdict "$(listed "$launcher" $words)")" "$(listed "$launcher" $words)"
done
check "help of the launcher" 0 "^usage: yuragi \[--game" "$launcher" help
check "help of the engine" 0 "^usage: yuragi-$game COMMAND" "$engine" --help
check "help COMMAND" 0 "^usage: yuragi-$game perft " "$engine" help perft
check "help of a command of the laboratory" 0 "^usage: yuragi-$game match " "$engine" help match
check "help of a command of two words" 0 "^usage: yuragi-$game learn plot " "$launcher" --game "$game" help learn plot
check "help of no command" 2 "'pley' is not a command; did you mean play\? See --help" "$engine" help pley
check "version by the launcher" 0 "^yuragi-$game [0-9]" "$launcher" --game "$game" --version

# The engine knows the names of the laboratory's commands: without it they are listed all the same.
cp "$engine" "$own/yuragi-$game"
check "a missing laboratory is named" 0 "^Laboratory \(yuragi-lab-$game is not installed\)" "$own/yuragi-$game" --help
names=$("$laboratory" --list | sed -nE 's/^  ([a-z]+)  +.*/\1/p' | sort | tr '\n' ' ')
known=$("$own/yuragi-$game" --list | tail -n 1 | xargs -n 1 | sort | tr '\n' ' ')
check "both programs know the same commands" 0 "^same$" bash -c "[ '$names' = '$known' ] && [ '$names' ] && echo same"
check "a command of a missing laboratory" 2 "match is a command of the laboratory" "$own/yuragi-$game" match

# ---- Suggestions ----
check "a mistyped command" 2 "'pley' is not a command; did you mean play\? See --help" "$engine" pley
check "a mistyped command of the laboratory" 2 "did you mean match\?" "$engine" macth
check "a mistyped command, by the launcher" 2 "did you mean bench\?" "$launcher" --game "$game" bensh
check "a mistyped --help" 2 "did you mean --help\?" "$launcher" --hlep
check "no command like it" 2 "'frobnicate' is not a command; see --help" "$engine" frobnicate
check "a mistyped option" 2 "go: --movetme is not an option; did you mean --movetime\? See --help" "$engine" go --movetme 3
check "an option without its value" 2 "go: --movetime needs a value" "$engine" go --movet
check "an option with a value it does not take" 2 "show: --json takes no value" "$engine" show --json=1
check "an ambiguous abbreviation" 2 "go: --mo is short for several options: --movetime, --movetree|go: --m is short for several options: .*--movetime" "$engine" go --m 3
check "a mistyped search" 2 "is none of .*; did you mean softmax\?" "$engine" go --search softmx --nodes 1
check "a mistyped choice" 2 "is none of .*; did you mean softmax\?" "$engine" options --search sftmax
check "a mistyped engine option" 2 "did you mean Threads\?" "$engine" go --option Treads=1 --nodes 1
check "a mistyped action of weights" 2 "'inof' is none of info, check, convert, export; did you mean info\?" "$engine" weights inof
check "a mistyped action of samples" 2 "did you mean shuffle\?" "$engine" samples shufle x
check "a mistyped method" 2 "did you mean regress\?" "$engine" learn regres --out "$own/run"
check "a mistyped shape" 2 "did you mean ppk\?" "$engine" learn regress --shape ppkk --out "$own/run"

# ---- The game ----
check "--game behind the command" 0 "^perft 1: " "$launcher" perft 1 --game "$game"
check "--game behind a flag" 0 "\"game\":\"$game\"" "$launcher" perft 1 --json --game "$game"
check "--game= among the options" 0 "\"game\":\"$game\"" "$launcher" perft --json --game="$game" 1
check "--game and a command of the laboratory" 0 "^game: $game" "$launcher" weights --game "$game" info
check "--game and a protocol" 0 "^(usi|uci)ok$" bash -c "printf 'usi\nquit\n' | '$launcher' usi --game '$game'"
check "--game and --version" 0 "^yuragi-$game " "$launcher" --version --game "$game"
check "--game and help" 0 "^usage: yuragi-$game perft " "$launcher" help perft --game "$game"
check "a value is no --game" 2 "^yuragi-shogi go: --option: '--game' is not NAME=VALUE" "$launcher" go --option --game "$game"
check "a value is no --game=" 2 "^yuragi-shogi go: there is no option .--game" "$launcher" go --option --game="$game"
check "nor is what follows --" 2 "^yuragi-shogi show: '--game'" "$launcher" show -- --game "$game"
check "an unknown game" 2 "--game: 'ches' is none of shogi, minishogi, chess; did you mean chess\?" "$launcher" --game ches perft 1
check "an unknown game, later" 2 "'minishog' is none of .*; did you mean minishogi\?" "$launcher" perft 1 --game minishog
check "no game" 2 "--game needs a value" "$launcher" perft 1 --game
check "an engine takes its own game" 0 "^perft 1: " "$engine" perft 1 --game "$game"
check "an engine refuses another" 2 "--game: this program plays $game; run yuragi-$other, or yuragi --game $other" "$engine" perft 1 --game "$other"
check "the laboratory refuses another" 2 "--game: this program plays $game; run yuragi-lab-$other" "$engine" weights info --game "$other"
check "two games" 2 "this program plays $game" "$launcher" --game "$game" perft 1 --game "$other"

# ---- A terminal ----
check "alone on a terminal" 0 "waits for the commands of a GUI: usi or uci" "$here/type.py" $'quit\n' "$engine"
check "it says what to try" 0 "Try 'yuragi-$game play' .*'yuragi-$game --help'" "$here/type.py" $'quit\n' "$launcher" --game "$game"
check "and talks all the same" 0 "^(usi|uci)ok$" "$here/type.py" $'usi\nquit\n' "$engine"
check "a GUI never sees it" 0 "^0$" bash -c "printf 'usi\nquit\n' | '$engine' 2>&1 | grep -c 'waits for'; true"

# ---- Standard output ----
if [ -c /dev/full ]; then
    full() { check "full: $*" 2 "^yuragi[a-z-]*: cannot write to standard output(: No space left on device)?$" bash -c '"$@" >/dev/full' - "$@"; }
    full "$launcher" --help
    full "$launcher" --game "$game" --version
    full "$engine" --help
    full "$laboratory" --help
    full "$engine" perft --help
    for words in show "show --json" options "options --json" "perft 1" "go --nodes 10" "tree --nodes 10" \
        "bench --search first --nodes 10" "weights info" "weights check" "match --help"; do
        # shellcheck disable=SC2086 # several words
        full "$engine" $words
    done
fi
check "a closed pipe is quiet" 0 "^player: " bash -c "'$engine' options | head -n 1"
check "a closed pipe is quiet in the laboratory" 0 "^usage: " bash -c "'$engine' match --help | head -n 1"

echo "1..$number"
