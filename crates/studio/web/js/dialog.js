// Dialogs with a title and a Close button. Esc and a click outside close them too; the browser
// restores the focus.

import { fill, uniqueId, h } from "./dom.js";
import { icon } from "./icons.js";

/**
 * @typedef {object} Dialog
 * @property {HTMLDialogElement} element
 * @property {(...children: (Child | Child[])[]) => void} show Sets the content and opens the dialog.
 * @property {() => void} close
 */

/**
 * Creates a dialog; `show` opens it.
 * @param {string} title
 * @param {{wide?: boolean, closed?: () => void}} [options]
 * @returns {Dialog}
 */
export function makeDialog(title, { wide = false, closed } = {}) {
  const id = uniqueId("dialog");
  const body = h("div", { class: "dialog-body" });
  const element = h(
    "dialog",
    { "aria-labelledby": id, class: wide ? "wide" : "" },
    h(
      "header",
      { class: "dialog-head" },
      h("h2", { id }, title),
      h(
        "button",
        { type: "button", class: "icon-button", "aria-label": "Close", onclick: () => element.close() },
        icon("close"),
      ),
    ),
    body,
  );
  element.addEventListener("pointerdown", (event) => {
    if (event.target !== element) return;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom) element.close();
  });
  element.addEventListener("close", () => {
    element.remove();
    closed?.();
  });
  return {
    element,
    show(...children) {
      fill(body, ...children);
      document.body.append(element);
      element.showModal();
      // Focus the first field rather than the Close button. Without a field, focus the text so that
      // the arrow keys
      // scroll it.
      const first = /** @type {HTMLElement | null} */ (
        body.querySelector("[autofocus]") ??
          body.querySelector("input:checked, input:not([type=radio]), select, textarea, button")
      );
      body.tabIndex = first ? -1 : 0;
      (first ?? body).focus();
    },
    close: () => element.close(),
  };
}
