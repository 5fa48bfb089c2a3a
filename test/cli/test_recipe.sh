#!/usr/bin/env bash
# The whole way from the worth of the pieces to accepted weights, at a thousandth of its scale. Prints TAP.
# usage: test_recipe.sh LABORATORY SOURCES
set -u
laboratory=$1 sources=$2
. "$(dirname "$0")/checks.sh"

own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
recipe() { python3 "$sources/script/recipe" minishogi --lab "$laboratory" --out "$own" --concurrency 2 "$@"; }

check "one round" 0 "^\\| 1 \\| pp \\| 72 at 300 nodes \\|.* (not )?accepted \\|$" recipe --scale 0.003 --rounds 1
check "its weights are weights" 0 "^shape: pp" "$laboratory" weights info "$own/minishogi/round-1/run/weights"
log=$(cat "$own/minishogi/log.md")
check "nothing is done twice" 0 "weights$" recipe --scale 0.003 --rounds 1
[ "$log" = "$(cat "$own/minishogi/log.md")" ] && same=ok || same="not ok"
result "and nothing is told twice" "$same" "$(cat "$own/minishogi/log.md")"
check "a round more" 0 "^\\| 2 \\| net \\| 120 at 300 nodes" recipe --scale 0.003 --rounds 2
check "an unknown game" "*" "invalid choice" python3 "$sources/script/recipe" go
for game in shogi chess; do
    check "the rounds of $game" 0 "^[0-9]+$" python3 -c "import sys, tomllib
print(len(tomllib.load(open(sys.argv[1], 'rb'))['round']))" "$sources/data/recipes/$game.toml"
done
echo "1..$number"
