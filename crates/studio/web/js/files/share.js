// The share dialog: a link and a code with the recipe, size and seed, and a field to open one.

import { makeDialog } from "../dialog.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { get } from "../store.js";
import { codeErrorText, openCode } from "./session.js";

/**
 * Copies the text of a field; without access to the clipboard API, with the older command.
 * @param {HTMLInputElement} field
 * @returns {Promise<boolean>}
 */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}

/**
 * A read-only field with a Copy button.
 * @param {string} label
 * @param {string} text
 * @param {string} id
 * @param {HTMLElement} status
 */
function copyField(label, text, id, status) {
  const field = h("input", { type: "text", id, value: text, readonly: true, onfocus: () => field.select() });
  const button = h(
    "button",
    {
      type: "button",
      class: "button",
      "aria-label": `Copy ${label.toLowerCase()}`,
      onclick: async () => {
        status.textContent = (await copy(field))
          ? `${label} copied.`
          : "Copying is blocked. Select the text and press Ctrl+C.";
      },
    },
    icon("copy"),
    "Copy",
  );
  return h("div", { class: "field" }, h("label", { for: id }, label), h("div", { class: "copy" }, field, button));
}

/** Opens the dialog. */
export function openShareDialog() {
  const { map, edits, imported } = get();
  const dialog = makeDialog("Share");
  const status = h("p", { class: "small-text muted", role: "status" });
  const problem = h("p", { class: "error", role: "alert" });
  const code = map?.share ?? null;
  const edited = edits.length > 0 || map?.edited;
  const entry = h("input", {
    type: "text",
    id: "code",
    placeholder: "mw1.…",
    spellcheck: "false",
    autocomplete: "off",
  });
  const open = h("button", { type: "submit", class: "button" }, "Open");
  const form = h(
    "form",
    { class: "field" },
    h("label", { for: "code" }, "Open a link or code"),
    h("div", { class: "copy" }, entry, open),
    problem,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = entry.value.trim();
    if (text === "") return;
    try {
      await openCode(text.replace(/^.*#s=/, ""));
      dialog.close();
    } catch (error) {
      problem.textContent = codeErrorText(error);
    }
  });
  dialog.show(
    code
      ? [
          copyField("Link", `${location.origin}/#s=${encodeURIComponent(code)}`, "share-link", status),
          copyField("Code", code, "share-code", status),
        ]
      : h(
          "p",
          {},
          imported
            ? "A map opened from a file has no code. Send the file instead."
            : "This map has no code. Download the map as JSON and send the file.",
        ),
    code &&
      edited &&
      h(
        "p",
        { class: "small-text" },
        "Your edits are not included. To share them, download the map as JSON and send the file.",
      ),
    code &&
      h(
        "p",
        { class: "small-text muted" },
        "This link only works on this computer. To share with others, send the code: they open it in their studio or with mapwright generate CODE.",
      ),
    status,
    form,
  );
}
