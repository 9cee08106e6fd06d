#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# A flame graph in a real browser: search, zoom, hover and upside down work, and nothing is asked
# for over a network. WBTRACE_KEEP=FOLDER keeps the pages and a picture of each.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
draw=${WBTRACE_BUILD:?}/draw_flames
# shellcheck source=tests/scripts/expect.sh
. "$here/../scripts/expect.sh"

for browser in chromium chromium-browser google-chrome ''; do
    [ -n "$browser" ] || { echo "skip: no Chromium here to open the page in"; exit 77; }
    command -v "$browser" >/dev/null && break
done

# browse PAGE OPTION...: the browser itself finds no host either.
browse() {
    local page=$1
    shift
    timeout 50 "$browser" --headless --no-sandbox --disable-gpu --no-first-run \
        --host-resolver-rules='MAP * ~NOTFOUND' --user-data-dir="$work/profile" \
        --window-size=1200,400 "$@" "file://$page" 2>"$work/browser.log"
}

# checked_page NAME: the page with our checks in it, as it is after they ran.
checked_page() {
    { sed '$d' "$work/$1.svg"
      printf '<script>//<![CDATA[\n'
      cat "$here/page_check.js"
      printf '//]]></script>\n</svg>\n'; } >"$work/$1-checked.svg"
    browse "$work/$1-checked.svg" --dump-dom | sed -n '/id="checks"/,/<\/text>/p'
}

printf 'dd;write;-;vfs_write_[k] 5\ndd;write;-;vfs_write_[k];wait_[k] 90\ncp;vfs_write_[k] 5\n' |
    "$draw" >"$work/stacks.svg"
# shellcheck disable=SC2016 # nothing is to be expanded
printf '%s\n' '<a>&"b'"'"';]]><script>document.title="taken"</script> 3' '\x1b[31m;f_[k] 2' |
    "$draw" >"$work/hostile.svg"

checked_page stacks >"$work/checks"
cat "$work/checks"
expect 0 'ok: the first box has the whole width' cat "$work/checks"
expect 0 'ok: upside down the root is above' cat "$work/checks"
expect 1 '' grep FAILED "$work/checks"
expect 0 'ok: the page asks for nothing' cat "$work/checks"

# That check can fail.
sed 's|<g id="boxes"|<image href="http://127.0.0.1:9/asked.png"/>&|' "$work/stacks.svg" \
    >"$work/asking.svg"
checked_page asking >"$work/checks"
expect 0 'FAILED: the page asks for nothing: http://127.0.0.1:9/asked.png' cat "$work/checks"

# No name of a frame has become a script.
browse "$work/hostile.svg" --dump-dom >"$work/hostile.dom"
expect 0 '<title>stacks: 5 samples</title>' cat "$work/hostile.dom"
expect 0 ']]&gt;&lt;script&gt;document.title="taken"' cat "$work/hostile.dom"

if [ -n "${WBTRACE_KEEP:-}" ]; then
    for name in stacks hostile; do
        browse "$work/$name.svg" --screenshot="$WBTRACE_KEEP/$name.png"
        cp "$work/$name.svg" "$WBTRACE_KEEP"
    done
fi
finish
