// The map on paper: a PDF in exact squares, in a window of its own from which the browser prints it.

import { render } from "../api.js";
import { makeDialog } from "../dialog.js";
import { aborted, h } from "../dom.js";
import { get, wish } from "../store.js";
import { choice, nameOfFile, viewChoice } from "./choices.js";
import { reason } from "./download.js";
import { download } from "./files.js";

/** @type {Record<string, string>} */
const PAPERS = { a4: "A4", a3: "A3", letter: "Letter", fit: "One page as large as the map" };
/** @type {Record<string, string>} */
const SQUARES = { inch: "One inch, for miniatures", "25mm": "25 mm" };
/** @type {Record<string, string>} */
const PAGES = { tiled: "As many as it needs, in full size", one: "One, as large as it fits" };

/** Opens the dialog. */
export function openPrint() {
  const { list, look } = get();
  if (!list) return;
  const stop = new AbortController();
  const dialog = makeDialog("Print", { closed: () => stop.abort() });
  const paper = choice("Paper", list.papers, "a4", PAPERS);
  const square = choice("Squares", list.squares, "inch", SQUARES);
  const pages = choice("Pages", list.pages, "one", PAGES);
  const view = viewChoice();
  const said = h("p", { class: "error", role: "alert" });
  const open = h("button", { type: "button", class: "button main", onclick: () => void make(true) }, "Open the PDF to print");
  const keep = h("button", { type: "button", class: "button", onclick: () => void make(false) }, "Download it");

  /** @param {boolean} show */
  async function make(show) {
    // Before the wait: a window that opens later is taken for an advertisement.
    const sheet = show ? window.open("", "_blank") : null;
    open.disabled = keep.disabled = true;
    said.textContent = "";
    try {
      const blob = await render(
        { wish: wish(), format: "pdf", look: { ...look, view: /** @type {"gm"} */ (view.select.value) }, paper: paper.select.value, square: square.select.value, pages: pages.select.value },
        stop.signal,
      );
      if (sheet && !sheet.closed) sheet.location.href = URL.createObjectURL(blob);
      else download(blob, nameOfFile("pdf", view.select.value === "player" ? "player" : ""));
      dialog.close();
    } catch (error) {
      sheet?.close();
      if (!aborted(error)) said.textContent = reason(error);
    } finally {
      open.disabled = keep.disabled = false;
    }
  }

  dialog.show(
    h("div", { class: "pair" }, paper.element, pages.element, square.element, view.element),
    h("p", { class: "muted small-text" }, "Print at 100 %, without fitting to the page: then the squares are as large as they say. On several pages, crop marks show where to cut."),
    said,
    h("div", { class: "dialog-foot" }, keep, open),
  );
}
