"""Checks every #include of the sources against layers.txt, which says which room may include which, and that modules (x.c
with x.h) have no include cycles."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(root / "script"))
from includes import Includes, cycles, read_law, room_of  # noqa: E402 (the folder is known only now)


def check_law(law, includes):
    for path in includes.files:
        if room_of(law, path) is None:
            yield f"src/{path}: room {path.parts[0]} is not in layers.txt"
    for path, name in includes.lost:
        yield f"src/{path}: {name} is nowhere"
    for path, target in sorted(includes.edges):
        room, other = room_of(law, path), room_of(law, target)
        if room and other not in law[room]:
            yield f"src/{path}: {room} may not include {other} ({target})"


def check_games(includes):
    """Chess and the drop games do not include each other."""
    for path in includes.files:
        if path.parts[0] == "game" and len(path.parts) > 2:
            for other in {"chess", "drops", "shogi", "minishogi"} - {path.parts[1]}:
                if re.search(rf'#\s*include\s+"(game/)?{other}/', (includes.source / path).read_text()):
                    yield f"src/{path}: names the folder of another game"


def main():
    law, includes = read_law(root), Includes(root)
    faults = [*check_law(law, includes), *check_games(includes)]
    for room in sorted(set().union(*law.values()) - set(law)):
        faults.append(f"layers.txt: {room} has no row")
    for cycle in cycles(includes.modules()):
        faults.append("a cycle: " + " → ".join(map(str, cycle + cycle[:1])))
    print("\n".join(faults) or f"{len(includes.edges)} includes obey layers.txt, without a cycle")
    return 1 if faults else 0


sys.exit(main())
