// Keyboard shortcuts. They are ignored while a field has the focus or a dialog is open.

import { get } from "./store.js";

/**
 * @typedef {{key: string, description: string, run: (event: KeyboardEvent) => void, mode: Mode | null, hidden: boolean}} Binding
 */

/** @type {Binding[]} */
const bindings = [];

/**
 * Binds a key. Names are those of `KeyboardEvent.key`, letters in lower case, with the modifiers
 * `ctrl+`, `alt+` and
 * `shift+` in this order: `r`, `?`, `ctrl+shift+z`, `shift+ArrowLeft`. The command key counts as
 * `ctrl`. A binding for
 * one mode takes precedence over a binding for all modes.
 * @param {string} key
 * @param {string} description Shown in the help; an empty one hides the key there.
 * @param {(event: KeyboardEvent) => void} run
 * @param {{mode?: Mode}} [options]
 */
export function bind(key, description, run, options = {}) {
  bindings.push({ key, description, run, mode: options.mode ?? null, hidden: description === "" });
}

/** The bindings that the help lists. @returns {readonly Binding[]} */
export function listedBindings() {
  return bindings.filter((binding) => !binding.hidden);
}

/** The name of a pressed key, as `bind` takes it. @param {KeyboardEvent} event */
function nameOf(event) {
  const letter = event.key.length === 1;
  const key = letter ? event.key.toLowerCase() : event.key;
  // Whether a symbol needs shift depends on the keyboard layout.
  const shift = event.shiftKey && (!letter || key !== key.toUpperCase());
  return (
    (event.ctrlKey || event.metaKey ? "ctrl+" : "") +
    (event.altKey ? "alt+" : "") +
    (shift ? "shift+" : "") +
    (key === " " ? "Space" : key)
  );
}

/**
 * Whether an element handles the key itself.
 * @param {EventTarget | null} target
 * @param {string} key
 */
function handlesKey(target, key) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  const moves = key.includes("Arrow") || key === "Home" || key === "End";
  if (target instanceof HTMLInputElement) {
    if (target.type === "checkbox" || target.type === "radio") return key === "Space" || moves;
    return target.type !== "range" || moves;
  }
  if (target.closest("button, a, summary, [role=tab]"))
    return key === "Space" || key === "Enter" || (moves && target.getAttribute("role") === "tab");
  return false;
}

/** Starts listening for keys. */
export function startKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
    const key = nameOf(event);
    if (handlesKey(event.target, key)) return;
    const { mode } = get();
    const found =
      bindings.find((binding) => binding.key === key && binding.mode === mode) ??
      bindings.find((binding) => binding.key === key && !binding.mode);
    if (!found) return;
    event.preventDefault();
    found.run(event);
  });
}
