# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Sourced by each live test: finds wbtrace, makes a folder of the test's own. The build folder is
# in WBTRACE_BUILD, else build/release.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
wbtrace=${WBTRACE_BUILD:-$here/../../build/release}/wbtrace

# shellcheck source=tests/live/expectations.sh
. "$here/expectations.sh"
# shellcheck source=tests/live/cleanup.sh
. "$here/cleanup.sh"

# need TOOL...: skips the test when one is not there.
need() {
    local tool
    for tool; do
        command -v "$tool" >/dev/null || skip "the tool $tool is not installed"
    done
}

[ "$(id -u)" = 0 ] || skip "live tests need root"
[ -x "$wbtrace" ] || { echo "FAILED: there is no $wbtrace"; exit 1; }
need losetup python3 findmnt
work=$(mktemp -d "${TMPDIR:-/tmp}/wbtrace-live.XXXXXX")
later rmdir "$work"
# In memory: what a command says into a file must not be a write to a disk of its own.
mount -t tmpfs -o size=3G wbtrace-live "$work"
later umount "$work"

# shellcheck source=tests/live/scratch_devices.sh
. "$here/scratch_devices.sh"
# shellcheck source=tests/live/trace_instance.sh
. "$here/trace_instance.sh"
# shellcheck source=tests/live/traced_run.sh
. "$here/traced_run.sh"
