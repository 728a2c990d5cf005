// The dialog for the text of a note.

import { makeDialog } from "../dialog.js";
import { h } from "../dom.js";

/** Maximum length that the server accepts. */
const MAX_LENGTH = 200;

/**
 * Asks for the text of a note; an empty text removes the note.
 * @param {string} text
 * @param {(text: string) => void} done
 * @param {() => void} closed
 */
export function openNoteDialog(text, done, closed) {
  const dialog = makeDialog("Note", { closed });
  const field = h("input", {
    type: "text",
    id: "note-text",
    maxlength: MAX_LENGTH,
    value: text,
    autofocus: true,
    autocomplete: "off",
  });
  const save = (/** @type {string} */ next) => {
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
          save(field.value.trim());
        },
      },
      h("label", { for: "note-text" }, "Text (visible to game masters only)"),
      field,
      h(
        "div",
        { class: "dialog-foot" },
        text !== "" && h("button", { type: "button", class: "button", onclick: () => save("") }, "Remove"),
        h("button", { type: "submit", class: "button main" }, "Save"),
      ),
    ),
  );
}
