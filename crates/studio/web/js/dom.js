// Helpers for elements. No other file writes markup as text.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Creates an element with attributes and children. `on…` functions become listeners. `true` sets an
 * empty
 * attribute; `false`, `null` and `undefined` set none. `value`, `checked`, `indeterminate`,
 * `disabled` and `hidden`
 * are set as properties.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (
      name === "value" ||
      name === "checked" ||
      name === "indeterminate" ||
      name === "disabled" ||
      name === "hidden"
    ) {
      Reflect.set(element, name, value ?? (name === "value" ? "" : false));
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  append(element, children.flat());
  return element;
}

/** Appends children. @param {Element} parent @param {Child[]} children */
function append(parent, children) {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false)
      parent.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Replaces the children of an element.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, children.flat());
}

/** The element of `index.html` with this id. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

let ids = 0;

/** Returns an id that is unique on the page. @param {string} [prefix] */
export function uniqueId(prefix = "x") {
  ids += 1;
  return `${prefix}-${ids}`;
}

/**
 * Returns a function that calls `run` once it has not been called for `wait` milliseconds.
 * @template {unknown[]} A
 * @param {number} wait
 * @param {(...args: A) => void} run
 * @returns {(...args: A) => void}
 */
export function debounce(wait, run) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...args), wait);
  };
}

/** Announces a text to screen readers. @param {string} text */
export function announce(text) {
  byId("status").textContent = text;
}

/**
 * Waits; an aborted signal ends the wait with an error.
 * @param {number} ms
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function delay(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    function done() {
      signal?.removeEventListener("abort", stop);
      resolve();
    }
    function stop() {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

/** Whether an error only says that a request was cancelled. @param {unknown} error */
export function isAbort(error) {
  return error instanceof DOMException && error.name === "AbortError";
}
