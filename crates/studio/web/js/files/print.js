// The print dialog: creates a PDF at exact scale, which the browser prints from a new window.

import { errorText, render } from "../api.js";
import { makeDialog } from "../dialog.js";
import { isAbort, h } from "../dom.js";
import { get, mapRequest } from "../store.js";
import { choice, fileNameFor, viewChoice } from "./fields.js";
import { download } from "./open-save.js";

/** @type {Record<string, string>} */
const PAPERS = { a4: "A4", a3: "A3", letter: "Letter", fit: "Custom (fits the map)" };
/** @type {Record<string, string>} */
const SQUARES = { inch: "1 inch (for miniatures)", "25mm": "25 mm" };
/** @type {Record<string, string>} */
const PAGES = { tiled: "Several pages at full size", one: "One page, scaled to fit" };

/** Opens the dialog. */
export function openPrint() {
  const { list, look } = get();
  if (!list) return;
  const stop = new AbortController();
  const dialog = makeDialog("Print", { closed: () => stop.abort() });
  const paper = choice("Paper", list.papers, "a4", PAPERS);
  const square = choice("Square size", list.squares, "inch", SQUARES);
  const pages = choice("Pages", list.pages, "one", PAGES);
  const view = viewChoice();
  const error = h("p", { class: "error", role: "alert" });
  const open = h(
    "button",
    { type: "button", class: "button main", onclick: () => void make(true) },
    "Open PDF to print",
  );
  const save = h("button", { type: "button", class: "button", onclick: () => void make(false) }, "Download PDF");

  /** @param {boolean} show */
  async function make(show) {
    // Open the window before the request: browsers block windows that open later as pop-ups.
    const printWindow = show ? window.open("", "_blank") : null;
    open.disabled = save.disabled = true;
    error.textContent = "";
    try {
      const blob = await render(
        {
          wish: mapRequest(),
          format: "pdf",
          look: { ...look, view: /** @type {"gm"} */ (view.select.value) },
          paper: paper.select.value,
          square: square.select.value,
          pages: pages.select.value,
        },
        stop.signal,
      );
      if (printWindow && !printWindow.closed) printWindow.location.href = URL.createObjectURL(blob);
      else download(blob, fileNameFor("pdf", view.select.value === "player" ? "player" : ""));
      dialog.close();
    } catch (reason) {
      printWindow?.close();
      if (!isAbort(reason)) error.textContent = errorText(reason);
    } finally {
      open.disabled = save.disabled = false;
    }
  }

  dialog.show(
    h("div", { class: "pair" }, paper.element, pages.element, square.element, view.element),
    h(
      "p",
      { class: "muted small-text" },
      "For exact squares, print at 100% without fitting to the page. With several pages, crop marks show where to cut.",
    ),
    error,
    h("div", { class: "dialog-foot" }, save, open),
  );
}
