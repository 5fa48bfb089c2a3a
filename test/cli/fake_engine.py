#!/usr/bin/env python3
"""An engine that misbehaves when it is its turn: passes everything on to a real one, except …
usage: fake_engine.py MODE ENGINE"""
import subprocess
import sys
import time

mode, engine = sys.argv[1], sys.argv[2]
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


moves = 0
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] in ("usinewgame", "ucinewgame"):
        moves = 0
    if words[0] != "go":
        real.stdin.write(line)
        real.stdin.flush()
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
    real.stdin.write(line)
    real.stdin.flush()
    best = answer_until(("bestmove",))
    if mode == "twice":
        say(best)
