// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Put into a copy of a page, behind its own script: uses it as a person would, and leaves what was
// seen in the text of the element #checks, a line for each: "ok: what" or "FAILED: what".
"use strict";
(() => {
  const lines = [];
  const check = (what, truth, seen) => lines.push(truth ? `ok: ${what}` : `FAILED: ${what}: ${seen}`);
  const groups = [...document.querySelectorAll("#boxes > g")];
  const called = (name) =>
    groups.find((group) => group.querySelector("title").textContent.split("\n")[0] === name);
  const width = (group) => Number(group.querySelector("rect").getAttribute("width"));
  const y = (group) => Number(group.querySelector("rect").getAttribute("y"));
  const shown = (group) => group.style.display !== "none";
  const press = (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const find = (word) => {
    const input = document.getElementById("search");
    input.value = word;
    input.dispatchEvent(new Event("input"));
    return document.getElementById("matched").textContent;
  };

  const all = called("all");
  const dd = called("dd");
  const wait = called("wait");
  const hover = new MouseEvent("mouseenter");

  check("the first box has the whole width", Math.abs(width(all) - innerWidth + 20) < 2, width(all));
  check("labels are drawn", wait.querySelector("text").textContent === "wait", wait.outerHTML);
  wait.dispatchEvent(hover);
  const info = document.getElementById("info").textContent;
  check("hover tells share and unit", info === "wait: kernel, 90 samples, 90.0 %", info);

  const found = find("VFS_");
  check("search sums what was found", found === "found in 100.0 %: 100 samples", found);
  const hits = document.querySelectorAll("#boxes > .hit").length;
  check("search marks each box", hits === 2, hits);
  const pattern = find("/^w.*t$/");
  check("a pattern finds", pattern === "found in 90.0 %: 90 samples", pattern);
  const markup = find("<evil>");
  check("markup is only text", markup === "found in 0.00 %: 0 samples", markup);
  check("an empty search marks nothing", find("") === "" && !document.querySelector(".hit"), "");

  const before = width(dd);
  press(dd.querySelector("rect"));
  check("a click zooms", width(dd) > before && Math.abs(width(dd) - width(all)) < 1, width(dd));
  check("what is beside the zoomed box is hidden", !shown(called("cp")), "cp is shown");
  check("what is below it stays", shown(all), "all is hidden");
  const zoomed = find("wait");
  check("the share is that of the view", zoomed === "found in 94.7 %: 90 samples", zoomed);
  wait.dispatchEvent(hover);
  const part = document.getElementById("info").textContent;
  check("hover tells the share of the view", part.endsWith("; 94.7 % of the view"), part);
  press(document.getElementById("reset"));
  check("the reset shows all again", shown(called("cp")) && width(dd) === before, width(dd));
  find("");

  check("the root is below", y(all) > y(dd) && y(dd) > y(wait), `${y(all)} ${y(wait)}`);
  press(document.getElementById("turn"));
  check("upside down the root is above", y(all) < y(dd) && y(dd) < y(wait), `${y(all)} ${y(wait)}`);
  press(document.getElementById("turn"));

  // Known only when all is there that was asked for.
  window.addEventListener("load", () => {
    const asked = performance.getEntriesByType("resource").map((entry) => entry.name);
    check("the page asks for nothing", asked.length === 0, asked.join(" "));
    const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
    text.id = "checks";
    text.textContent = "\n" + lines.join("\n") + "\n";
    document.documentElement.append(text);
  });
})();
