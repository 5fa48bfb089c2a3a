#!/usr/bin/env python3
"""`play`, `show` and `go` in a terminal: keys that edit a line, narrow windows, Japanese alone. Prints TAP.
usage: test_terminal.py ENGINE GAME"""
import ctypes
import fcntl
import os
import pty
import re
import select
import struct
import sys
import tempfile
import termios
import time
import unicodedata

ENGINE, GAME = sys.argv[1:3]
MOVE, TYPO, KANJI = {"shogi": ("7g7f", "7g7x", "76歩"), "minishogi": ("5d5c", "5d5x", "53歩"),
                     "chess": ("e2e4", "e2e9", "nf3")}[GAME]
PROMPT = re.compile(r"\d+> |^> ", re.M)
count = 0


def verdict(name, is_ok, details=""):
    global count
    count += 1
    print(f"{'ok' if is_ok else 'not ok'} {count} - {name}")
    if not is_ok:
        print("".join(f"# {line!r}\n" for line in details.split("\n")), end="")


def skip(name, why):
    global count
    count += 1
    print(f"ok {count} - {name} # SKIP {why}")


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, arguments, width=80, height=24, **environment):
        base = {"LC_ALL": "C.UTF-8", "TERM": "xterm", "NO_COLOR": "1", "PATH": os.environ["PATH"], "INPUTRC": "/dev/null"}
        self.text, self.is_open = "", True
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
            os.execve(ENGINE, [ENGINE, *arguments], {**base, **environment})

    def read(self, until, seconds=20):
        """What comes until `until` (a regular expression) is in it, or the program has ended."""
        pattern, seen, end = re.compile(until), "", time.monotonic() + seconds
        while self.is_open and not pattern.search(seen) and time.monotonic() < end:
            if not select.select([self.file], [], [], 0.1)[0]:
                continue
            try:
                seen += os.read(self.file, 65536).decode(errors="replace")
            except OSError:
                self.is_open = False
        self.text += seen
        return seen

    def type(self, keys, until=r"\d+> $|\n> $"):
        os.write(self.file, keys.encode())
        return self.read(until)

    def close(self):
        """The exit status, once the program has ended by itself."""
        self.read(r"\Z(?!)", 10)
        if self.is_open:
            os.kill(self.pid, 9)
        os.close(self.file)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def play(*arguments, **options):
    terminal = Terminal(["play", "--level", "1", *arguments], **options)
    terminal.read(r"\d+> $")
    return terminal


def check_editing(library, path):
    """The keys of a line editor; `path` hides other libraries."""
    terminal = play("--lang", "en", LD_LIBRARY_PATH=path)
    terminal.type("lex\x7fvel 3\r")
    again = terminal.type("\x1b[A\r")
    verdict(f"{library}: backspace edits, the arrow up repeats a line", again.count("Level 3 of") == 1, terminal.text)
    terminal.type("\x1b[A\x1b[D\x1b[D\x1b[D\x1b[D\x1b[D\x1b[D\x1b[Dx\r")
    verdict(f"{library}: the arrow left goes back", "'xlevel 3' is not a move" in terminal.text, terminal.text)
    reply = terminal.type(TYPO + "\x7f" + MOVE[-1] + "\r")
    verdict(f"{library}: a move is corrected", " plays " in reply, terminal.text)
    listed = terminal.type("mov\t\r")
    verdict(f"{library}: Tab completes a command", re.search(r"\d+ legal moves?:", listed), terminal.text)
    if GAME != "chess":
        reply = terminal.type("歩歩\x7f\x7fundo\r")
        verdict(f"{library}: a kanji is one character", "Taken back" in reply, terminal.text)
        verdict(f"{library}: a move in kanji", " plays " in terminal.type(KANJI + "\r"), terminal.text)
    terminal.type("\x04", "Goodbye")
    verdict(f"{library}: Ctrl-D leaves", terminal.close() == 0 and "Goodbye" in terminal.text, terminal.text)
    terminal = play("--lang", "en", LD_LIBRARY_PATH=path)
    terminal.type("abc\x03", "Goodbye")
    verdict(f"{library}: Ctrl-C leaves", terminal.close() == 0 and "Goodbye" in terminal.text, terminal.text)
    terminal = play("--lang", "en", "--clock", "2s", LD_LIBRARY_PATH=path)
    terminal.type("abc", "has fallen")
    verdict(f"{library}: the flag falls while a line is edited", "has fallen" in terminal.text, terminal.text)
    terminal.type("\x04", "Goodbye")
    terminal.close()


