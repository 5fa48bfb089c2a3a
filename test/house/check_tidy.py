"""Every folder has a README; every source file has a bounded size, a unique name, no left-over notes and no banned
functions."""
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[1]).resolve()
CONTRACT = {"geometry.h", "move.h", "position.h", "movegen.h", "exchange.h", "notation.h", "packed.h", "rules.h", "show.h",
            "pieces.def", "attacks.h", "feature.h"}
# The implementation of a contract header has the same name.
CONTRACT |= {name.replace(".h", ".c") for name in CONTRACT if name.endswith(".h")} | {"legality.c"}
SKIP = {".git", "build", "node_modules"}


def files():
    # Without git, so that it also works in a source archive.
    for path in sorted(root.rglob("*")):
        if path.is_file() and not SKIP & set(path.relative_to(root).parts):
            yield path


def main():
    faults, names = [], {}
    sources = [p for p in files() if p.suffix in (".c", ".h", ".py", ".sh", ".def")]
    for path in sources:
        text = path.read_text()
        where = path.relative_to(root)
        lines = text.count("\n")
        if lines > 800:
            faults.append(f"{where}: {lines} lines, at most 800")
        if re.search(r"\b(TODO|FIXME|XXX|HACK)\b", text) and path.name != "check_tidy.py":
            faults.append(f"{where}: a left-over note")
        if where.parts[0] == "src" and re.search(r"\b(strcpy|strtok|gets|sprintf|atoi|atol|atof|strncpy|alloca|sscanf)\s*\(", text):
            faults.append(f"{where}: a banned libc function")
        if path.suffix in (".c", ".h") and path.name not in CONTRACT and path.name != "README.md":
            if path.name in names:
                faults.append(f"{where}: the name is also {names[path.name]}")
            names[path.name] = where
    for folder in sorted({p.parent for p in sources}):
        if not (folder / "README.md").is_file():
            faults.append(f"{folder.relative_to(root)}: no README.md")
    print("\n".join(faults) or f"{len(sources)} sources are tidy")
    return 1 if faults else 0


sys.exit(main())
