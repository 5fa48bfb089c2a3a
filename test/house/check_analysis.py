"""Static analysis of src/ reports nothing: clang-tidy with the checks of .clang-tidy, or the analyzer of gcc.

usage: check_analysis.py ROOT BUILD clang-tidy|gcc TOOL — BUILD holds a compile_commands.json; skipped, with a message,
where TOOL is empty. A file that several games share is analysed once, in the first game that has it. The analyzer of
clang takes three times as long as all other checks together, so it runs only where YURAGI_LONG is set; gcc's always runs.
"""
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys

root, build, kind, tool = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4]

# Warnings of gcc 12 that were always false:
#   malloc-leak                   memory stored through a pointer to a pointer counts as leaked
#   use-of-uninitialized-value    an array that a function of another file fills counts as uninitialised
#   shift-count-overflow          takes the number of elements of a vector for the bits of one element
QUIET = ["-Wno-analyzer-malloc-leak", "-Wno-analyzer-use-of-uninitialized-value", "-Wno-analyzer-shift-count-overflow"]


def flags(command):
    """The flags of a compiler command that concern the language, without its output."""
    words, kept = iter(shlex.split(command)), []
    for word in words:
        if word in ("-I", "-D", "-include", "-isystem"):
            kept += [word, next(words)]
        elif word.startswith(("-I", "-D", "-W", "-std=", "-march=", "-isystem")) and word != "-DNDEBUG":
            kept.append(word)
    return kept


def units():
    """(file, directory, flags) of every source file in src/, once."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if root / "src" in path.parents and path.suffix == ".c":
            found.setdefault(path, (entry["directory"], flags(entry["command"])))
    return [(path, *rest) for path, rest in sorted(found.items())]


def analyse(unit):
    """Empty, or the output of the tool."""
    path, directory, arguments = unit
    # status.c defines error_set, which the header replaces.
    if path.name != "status.c":
        arguments = arguments + ["-include", str(root / "test/house/analysed.h")]
    if kind == "clang-tidy":
        checks = [] if os.environ.get("YURAGI_LONG") else ["--checks=-clang-analyzer-*"]
        command = [tool, "--quiet", *checks, str(path), "--", *arguments, "-Wno-unknown-warning-option"]
    else:
        command = [tool, *arguments, *QUIET, "-O1", "-fanalyzer", "-c", str(path), "-o", os.devnull]
    result = subprocess.run(command, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return result.stdout if result.returncode else ""


def main():
    if not tool:
        print(f"skipped: {kind} is not installed")
        return 77
    every = units()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = [text for text in pool.map(analyse, every) if text]
    print("\n".join(faults).replace(str(root) + "/", "") or f"{kind} reports nothing in {len(every)} files")
    return 1 if faults or not every else 0


sys.exit(main())
