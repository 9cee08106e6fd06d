// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// What the page does: zoom, search, hover, upside down. It asks nobody for anything.
"use strict";
(() => {
  const page = document.documentElement;
  const one = (id) => document.getElementById(id);
  const graph = one("boxes");
  const unit = graph.dataset.unit;
  const rows = Number(graph.dataset.rows);
  const top = Number(graph.dataset.top);
  const rowHeight = Number(graph.dataset.row);
  const margin = Number(graph.dataset.margin);
  const smallest = 0.3; // pixels that are worth drawing
  const gap = 0.5; // between neighbours

  // data-f: depth, start, weight; the boxes stand in the order of a walk from left to right.
  const boxes = Array.from(graph.children, (group) => {
    const [depth, start, weight] = group.dataset.f.split(" ").map(Number);
    const [title, rect, text] = group.children;
    const name = title.textContent.split("\n")[0];
    const about = title.textContent.split("\n").slice(1).join("; ");
    return { group, rect, text, name, about, depth, start, weight, end: start + weight };
  });
  const all = boxes[0];
  const state = { zoom: all, inverted: false, word: "" };
  const ruler = one("ruler");
  const letter = ruler.getComputedTextLength() / ruler.textContent.length || 6.7;

  const share = (part, whole) => {
    const percent = whole > 0 ? (100 * part) / whole : 0;
    return `${percent.toFixed(percent < 10 ? 2 : 1)} %`;
  };
  const spaced = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, " ");

  const label = (name, width) => {
    const letters = Math.floor((width - 6) / letter);
    if (letters < 3) return "";
    return name.length <= letters ? name : name.slice(0, letters - 1) + "…";
  };

  // Where a box is drawn, in pixels; null: it is not.
  const place = (box, width) => {
    const zoom = state.zoom;
    if (box.depth < zoom.depth)
      return box.start <= zoom.start && box.end >= zoom.end ? { x: margin, width } : null;
    if (box.start < zoom.start || box.end > zoom.end) return null;
    const scale = zoom.weight > 0 ? width / zoom.weight : 0;
    const shown = { x: margin + (box.start - zoom.start) * scale, width: box.weight * scale };
    return shown.width >= smallest ? shown : null;
  };

  const draw = (box, width) => {
    const shown = place(box, width);
    box.group.style.display = shown ? "" : "none";
    if (!shown) return;
    const row = state.inverted ? box.depth : rows - 1 - box.depth;
    const y = top + row * rowHeight;
    box.rect.setAttribute("x", shown.x.toFixed(2));
    box.rect.setAttribute("y", y);
    box.rect.setAttribute("width", Math.max(shown.width - gap, gap).toFixed(2));
    box.text.setAttribute("x", (shown.x + 3).toFixed(2));
    box.text.setAttribute("y", y + rowHeight - 5);
    box.text.textContent = label(box.name, shown.width);
    box.group.classList.toggle("around", box.depth < state.zoom.depth);
  };

  const drawAll = () => {
    const width = Math.max(page.clientWidth, 300) - 2 * margin;
    for (const box of boxes) draw(box, width);
  };

  const matcher = (word) => {
    const slashes = /^\/(.+)\/$/.exec(word);
    if (slashes) {
      try {
        const pattern = new RegExp(slashes[1]);
        return (name) => pattern.test(name);
      } catch {
        return () => false;
      }
    }
    const wanted = word.toLowerCase();
    return (name) => name.toLowerCase().includes(wanted);
  };

  // Boxes within a box that was found are not counted again.
  const search = () => {
    const matches = state.word ? matcher(state.word) : () => false;
    let found = 0;
    let end = -1;
    for (const box of boxes) {
      const hit = box !== all && matches(box.name);
      box.group.classList.toggle("hit", hit);
      const inView = box.start >= state.zoom.start && box.end <= state.zoom.end;
      if (!hit || !inView || box.start < end) continue;
      found += box.weight;
      end = box.end;
    }
    const text = `found in ${share(found, state.zoom.weight)}: ${spaced(found)} ${unit}`;
    one("matched").textContent = state.word ? text : "";
  };

  const tell = (box) => {
    const inView = box && state.zoom !== all && box.depth >= state.zoom.depth;
    const ofView = inView ? `; ${share(box.weight, state.zoom.weight)} of the view` : "";
    one("info").textContent = box ? `${box.name}: ${box.about}${ofView}` : "";
  };

  const zoomTo = (box) => {
    state.zoom = box;
    one("reset").style.visibility = box === all ? "hidden" : "visible";
    drawAll();
    search();
  };

  const turn = () => {
    state.inverted = !state.inverted;
    drawAll();
  };

  const find = (word) => {
    state.word = word;
    search();
  };

  const listen = () => {
    const input = one("search");
    for (const box of boxes) {
      box.group.addEventListener("click", () => zoomTo(box));
      box.group.addEventListener("mouseenter", () => tell(box));
      box.group.addEventListener("mouseleave", () => tell(null));
    }
    one("turn").addEventListener("click", turn);
    one("reset").addEventListener("click", () => zoomTo(all));
    input.addEventListener("input", () => find(input.value.trim()));
    window.addEventListener("resize", drawAll);
    window.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && state.word) find((input.value = ""));
      else if (event.key === "Escape") zoomTo(all);
      if (event.key !== "/" || event.target === input) return;
      input.focus();
      event.preventDefault();
    });
  };

  // Without this script the picture is scaled; with it, drawn for the window that is there.
  page.removeAttribute("viewBox");
  page.setAttribute("width", "100%");
  for (const control of document.querySelectorAll(".control")) control.style.visibility = "visible";
  listen();
  zoomTo(all);
})();
