#!/usr/bin/env python3
"""Runs a program in a terminal of 80 columns, presses Ctrl-C, and prints what is on the terminal and how long the
program took to end. Exits as it did.
usage: press.py SECONDS PROGRAM ARGUMENT…"""
import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time

after, command = float(sys.argv[1]), sys.argv[2:]
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    os.execv(command[0], command)
start, pressed = time.monotonic(), None
while True:
    if pressed is None and time.monotonic() - start > after:
        os.write(terminal, b"\x03")
        pressed = time.monotonic()
    if not select.select([terminal], [], [], 0.02)[0]:
        continue
    try:
        text = os.read(terminal, 65536)
    except OSError:  # the program has closed its side
        break
    sys.stdout.write(text.decode().replace("\r\n", "\n").replace("\r", "\n"))
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
print(f"took {time.monotonic() - (pressed or start):.1f} seconds")
sys.exit(status)
