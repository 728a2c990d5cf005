// Keys that work anywhere on the page. They do nothing while somebody types in a field or a dialog is open.

import { get } from "./store.js";

/** @typedef {{key: string, description: string, run: (event: KeyboardEvent) => void, mode: Mode | null, quiet: boolean}} Binding */

/** @type {Binding[]} */
const bindings = [];

/**
 * Binds a key. Names are those of `KeyboardEvent.key`, letters in lower case, with `ctrl+`, `alt+` and `shift+` before them in this order: `r`, `?`, `ctrl+shift+z`,
 * `shift+ArrowLeft`. The command key counts as `ctrl`. A binding for a mode wins over one for all.
 * @param {string} key
 * @param {string} description Empty: not listed in the help.
 * @param {(event: KeyboardEvent) => void} run
 * @param {{mode?: Mode}} [options]
 */
export function bind(key, description, run, options = {}) {
  bindings.push({ key, description, run, mode: options.mode ?? null, quiet: description === "" });
}

/** What the help lists. @returns {readonly Binding[]} */
export function listed() {
  return bindings.filter((binding) => !binding.quiet);
}

/** The name of the key that was pressed, as `bind` takes it. @param {KeyboardEvent} event */
function nameOf(event) {
  const letter = event.key.length === 1;
  const key = letter ? event.key.toLowerCase() : event.key;
  // A sign that needs shift on one keyboard needs none on another.
  const shift = event.shiftKey && (!letter || key !== key.toUpperCase());
  return (event.ctrlKey || event.metaKey ? "ctrl+" : "") + (event.altKey ? "alt+" : "") + (shift ? "shift+" : "") + (key === " " ? "Space" : key);
}

/** Whether this element takes the key for itself. @param {EventTarget | null} target @param {string} key */
function takes(target, key) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  const moves = key.includes("Arrow") || key === "Home" || key === "End";
  if (target instanceof HTMLInputElement) {
    if (target.type === "checkbox" || target.type === "radio") return key === "Space" || moves;
    return target.type !== "range" || moves;
  }
  if (target.closest("button, a, summary, [role=tab]")) return key === "Space" || key === "Enter" || (moves && target.getAttribute("role") === "tab");
  return false;
}

/** Listens from now on. */
export function startKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
    const key = nameOf(event);
    if (takes(event.target, key)) return;
    const { mode } = get();
    const found = bindings.find((binding) => binding.key === key && binding.mode === mode) ?? bindings.find((binding) => binding.key === key && !binding.mode);
    if (!found) return;
    event.preventDefault();
    found.run(event);
  });
}
