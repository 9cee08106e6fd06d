#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Sleep many short times; then write what the scheduler has counted for this task into FILE.

  sleep_and_count.py FILE
"""
import os
import sys
import time

for _ in range(150):
    time.sleep(0.001)
with open("/proc/self/schedstat", encoding="ascii") as counted, \
        open(sys.argv[1], "wb", buffering=0) as to:
    to.write(counted.read().encode())
    os._exit(0)
