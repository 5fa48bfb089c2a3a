"""Who includes whom in src/: the law of layers.txt and the graph that the sources make."""
import pathlib
import re

GAMES = {"shogi": ("shogi", "drops"), "minishogi": ("minishogi", "drops"), "chess": ("chess",)}


def read_law(root):
    """room -> rooms it may include, itself among them. A row may name a folder of a room, as in `search/tree: …`; the folder
    is then a room of its own."""
    law = {}
    for line in (root / "layers.txt").read_text().splitlines():
        line = line.split("#")[0].strip()
        if line:
            room, allowed = line.split(":")
            law[room.strip()] = set(allowed.split()) | {room.strip()}
    return law


def room_of(law, path):
    """The innermost room that holds a file of src/; None if there is none."""
    return next((str(folder) for folder in path.parents if str(folder) in law), None)


class Includes:
    """`edges` are (file, the file it includes), both as paths in src/, over all games; `lost` what is found nowhere."""

    def __init__(self, root):
        self.source = root / "src"
        self.files = sorted(path.relative_to(self.source) for path in self.source.rglob("*.[ch]"))
        self.edges, self.lost = set(), []
        for path in self.files:
            for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', (self.source / path).read_text(), re.M):
                targets = {self._find(path, name, game) for game in GAMES if self._is_in(path, game)} - {None}
                self.edges |= {(path, target) for target in targets}
                if not targets:
                    self.lost.append((path, name))

    @staticmethod
    def _is_in(path, game):
        """Whether a game has this file: folders of src/game/ belong to one game or to some."""
        return path.parts[0] != "game" or len(path.parts) == 2 or path.parts[1] in GAMES[game]

    def _find(self, path, name, game):
        folders = [path.parent, pathlib.Path(), *(pathlib.Path("game", folder) for folder in GAMES[game])]
        return next((folder / name for folder in folders if (self.source / folder / name).is_file()), None)

    def modules(self):
        """The same graph with x.c and x.h as one module: module -> modules it includes. A header without a source that
        the source of x includes and that includes the header of x is a private part of x: it stands below x."""
        graph = {path.with_suffix(""): set() for path in self.files}
        for path, target in self.edges:
            here, there = path.with_suffix(""), target.with_suffix("")
            is_part = (path.suffix == ".h" and here.with_suffix(".c") not in self.files and
                       (there.with_suffix(".c"), path) in self.edges and (target, path) not in self.edges)
            if here != there and target.suffix == ".h" and not is_part:
                graph[here].add(there)
        return graph


def path_between(graph, start, end):
    """A shortest path as a list of nodes, or None."""
    previous, row = {start: None}, [start]
    while row and end not in previous:
        following = []
        for node in row:
            for target in sorted(graph[node]):
                if target not in previous:
                    previous[target] = node
                    following.append(target)
        row = following
    if end not in previous:
        return None
    path = [end]
    while path[-1] != start:
        path.append(previous[path[-1]])
    return path[::-1]


def cycles(graph):
    """Every include that leads back, with the shortest way back; each cycle once, as a list of its nodes."""
    found = {}
    for node in sorted(graph):
        for target in sorted(graph[node]):
            back = path_between(graph, target, node)
            if back:
                first = back.index(min(back))
                found.setdefault(tuple(back[first:] + back[:first]))
    return [list(cycle) for cycle in found]
