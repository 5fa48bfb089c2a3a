#!/usr/bin/env python3
"""Runs a program in a terminal, types the lines that are given, and prints what is on the terminal. Exits as it did.
usage: type.py TEXT PROGRAM ARGUMENT…"""
import os
import pty
import sys

text, command = sys.argv[1], sys.argv[2:]
pid, terminal = pty.fork()
if pid == 0:
    os.execv(command[0], command)
os.write(terminal, text.encode())
while True:
    try:
        shown = os.read(terminal, 65536)
    except OSError:  # the program has closed its side
        break
    if not shown:
        break
    sys.stdout.write(shown.decode().replace("\r\n", "\n"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
