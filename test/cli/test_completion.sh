#!/usr/bin/env bash
# The completion of shells and the manual page. Prints TAP.
# usage: test_completion.sh BASH ZSH MAN
set -u
bash_file=$1 zsh_file=$2 page=$3
. "$(dirname "$0")/checks.sh"

# completed WORD… — what bash offers for the last word.
completed() {
    # shellcheck disable=SC2016 # the inner shell expands it
    bash -c '. "$1"; shift; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _yuragi; echo "[${COMPREPLY[*]}]"' - "$bash_file" "$@"
}
check "a command" 0 "^\[perft\]$" completed yuragi per
check "all commands" 0 "^\[play show .* match .* learn weights usi uci help\]$" completed yuragi ""
check "options of a command" 0 "^\[--movetime --mate --multipv\]$|^\[--multipv --movetime --mate\]$|^\[--movetime --multipv\]$" completed yuragi go --m
check "options of a command of the laboratory" 0 "^\[--resign --resign-alone --resume\]$" completed yuragi match --res
check "options before a command" 0 "^\[--help --version --game\]$" completed yuragi --
check "games" 0 "^\[chess\]$" completed yuragi --game ch
check "games after =" 0 "^\[chess\]$" completed yuragi --game = ch
check "a command after the game" 0 "^\[suite\]$" completed yuragi --game chess su
check "a command after the game and =" 0 "^\[suite\]$" completed yuragi --game = chess su
check "choices" 0 "^\[pair\]$" completed yuragi match --tournament p
check "choices of an engine option" 0 "^\[softmax\]$" completed yuragi-chess go --search so
check "engine options" 0 "^\[Threads=.*\]$" completed yuragi go --option Thr
check "an option after an engine option" 0 "^\[--json\]$" completed yuragi go --option Threads = 2 --js
check "actions" 0 "^\[check convert\]$" completed yuragi weights c
check "methods" 0 "^\[regress records td pg plot\]$" completed yuragi learn ""
check "shapes" 0 "^\[pp ppk kppt net\]$" completed yuragi learn td --shape ""
check "a command of two words" 0 "^\[plot\]$" completed yuragi learn pl
check "its options" 0 "^\[--svg\]$" completed yuragi learn plot run --s
check "a value is a file" 0 "^\[\]$" completed yuragi tree --svg ""
check "an operand is a file" 0 "^\[\]$" completed yuragi suite ""
check "a value is no command" 0 "^\[\]$" completed yuragi play --save go --position ""
check "help COMMAND" 0 "^\[curve\]$" completed yuragi help cur
check "no option twice" 0 "^$" bash -c "sed -n '/^_yuragi_options/,/^}/p' '$bash_file' | grep -E '(--[a-z0-9-]+) .*\\1 ' || true"
check "bash reads it" 0 "^$" bash -n "$bash_file"

if command -v zsh >/dev/null; then
    # zcompleted WORD… — what zsh is told for the last word.
    zcompleted() {
        # shellcheck disable=SC2016 # the inner shell expands it
        zsh -f -c 'compadd() { print -r -- "compadd $*" }; _files() { print files }
            file=$1; shift; words=("$@") CURRENT=$#; source $file' - "$zsh_file" "$@"
    }
    check "zsh reads it" 0 "^$" zsh -n "$zsh_file"
    check "zsh: commands" 0 "^compadd -- play show .* help$" zcompleted yuragi ""
    check "zsh: options" 0 "^compadd -- --position .*--json --help --game$" zcompleted yuragi go --
    check "zsh: choices" 0 "^compadd -- shogi minishogi chess$" zcompleted yuragi --game ""
    check "zsh: engine options" 0 "^compadd -S  -- .*Threads=" zcompleted yuragi go --option ""
    check "zsh: actions" 0 "^compadd -- info check convert export$" zcompleted yuragi --game chess weights ""
    check "zsh: files" 0 "^files$" zcompleted yuragi suite ""
else
    echo "# zsh is not installed; its completion is not tried"
fi

for title in NAME SYNOPSIS COMMANDS "ENGINE OPTIONS" "EXIT STATUS"; do
    check "a section: $title" 0 "^1$" grep -cE "^\.SH \"?$title\"?$" "$page"
done
check "a section for every command" 0 '^\.SS "learn plot"$' grep '^\.SS' "$page"
check "an option of a command" 0 '^\\fB\\-\\-movetime MS\\fR$' grep movetime "$page"
check "an engine option" 0 '^\\fBTemperatureMode\\fR$|^\\fBThreads\\fR$' grep -E '^.fBT' "$page"
if command -v groff >/dev/null; then
    check "groff has nothing to say" 0 "^$" bash -c "groff -man -Tutf8 -ww -z '$page' 2>&1"
else
    echo "# groff is not installed; the manual page is not set"
fi
if command -v mandoc >/dev/null; then
    check "mandoc finds no error" 0 "^$" mandoc -T lint -W error "$page"
fi

echo "1..$number"
