"""The commit-msg hook accepts good commit messages and refuses bad ones with a sentence."""
import pathlib
import subprocess
import sys
import tempfile

root = pathlib.Path(sys.argv[1]).resolve()
WHY = "\n\nNo functional change.\n"
LONG = "base: " + "x" * 66  # 72 columns

# (message, a part of the hook's error; empty: the message is accepted)
CASES = [
    ("search: the tree has a policy" + WHY, ""),
    ("doc, data: new suites" + WHY, ""),
    ("search/tree: blocks move" + WHY, ""),
    (LONG + WHY, ""),
    ("doc: value → win rate, " + "·" * 49 + WHY, ""),
    ("base: x\n\nWhy.\n\nBench: shogi 1 · minishogi 2 · chess 3\n", ""),
    ("Merge branch 'other'\n", ""),
    ("fixup! base: x\n", ""),
    ("squash! base: x\n", ""),
    (LONG + "x" + WHY, "73 columns"),
    ("base: a subject\non two lines" + " and long" * 6 + WHY, "columns"),
    ("a subject without a room" + WHY, "room: what changes"),
    ("Base: x" + WHY, "room: what changes"),
    ("base:" + WHY, "room: what changes"),
    ("base: x\n", "the body says why"),
    ("base: x\n\n\n", "the body says why"),
    ("base: x\n\n# Please enter the commit message\n#\n", "the body says why"),
    ("base: x\n\n# ------------------------ >8 ------------------------\ndiff --git a/x b/x\n", "the body says why"),
    ("base: x\nno blank line\n", "the body says why"),
    ("", "room: what changes"),
]


def main():
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "message"
        for message, expected in CASES:
            path.write_text(message, encoding="utf-8")
            result = subprocess.run([root / "script/hooks/commit-msg", path], capture_output=True, text=True)
            passes = result.returncode == 0 and not result.stderr
            if passes if expected else not passes:
                wrong.append(f"{message!r}: exit {result.returncode}, {result.stderr!r}")
            elif expected and expected not in result.stderr:
                wrong.append(f"{message!r}: does not say '{expected}': {result.stderr!r}")
    print("\n".join(wrong) or f"{len(CASES)} messages have the expected result")
    return 1 if wrong else 0


sys.exit(main())
