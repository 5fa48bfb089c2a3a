#!/usr/bin/env bash
# tree in all its forms, and what go says about a tree. Prints TAP.
# usage: test_tree.sh ENGINE GAME
set -u
engine=$1 game=$2
. "$(dirname "$0")/checks.sh"
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
export LC_ALL=C.UTF-8

case $game in
shogi) mate='8k/6G2/7S1/9/9/9/9/9/4K4 b G 1' over='4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1' ;;
minishogi) mate='4k/2G2/3S1/5/K4 b G 1' over='2k2/2G2/2G2/5/K4 w - 1' ;;
chess) mate='6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1' over='R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1' ;;
esac

# python CODE FILE… — `document` is the first file as JSON; prints what CODE raises.
python() {
    python3 -c '
import json, math, re, sys
import xml.etree.ElementTree as xml
if sys.argv[2].endswith(".json"):
    document = json.load(open(sys.argv[2]))
exec(sys.argv[1])
print("ok")' "$@" 2>&1
}

# With static leaves, as in the papers, so that every position that is counted is a node of the tree.
wide=(--option LeafSearch=static --option Ts=120 --option Tb=40 --option Td=100)
tree() { "$engine" tree --nodes 20000 "${wide[@]}" "$@"; }

check "tree" 0 "^best move .*, expected depth [0-9.]+, entropy" tree
check "tree shows the moves of the root" 0 "^> .*%  .*█" tree
check "tree shows levels" 0 "^    2 +[0-9]+ +[0-9]+ " tree
check "tree without UTF-8 has plain bars" 0 "^> .*%  .*###" env LC_ALL=C "$engine" tree --nodes 2000 "${wide[@]}"
check "tree --top" 0 "and [0-9]+ more; --top N" tree --top 2
check "tree by time" 0 "best move" "$engine" tree --movetime 50
check "tree with options" 0 "best move" tree --option Ts=50 --option Objective=0 --threads 2 --hash 4
check "tree of UCT" 0 "best move" tree --search uct
check "tree of a mate" 0 "value win 1" tree --position "$mate"
check "tree help" 0 "example: yuragi-$game tree" "$engine" tree --help
check "tree stops at Ctrl-C" 0 "best move" timeout --preserve-status -s INT 2 "$engine" tree --movetime 60000 --hash 16
check "tree of nothing" 1 "no legal move" tree --position "$over"
check "tree of a search without one" 2 "alphabeta keeps no tree" "$engine" tree --search alphabeta
check "tree refuses a search" 2 "nonesuch" "$engine" tree --search nonesuch
check "tree refuses an operand" 2 "--position" "$engine" tree startpos
check "tree refuses a position" 2 "--position" "$engine" tree --position frob
check "tree refuses --top" 2 "--top: '0' is not" "$engine" tree --top 0
check "tree refuses --plies" 2 "--plies: 'x' is not" "$engine" tree --plies x
check "tree refuses a probability" 2 "--min-probability: '2' is not" "$engine" tree --min-probability 2
check "tree refuses an option" 2 "no option" "$engine" tree --option Frob=1
check "tree refuses nodes" 2 "--nodes" "$engine" tree --nodes 0
check "tree names a file it cannot write" 2 "/nonexistent/a.svg" tree --svg /nonexistent/a.svg
check "tree names a DOT file it cannot write" 2 "/nonexistent/a.dot" tree --dot /nonexistent/a.dot

tree --json >"$own/tree.json"
check "tree json has its fields" 0 "^ok$" python '
for field in ("game search position bestmove nodes seconds nps value mate samples expanded leaves leaf_depth "
              "sample_length bytes bytes_per_child expected_depth entropy root levels").split():
    assert field in document, field
assert "tree" not in document
for field in "move p value mate depth visits static selection backup expanded proven closed".split():
    assert field in document["root"][0], field
for field in ("depth expanded leaves proven closed visits children leaf_probability leaf_sampling entropy "
              "entropy_sampled expected_depth expected_depth_sampled").split():
    assert field in document["levels"][0], field' "$own/tree.json"
check "tree json adds up" 0 "^ok$" python '
root, levels = document["root"], document["levels"]
near = lambda a, b: abs(a - b) < 1e-3 * max(1, abs(b))
for policy in ("p", "selection", "backup"):
    assert near(sum(m[policy] for m in root), 1), policy
