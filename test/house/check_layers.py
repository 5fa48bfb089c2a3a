"""Checks every #include of the sources against layers.txt, the rules of which room may include which."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1]).resolve()
source = root / "src"


def read_rules():
    rules = {}
    for line in (root / "layers.txt").read_text().splitlines():
        line = line.split("#")[0].strip()
        if line:
            room, allowed = line.split(":")
            rules[room.strip()] = set(allowed.split()) | {room.strip()}
    return rules


def find_target(path, name):
    """The file that #include "name" in `path` refers to; the folders of the games count as one."""
    folders = [source, path.parent] + [p for p in (source / "game").iterdir() if p.is_dir()]
    for folder in folders:
        if (folder / name).is_file():
            return (folder / name).resolve().relative_to(source)
    return None


def main():
    rules, faults, seen = read_rules(), [], 0
    for path in sorted(source.rglob("*.[ch]")):
        room = path.relative_to(source).parts[0]
        if room not in rules:
            faults.append(f"{path.relative_to(root)}: room {room} is not in layers.txt")
            continue
        for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', path.read_text(), re.M):
            seen += 1
            target = find_target(path, name)
            if target is None:
                faults.append(f"{path.relative_to(root)}: {name} is nowhere")
            elif target.parts[0] not in rules[room]:
                faults.append(f"{path.relative_to(root)}: {room} may not include {target.parts[0]} ({name})")
    # Chess and the drop games do not include each other.
    for path in sorted((source / "game").rglob("*.[ch]")):
        text, here = path.read_text(), path.relative_to(source).parts[1]
        for other in ("chess", "drops", "shogi", "minishogi"):
            if other != here and re.search(rf'#\s*include\s+"(game/)?{other}/', text):
                faults.append(f"{path.relative_to(root)}: names the folder of another game")
    print("\n".join(faults) or f"{seen} includes obey layers.txt")
    return 1 if faults else 0


sys.exit(main())
