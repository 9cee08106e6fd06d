#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""figures.py FOLDER DEVICE EXPRESSION...

Prints the values of expressions over a report, in the words of claims.py, separated by blanks.
"""

import sys

import claims


def main():
    folder, device, *expressions = sys.argv[1:]
    names = claims.names_for(folder, device, [])
    print(*(eval(expression, names) for expression in expressions))


if __name__ == "__main__":
    main()
