// The dialog that lists the keyboard shortcuts.

import { makeDialog } from "../dialog.js";
import { h } from "../dom.js";
import { listedBindings } from "../keys.js";

/** @type {Record<string, string>} */
const SYMBOLS = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ctrl: "Ctrl",
  shift: "Shift",
  alt: "Alt",
};

/** The symbol of a key. @param {string} key */
function symbol(key) {
  const parts = key === "+" ? ["+"] : key.split(/\+(?=.)/);
  return parts.map((part) => h("kbd", {}, SYMBOLS[part] ?? (part.length === 1 ? part.toUpperCase() : part)));
}

/**
 * Groups keys with the same description.
 * @param {readonly Binding[]} bindings
 * @returns {Map<string, string[]>}
 */
function groupByDescription(bindings) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const { key, description } of bindings) found.set(description, [...(found.get(description) ?? []), key]);
  return found;
}

/** The symbols of a group of keys, with common modifiers written once. @param {string[]} keys */
function keySymbols(keys) {
  const [held] = /^(\w{3,}\+)*/.exec(keys[0]) ?? [""];
  if (held === "" || keys.length === 1 || !keys.every((key) => key.startsWith(held)))
    return keys.map((key) => h("span", {}, symbol(key)));
  return [
    h("span", {}, symbol(held.slice(0, -1))),
    ...keys.map((key) => h("span", {}, symbol(key.slice(held.length)))),
  ];
}

/** Opens the dialog. */
export function openHelp() {
  const modes = /** @type {const} */ ([
    [null, "All modes"],
    ["make", "Make"],
    ["recipe", "Recipe"],
    ["edit", "Edit"],
    ["replay", "Replay"],
  ]);
  const dialog = makeDialog("Keyboard shortcuts", { wide: true });
  dialog.show(
    h("p", { class: "muted" }, "Tab reaches every control. Shortcuts are off while you type in a field."),
    h(
      "div",
      { class: "columns" },
      modes.map(([mode, title]) => {
        const keys = listedBindings().filter((binding) => binding.mode === mode);
        return (
          keys.length > 0 &&
          h(
            "section",
            { class: "stack" },
            h("h3", {}, title),
            h(
              "dl",
              { class: "keys" },
              [...groupByDescription(keys)].flatMap(([description, keys]) => [
                h("dt", {}, keySymbols(keys)),
                h("dd", {}, description),
              ]),
            ),
          )
        );
      }),
    ),
    h("p", { class: "muted small-text" }, "The same recipe, size and seed always give the same map."),
  );
}
