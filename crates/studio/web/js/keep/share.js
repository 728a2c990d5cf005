// A link and a code that hold recipe, size and seed; and the way back from a code.

import { makeDialog } from "../dialog.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { get } from "../store.js";
import { noCode, openCode } from "./restore.js";

/** Copies a text, in the old way where the new one is not allowed. @param {HTMLInputElement} field @returns {Promise<boolean>} */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}

/** A text to copy. @param {string} label @param {string} text @param {string} id @param {HTMLElement} said */
function copyField(label, text, id, said) {
  const field = h("input", { type: "text", id, value: text, readonly: true, onfocus: () => field.select() });
  const button = h(
    "button",
    {
      type: "button",
      class: "button",
      "aria-label": `Copy ${label.toLowerCase()}`,
      onclick: async () => {
        said.textContent = (await copy(field)) ? `${label} copied.` : "Select the text and copy it with Ctrl+C.";
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
  const said = h("p", { class: "small-text muted", role: "status" });
  const wrong = h("p", { class: "error", role: "alert" });
  const code = map?.share ?? null;
  const edited = edits.length > 0 || map?.edited;
  const entry = h("input", { type: "text", id: "code", placeholder: "mw1.…", spellcheck: "false", autocomplete: "off" });
  const open = h("button", { type: "submit", class: "button" }, "Open");
  const form = h("form", { class: "field" }, h("label", { for: "code" }, "Open a link or a code"), h("div", { class: "copy" }, entry, open), wrong);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = entry.value.trim();
    if (text === "") return;
    try {
      await openCode(text.replace(/^.*#s=/, ""));
      dialog.close();
    } catch (error) {
      wrong.textContent = noCode(error);
    }
  });
  dialog.show(
    code
      ? [copyField("Link", `${location.origin}/#s=${encodeURIComponent(code)}`, "share-link", said), copyField("Code", code, "share-code", said)]
      : h("p", {}, imported ? "A map that was opened from a file has no code: send the file." : "This map has no code."),
    code && edited && h("p", { class: "small-text" }, "The code holds recipe, size and seed, not what you edited: for that download the map as JSON and send the file."),
    code && h("p", { class: "small-text muted" }, "Whoever opens the link needs a studio at this address; the code works in any, and on the command line: mapwright generate CODE."),
    said,
    form,
  );
}