def hidden(folder, *libraries):
    """A search path on which these libraries are files that cannot be loaded."""
    path = os.path.join(folder, "-".join(libraries) or "none")
    os.makedirs(path, exist_ok=True)
    for library in libraries:
        open(os.path.join(path, library), "w").close()
    return path


def has_library(name):
    try:
        ctypes.CDLL(name)
        return True
    except OSError:
        return False


def check_libraries(folder):
    names = {"readline": "libreadline.so.8", "editline": "libedit.so.2"}
    for library, file in names.items():
        if has_library(file):
            check_editing(library, hidden(folder, *(other for other in names.values() if other != file)))
        else:
            skip(library, f"{file} is not installed")
    terminal = play("--lang", "en", LD_LIBRARY_PATH=hidden(folder, *names.values()))
    terminal.type("lex\x7fvel 3\r")
    reply = terminal.type(MOVE + "\r")
    verdict("without a library lines are read all the same", "Level 3 of" in terminal.text and " plays " in reply, terminal.text)
    verdict("and the arrow up is no command", "is not a move" in terminal.type("\x1b[A\r"), terminal.text)
    terminal.type("\x03", "Goodbye")
    verdict("and Ctrl-C leaves", terminal.close() == 0 and "Goodbye" in terminal.text, terminal.text)


def columns(line):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


def rows(text):
    """The rows of a terminal, as far as the programs move about in it."""
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r\n", "\n")
    return [part for line in text.split("\n") for part in line.split("\r")]


def check_width(name, text, width):
    wide = [line for line in rows(text) if columns(line) > width]
    verdict(f"{name} fits {width} columns", text and not wide, "\n".join(wide) or "nothing was printed")


SESSION = ["help", "moves", "hint", "level", "level 2", "level 99", "eval", "xyzzy", "save", "save x.y", "undo", "undo x", MOVE,
           "flip", "resign", MOVE, "quit"]


def check_narrow():
    for width in (40, 80):
        for language in ("en", "ja"):
            terminal = play("--lang", language, "--clock", "10m+30s", width=width)
            for line in SESSION:
                terminal.type(line + "\r")
            terminal.close()
            check_width(f"play in {language}", terminal.text, width)
    for command in (["show", "--moves", "--lang", "ja"], ["go", "--nodes", "3000"],
                    ["go", "--nodes", "3000", "--search", "alphabeta"]):
        terminal = Terminal(command, width=40)
        terminal.close()
        text = re.sub(r"^s?fen: .*$", "", terminal.text, flags=re.M)  # one piece, to be copied
        if command[0] == "go":  # its last lines are for other programs
            text = text[:text.rfind("\x1b[J")]
        check_width(" ".join(command), text, 40)


# What may be in Latin letters: commands, examples, notations, names.
LATIN = re.compile(r"\b(help|hint|undo|moves|board|flip|eval|level|save|win|resign|new|quit|FILE|Ctrl-C|N|game\.\w+"
                   r"|yuragi-\w+|(usi|uci|csa|kif|kifu|pgn|tsv)|[\w./-]*\.y|[0-9a-f]{16}|s?fen:.*|(\d[a-i]){2}\+?|[PLNSGBR]\*\d[a-i]"
                   r"|([a-h][1-8]){2}[nbrq]?|[NBRQK]?[a-h]?[1-8]?x?[a-h][1-8](=[NBRQ])?|O-O(-O)?|[a-i]|KQkq|nf3|xyzzy|v)\b|v(?=[^ -~])")


def check_japanese():
    # A whole game, and every command and refusal.
    watched = Terminal(["play", "--lang", "ja", "--side", "none", "--level", "1", "--option", "MaxMovesToDraw=80"])
    watched.close()
    verdict("a whole game in Japanese ends", re.search(r"の勝ち（|引き分け（", watched.text), watched.text[-500:])
    typed = play("--lang", "ja")
    for line in SESSION:
        typed.type(line + "\r")
    typed.close()
    shown = Terminal(["show", "--lang", "ja"])
    shown.close()
    for name, text in (("a whole game", watched.text), ("every command", typed.text), ("show", shown.text)):
        foreign = [line for line in rows(text) if re.search(r"[A-Za-z]{2}", LATIN.sub("", line))]
        verdict(f"{name} is Japanese", not foreign, "\n".join(foreign))


with tempfile.TemporaryDirectory() as folder:
    os.environ.pop("LD_LIBRARY_PATH", None)
    check_libraries(folder)
check_narrow()
check_japanese()
print(f"1..{count}")
