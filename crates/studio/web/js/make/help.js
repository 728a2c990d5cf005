// The dialog that lists all keys.

import { makeDialog } from "../dialog.js";
import { h } from "../dom.js";
import { listed } from "../keys.js";

/** @type {Record<string, string>} */
const SIGNS = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", ctrl: "Ctrl", shift: "Shift", alt: "Alt" };

/** A key as it is printed on it. @param {string} key */
function sign(key) {
  const parts = key === "+" ? ["+"] : key.split(/\+(?=.)/);
  return parts.map((part) => h("kbd", {}, SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part)));
}

/** Opens the help. */
export function openHelp() {
  const modes = /** @type {const} */ ([
    [null, "Everywhere"],
    ["make", "Make"],
    ["recipe", "Recipe"],
    ["edit", "Edit"],
    ["replay", "Replay"],
  ]);
  const dialog = makeDialog("Keys");
  dialog.show(
    h("p", { class: "muted" }, "Everything on the page can also be reached with Tab. Keys rest while you type in a field."),
    modes.map(([mode, title]) => {
      const keys = listed().filter((binding) => binding.mode === mode);
      return keys.length > 0 && h("section", { class: "stack" }, h("h3", {}, title), h("dl", { class: "keys" }, keys.flatMap(({ key, description }) => [h("dt", {}, sign(key)), h("dd", {}, description)])));
    }),
    h("p", { class: "muted small-text" }, "Mapwright: the same recipe, size and seed give the same map, for years."),
  );
}
