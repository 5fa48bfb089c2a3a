"""Every header compiles alone, for every game that has it on its include path."""
import pathlib
import subprocess
import sys

root, compiler = pathlib.Path(sys.argv[1]), sys.argv[2:]
source = root / "src"
GAMES = {"shogi": ["shogi", "drops"], "minishogi": ["minishogi", "drops"], "chess": ["chess"]}


def compiles(header, folders):
    includes = [f"-I{source}"] + [f"-I{source / 'game' / folder}" for folder in folders]
    command = compiler + ["-std=gnu17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", "c", "-D_GNU_SOURCE",
                          "-DYURAGI_VERSION=\"\"", *includes, "-include", str(header), "/dev/null"]
    return subprocess.run(command, capture_output=True, text=True)


def main():
    faults, checked = [], 0
    for header in sorted(source.rglob("*.h")):
        parts = header.relative_to(source).parts
        for game, folders in GAMES.items():
            if parts[0] == "game" and len(parts) == 3 and parts[1] not in folders:
                continue
            if parts[0] == "base" and game != "shogi":
                continue
            checked += 1
            result = compiles(header, folders)
            if result.returncode:
                faults.append(f"{header.relative_to(root)} ({game}):\n{result.stderr}")
    print("\n".join(faults) or f"{checked} headers compile alone")
    return 1 if faults else 0


sys.exit(main())
