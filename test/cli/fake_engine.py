#!/usr/bin/env python3
"""An engine that misbehaves when it is its turn: passes everything on to a real one, except …
usage: fake_engine.py MODE ENGINE [LOG]
LOG gets what it was told about pondering, a line each."""
import subprocess
import sys
import time

mode, engine = sys.argv[1], sys.argv[2]
log = open(sys.argv[3], "a", buffering=1) if len(sys.argv) > 3 else None
out = sys.stdout
if mode == "mute":
    time.sleep(1000)
if mode == "stillborn":
    sys.exit(3)
real = subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def say(text):
    out.write(text)
    out.flush()


def answer_until(words):
    while True:
        line = real.stdout.readline()
        if not line:
            sys.exit(4)
        say(line)
        if line.split()[0] in words:
            return line


def pass_on(line):
    real.stdin.write(line)
    real.stdin.flush()


def note(line):
    if log:
        log.write(line)


pondering = False
moves = 0
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] in ("usinewgame", "ucinewgame"):
        moves = 0
    if pondering and words[0] not in ("ponderhit", "stop", "quit"):
        note("broken\n")  # nothing else may be said to one that ponders
    if words[:2] == ["go", "ponder"]:
        note("ponder\n")
        pondering = True
        moves += 1
        if mode == "ponder_dies" and moves >= 3:
            sys.exit(6)
        pass_on(line)
        if mode == "ponder_early":
            time.sleep(0.01)
            pass_on("stop\n")
            answer_until(("bestmove",))
        continue
    if pondering and words[0] in ("ponderhit", "stop"):
        note(line)
        pondering = False
        if mode == "ponder_early" or (mode == "ponder_deaf" and words[0] == "stop"):
            continue
        if mode == "ponder_late":
            time.sleep(0.05)
        pass_on(line)
        best = answer_until(("bestmove",))
        if mode == "ponder_twice" and words[0] == "ponderhit":
            time.sleep(0.002)
            say(best)
        continue
    if words[0] != "go":
        if words[:2] == ["setoption", "name"] and "Ponder" in words[2]:
            note(line)
        pass_on(line)
        if words[0] in ("usi", "uci", "isready"):
            answer_until(("usiok", "uciok", "readyok"))
        if words[0] == "quit":
            break
        continue
    moves += 1
    if mode == "hang" and moves == 3:
        time.sleep(1000)
    if mode == "crash" and moves == 3:
        sys.exit(5)
    if mode == "illegal" and moves == 3:
        say("bestmove 1z9q\n")
        continue
    if mode == "resign" and moves == 3:
        say("bestmove resign\n")
        continue
    if mode == "win":
        say("bestmove win\n")
        continue
    if mode == "late" and moves == 2:
        time.sleep(1.5)
    if mode == "endless" and moves == 2:
        while True:
            out.write("x" * 65536)
    if mode == "shout":
        say("".join(f"info string line {i} of nothing at all\n" for i in range(20000)))
    if mode == "stderr":
        sys.stderr.write("nobody reads this\n" * 20000)
    if mode == "junk":
        sys.stdout.buffer.write(bytes(range(256)) + b"\ninfo depth x score cp\ninfo\n\n")
    pass_on(line)
    best = answer_until(("bestmove",))
    if mode == "twice":
        say(best)
