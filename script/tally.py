"""Adds up the JUnit reports of the test stages; names what failed and why something was skipped; last the sum.

usage: tally.py BROKEN NAME=REPORT… — BROKEN is 1 if a stage did not even build.
"""
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree


def root_of(path):
    """What tests print is in the report; XML has no control characters, meson copies them all the same."""
    text = pathlib.Path(path).read_text(errors="replace")
    return ElementTree.fromstring(re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "?", text).encode())


def cases(path):
    """(name, state) of every test case; a test program without cases of its own counts as one."""
    for suite in root_of(path).iter("testsuite"):
        for case in suite.iter("testcase"):
            name = f"{suite.get('name')} {case.get('name')}"
            if case.find("failure") is not None or case.find("error") is not None:
                yield name, "failed"
            elif case.find("skipped") is not None:
                yield name, "skipped"
            else:
                yield name, "passed"


def main():
    broken, reports = sys.argv[1] == "1", sys.argv[2:]
    count = {"passed": 0, "failed": 0, "skipped": 0}
    for report in reports:
        stage, path = report.split("=", 1)
        if not pathlib.Path(path).is_file():
            print(f"failed: {stage} did not run")
            count["failed"] += 1
            continue
        for name, state in cases(path):
            count[state] += 1
            if state != "passed":
                print(f"{state}: {stage}: {name}")
    print(f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped")
    return 1 if broken or count["failed"] or not count["passed"] else 0


sys.exit(main())
