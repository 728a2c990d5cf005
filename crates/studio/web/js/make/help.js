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

/** Keys that do the same, together. @param {readonly Binding[]} bindings @returns {Map<string, string[]>} */
function alike(bindings) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const { key, description } of bindings) found.set(description, [...(found.get(description) ?? []), key]);
  return found;
}

/** Keys that do the same, with what is held for all of them written once. @param {string[]} keys */
function signs(keys) {
  const [held] = /^(\w{3,}\+)*/.exec(keys[0]) ?? [""];
  if (held === "" || keys.length === 1 || !keys.every((key) => key.startsWith(held))) return keys.map((key) => h("span", {}, sign(key)));
  return [h("span", {}, sign(held.slice(0, -1))), ...keys.map((key) => h("span", {}, sign(key.slice(held.length))))];
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
  const dialog = makeDialog("Keys", { wide: true });
  dialog.show(
    h("p", { class: "muted" }, "Everything on the page can also be reached with Tab. Keys rest while you type in a field."),
    h("div", { class: "columns" }, modes.map(([mode, title]) => {
      const keys = listed().filter((binding) => binding.mode === mode);
      return keys.length > 0 && h("section", { class: "stack" }, h("h3", {}, title), h("dl", { class: "keys" }, [...alike(keys)].flatMap(([description, keys]) => [h("dt", {}, signs(keys)), h("dd", {}, description)])));
    })),
    h("p", { class: "muted small-text" }, "Mapwright: the same recipe, size and seed give the same map, for years."),
  );
}
