#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""under_terminal.py MARK OUTPUT COMMAND...

Runs a command on a terminal of its own, types Ctrl-C as soon as MARK was printed, and writes all
it prints to OUTPUT. Exit status: the command's, 128 + N for a signal; 124 when it does not end.
"""

import os
import pty
import select
import signal
import sys
import time

PATIENCE_S = 60


def follow(terminal, mark, file):
    """Copies until the terminal is closed; False when that takes too long."""
    seen, typed, deadline = b"", False, time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        if not select.select([terminal], [], [], 1)[0]:
            continue
        try:
            data = os.read(terminal, 65536)
        except OSError:  # how Linux says that the other end is closed
            return True
        if not data:
            return True
        file.write(data)
        seen += data
        if mark in seen and not typed:
            os.write(terminal, b"\x03")
            typed = True
    return False


def main():
    mark, output, command = sys.argv[1].encode(), sys.argv[2], sys.argv[3:]
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvp(command[0], command)
    with open(output, "wb") as file:
        ended = follow(terminal, mark, file)
    if not ended:
        os.kill(pid, signal.SIGKILL)
    status = os.waitpid(pid, 0)[1]
    if not ended:
        sys.exit(124)
    sys.exit(128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))


if __name__ == "__main__":
    main()
