"""An engine as a child process: lines in, lines out, every wait bounded."""
import os
import pathlib
import queue
import re
import subprocess
import sys
import tempfile
import threading
import time


class Failure(Exception):
    pass


class Gui:
    def __init__(self, engine, folder=None, environment=None):
        self.stderr = tempfile.TemporaryFile()
        self.child = subprocess.Popen([os.path.abspath(engine)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.stderr,
                                      cwd=folder, env={**os.environ, **(environment or {})})
        self.heard = queue.Queue()  # lines; None at the end
        self.sent = []
        self.early = []  # reports that came while no answer might
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
        try:
            self.child.wait(10)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
            if _[0] is None:
                raise Failure("the engine does not end with its input")
        if _[0] is None and self.child.returncode != 0:
            raise Failure(f"exit {self.child.returncode}: {self.errors()[-2000:]!r}")

    def _listen(self):
        for line in self.child.stdout:
            self.heard.put(line)
        self.heard.put(None)

    def raw(self, data):
        try:
            self.child.stdin.write(data)
            self.child.stdin.flush()
        except BrokenPipeError:
            pass

    def send(self, *lines):
        for line in lines:
            self.sent.append(line[:60])
            self.raw(line.encode("latin-1") + b"\n")

    def close(self):
        try:
            self.child.stdin.close()
        except BrokenPipeError:
            pass

    def end(self, seconds):
        """The exit status."""
        try:
            return self.child.wait(seconds)
        except subprocess.TimeoutExpired:
            raise Failure(f"no end in {seconds} s after {self.sent[-5:]}") from None

    def errors(self):
        self.stderr.seek(0)
        return self.stderr.read()

    def line(self, seconds):
        try:
            line = self.heard.get(timeout=seconds)
        except queue.Empty:
            raise Failure(f"no line in {seconds} s after {self.sent[-5:]}") from None
        if line is None:
            raise Failure(f"the engine has ended ({self.child.wait()}) after {self.sent[-5:]}: {self.errors()[-2000:]!r}")
        if not line.endswith(b"\n") or any(c < 32 or c > 126 for c in line[:-1]):
            raise Failure(f"not a line of ASCII: {line!r}")
        return line[:-1].decode()

    def until(self, word, seconds):
        """The lines up to the first one that begins with the word."""
        deadline, lines = time.monotonic() + seconds, []
        while not lines or not lines[-1].startswith(word):
            try:
                lines.append(self.line(max(0.001, deadline - time.monotonic())))
            except Failure as failure:
                raise Failure(f"no {word}: {failure}; heard {lines[-5:]}") from None
        return lines

    def until_all(self, answers, seconds):
        """The lines up to the second `readyok` and so many answers."""
        deadline, lines, ready = time.monotonic() + seconds, [], 0
        while answers > 0 or ready < 2:
            lines.append(self.line(max(0.001, deadline - time.monotonic())))
            answers -= lines[-1].startswith(("bestmove", "checkmate"))
            ready += lines[-1] == "readyok"
        return lines

    def ask(self, *lines, seconds=20):
        """What is said to these lines; an `isready` after them marks the end."""
        self.send(*lines, "isready")
        wanted = 1 + sum(line.strip() == "isready" for line in lines)
        said, deadline = [], time.monotonic() + seconds
        while wanted:
            said.append(self.line(max(0.001, deadline - time.monotonic())))
            wanted -= said[-1] == "readyok"
        return said[:-1]

    def no_answer(self, seconds):
        """Reports may come, an answer may not."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                line = self.heard.get(timeout=left)
            except queue.Empty:
                return
            if line is None or not line.startswith(b"info "):
                raise Failure(f"{line!r} after {self.sent[-5:]}")
            self.early.append(line.decode().rstrip())

    def reports(self):
        early, self.early = self.early, []
        return [line for line in early if line.startswith("info depth")]

    def silence(self, seconds):
        time.sleep(seconds)
        if not self.heard.empty():
            raise Failure(f"{self.heard.get()!r} after {self.sent[-5:]}")

    def rest(self):
        lines = []
        while (line := self.heard.get(timeout=5)) is not None:
            lines.append(line[:-1].decode())
        return lines


def is_sanitized(program):
    """Whether it was built with a sanitizer, and is slow."""
    return bool(re.search(rb"__[at]san_init", pathlib.Path(program).read_bytes()))


def need(condition, text):
    if not condition:
        raise Failure(text)


def run(cases):
    """Runs the cases and prints TAP; the exit status."""
    failed = 0
    for number, function in enumerate(cases, 1):
        name = function.__name__.replace("_", " ")
        begin = time.monotonic()
        try:
            function()
            print(f"ok {number} - {name}")
        except Failure as failure:
            failed += 1
            print(f"not ok {number} - {name}\n# {str(failure)[:1000]}")
        if time.monotonic() - begin > 3:
            print(f"# {name}: {time.monotonic() - begin:.1f} s")
        sys.stdout.flush()
    print(f"1..{len(cases)}")
    return 1 if failed else 0
