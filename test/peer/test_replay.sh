#!/usr/bin/env bash
# test_replay.sh LABORATORY GAME NPM_FOLDER — plays 50 games; ffish, another implementation of the rules, replays them
# move by move.
set -u
. "$(dirname "$0")/../cli/checks.sh"
laboratory=$1 game=$2 npm=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

echo "1..1"
if ! command -v node >/dev/null || [ ! -d "$npm/node_modules/ffish" ]; then
    echo "ok 1 # SKIP ffish is not installed; script/deps peers installs it"
    exit 0
fi
replay() {
    "$laboratory" match --each "nodes=200 Hash=1" --engine name=a --engine name=b --games 50 --random-plies 6 \
        --max-moves 300 --db "$folder/games.db" >/dev/null &&
        "$laboratory" games "$folder/games.db" --json | node "$(dirname "$0")/replay.js" "$game" "$npm"
}
export -f replay
check "50 games agree with ffish" 0 ": 0 differ" replay
