"""Every folder has a README; files and functions have a bounded size, files a unique name, no left-over notes and no
banned functions; Markdown has a bounded width; sentences name their subject."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1]).resolve()
CONTRACT = {"geometry.h", "move.h", "position.h", "movegen.h", "exchange.h", "notation.h", "packed.h", "rules.h", "show.h",
            "pieces.def", "attacks.h", "feature.h", "hands.h"}
# The implementation of a contract header has the same name.
CONTRACT |= {name.replace(".h", ".c") for name in CONTRACT if name.endswith(".h")} | {"legality.c"}
SKIP = {".git", "build", "node_modules"}
FILE_LINES, FUNCTION_LINES, MARKDOWN_COLUMNS = 800, 60, 120
# The node of the alpha-beta search is one long recipe; cut into pieces it would be harder to read and slower.
LONG_FUNCTIONS = {"src/search/alphabeta/ab_node.c": {"node_search", "search_moves"}}
BANNED = re.compile(r"\b(strcpy|strtok|gets|sprintf|atoi|atol|atof|strncpy|alloca|sscanf)\s*\(")
# A sentence names who acts: the caller, the search thread, the GUI.
NAMELESS = re.compile(r"\b(somebody|anybody|nobody|whoever|those\s+that)\b", re.I)
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|//([^\n]*)|/\*(.*?)\*/', re.S)


def files():
    # Without git, so that it also works in a source archive.
    for path in sorted(root.rglob("*")):
        if path.is_file() and not SKIP & set(path.relative_to(root).parts):
            yield path


def functions(text):
    """(name, first line, lines) of every function; the format puts its last brace, and nothing else of it, at the
    beginning of a line."""
    start, name = 0, None
    every = text.splitlines()
    for number, line in enumerate(every, 1):
        if name:
            if line == "}":
                yield name, start, number - start + 1
                name = None
            continue
        if re.match(r"\w", line):
            start = number
        if start and line.endswith("{"):
            declaration = re.sub(r"__attribute__\(\(.*?\)\)\s", "", " ".join(every[start - 1:number]))
            found = None if " = " in declaration else re.search(r"(\w+)\(", declaration)
            name, start = found and found.group(1), 0 if not found else start


def nameless(where, text):
    for match in NAMELESS.finditer(text):
        around = " ".join(text[max(0, match.start() - 40):match.end() + 20].split())
        yield f"{where}: '{match.group(0).lower()}' names no subject: … {around} …"


def check_source(path, where, names):
    text = path.read_text()
    lines = text.count("\n")
    if lines > FILE_LINES:
        yield f"{where}: {lines} lines, at most {FILE_LINES}"
    if re.search(r"\b(TODO|FIXME|XXX|HACK)\b", text) and path.name != "check_tidy.py":
        yield f"{where}: a left-over note"
    if path.suffix not in (".c", ".h"):
        return
    if path.name not in CONTRACT:
        if path.name in names:
            yield f"{where}: the name is also {names[path.name]}"
        names[path.name] = where
    for name, line, length in functions(text):
        if length > FUNCTION_LINES and name not in LONG_FUNCTIONS.get(str(where), ()):
            yield f"{where}:{line}: {name} has {length} lines, at most {FUNCTION_LINES}"
    if where.parts[0] == "src":
        if BANNED.search(text):
            yield f"{where}: a banned libc function"
        comments = [match.group(1) or match.group(2) or "" for match in TOKEN.finditer(text)]
        yield from nameless(where, "\n".join(filter(None, comments)))


def check_markdown(path, where):
    text = path.read_text()
    for number, line in enumerate(text.splitlines(), 1):
        # A table has a line a row, and an address cannot be broken.
        if len(line) > MARKDOWN_COLUMNS and not line.startswith("|") and " " in line.strip("-* "):
            yield f"{where}:{number}: {len(line)} columns, at most {MARKDOWN_COLUMNS}"
    yield from nameless(where, text)


def main():
    faults, names, folders, count = [], {}, set(), 0
    for path in files():
        where = path.relative_to(root)
        if path.suffix in (".c", ".h", ".py", ".sh", ".def"):
            folders.add(path.parent)
            count += 1
            faults += check_source(path, where, names)
        elif path.suffix == ".md":
            faults += check_markdown(path, where)
    for folder in sorted(folders):
        if not (folder / "README.md").is_file():
            faults.append(f"{folder.relative_to(root)}: no README.md")
    print("\n".join(faults) or f"{count} sources are tidy")
    return 1 if faults else 0


sys.exit(main())