assert near(document["entropy"], -sum(m["p"] * math.log(m["p"]) for m in root if m["p"] > 0))
assert near(document["expected_depth"], sum(m["p"] * (m["depth"] + 1) for m in root))
assert near(document["expected_depth"], document["leaf_depth"])
assert near(sum(l["leaf_probability"] for l in levels), 1)
assert sum(l["leaves"] for l in levels) == document["leaves"]
assert sum(l["expanded"] for l in levels) == document["expanded"]
assert [l["depth"] for l in levels] == list(range(len(levels)))
assert levels[1]["expanded"] + levels[1]["leaves"] == len(root)
assert 20 < document["bytes_per_child"] < 100' "$own/tree.json"
tree --json | sed 's/"seconds".*"value"//' >"$own/again"
check "tree says the same twice" 0 "^$" diff <(sed 's/"seconds".*"value"//' "$own/tree.json") "$own/again"

tree --dump --top 50 >"$own/dump.json"
check "tree dump is a tree" 0 "^ok$" python '
def walk(node, ply):
    total = sum(child["p"] for child in node["children"])
    assert total <= 1.001 and abs(total + node["hidden_p"] - (1 if node["hidden"] or node["children"] else 0)) < 1e-3
    shares = [child["p"] for child in node["children"]]
    assert shares == sorted(shares, reverse=True)
    for child in node["children"]:
        assert abs(child["realisation"] - node["realisation"] * child["p"]) < 1e-6
    return 1 + sum(walk(child, ply + 1) for child in node["children"])
assert walk(document["tree"], 0) == 51' "$own/dump.json"
tree --dump --top 100000 --plies 1 >"$own/shallow.json"
check "tree dump keeps to --plies" 0 "^ok$" python '
assert len(document["tree"]["children"]) == len(document["root"])
assert not any(child["children"] for child in document["tree"]["children"])' "$own/shallow.json"
tree --dump --min-probability 0.02 >"$own/likely.json"
check "tree dump keeps to --min-probability" 0 "^ok$" python '
def walk(node):
    assert node["realisation"] >= 0.02
    for child in node["children"]: walk(child)
walk(document["tree"])' "$own/likely.json"
tree --dump --position "$mate" >"$own/mate.json"
check "tree dump of a mate" 0 "^ok$" python '
assert document["value"] is None and document["mate"] == 1
assert document["tree"]["children"][0]["mate"] == 1 and document["tree"]["children"][0]["proven"]' "$own/mate.json"
"$engine" tree --json --nodes 100 --position "$over" >"$own/over.json"
check "tree json of nothing" 0 "^ok$" python 'assert document["bestmove"] is None and "root" not in document' "$own/over.json"

check "tree draws" 0 "best move" tree --svg "$own/a.svg" --dot "$own/a.dot"
check "tree draws SVG" 0 "^ok$" python '
root = xml.parse(sys.argv[2]).getroot()
assert root.tag.endswith("svg")
boxes = [e for e in root.iter() if e.tag.endswith("text") and e.get("font-weight") == "600"]
assert len(boxes) == 1 + 37, len(boxes)
width, height = float(root.get("width")), float(root.get("height"))
for box in (e for e in root.iter() if e.tag.endswith("rect")):
    assert float(box.get("x", 0)) + float(box.get("width")) <= width
    assert float(box.get("y", 0)) + float(box.get("height")) <= height' "$own/a.svg"
check "tree draws DOT" 0 "^ok$" python '
lines = open(sys.argv[2]).read().splitlines()
assert lines[0] == "digraph tree {" and lines[-1] == "}"
node = re.compile(r"^  n(\d+) \[label=\"[^\"]*\", color=\"#[0-9a-f]{6}\", fillcolor=\"#[0-9a-f]{6}\"\];$")
edge = re.compile(r"^  n(\d+) -> n(\d+) \[penwidth=[0-9.]+, color=\"#[0-9a-f]{6}\"\];$")
nodes = {m[1] for m in map(node.match, lines) if m}
edges = [m.groups() for m in map(edge.match, lines) if m]
assert len(nodes) == 37 and len(edges) == 36 and all(a in nodes and b in nodes for a, b in edges)
assert len(lines) == 6 + 37 + 36, len(lines)' "$own/a.dot"
check "tree leaves nothing half written" 0 "^$" bash -c "ls '$own' | grep part; true"

"$engine" go --search softmax --nodes 20000 --json >"$own/go.json"
check "go json of a tree" 0 "^ok$" python '
assert document["expected_depth"] >= 1 and document["entropy"] > 0
assert set(document["root"][0]) == set("move p value mate depth visits".split())
assert abs(sum(m["p"] for m in document["root"]) - 1) < 1e-3
assert document["bestmove"] in [m["move"] for m in document["root"]]' "$own/go.json"
"$engine" go --search alphabeta --depth 2 --json >"$own/plain.json"
check "go json without a tree" 0 "^ok$" python 'assert "root" not in document' "$own/plain.json"
check "go on a terminal shows the tree" 0 "entropy" script -qec "'$engine' go --search softmax --nodes 20000" /dev/null
check "go elsewhere shows lines" 0 "depth +value +nodes" "$engine" go --search softmax --nodes 20000

echo "1..$number"
