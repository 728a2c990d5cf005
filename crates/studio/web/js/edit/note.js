// The small dialog for a note on the map.

import { makeDialog } from "../dialog.js";
import { h } from "../dom.js";

/** What the server takes. */
const LONGEST = 200;

/** Asks for the text of a note; an empty one takes it away. @param {string} text @param {(text: string) => void} done @param {() => void} closed */
export function askNote(text, done, closed) {
  const dialog = makeDialog("Note", { closed });
  const field = h("input", { type: "text", id: "note-text", maxlength: LONGEST, value: text, autofocus: true, autocomplete: "off" });
  const keep = (/** @type {string} */ next) => {
    dialog.close();
    if (next !== text) done(next);
  };
  dialog.show(
    h(
      "form",
      {
        class: "stack",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          keep(field.value.trim());
        },
      },
      h("label", { for: "note-text" }, "What it says; only game masters see it"),
      field,
      h("div", { class: "dialog-foot" }, text !== "" && h("button", { type: "button", class: "button", onclick: () => keep("") }, "Remove"), h("button", { type: "submit", class: "button main" }, "Keep")),
    ),
  );
}
