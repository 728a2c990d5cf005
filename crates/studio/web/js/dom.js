// Small helpers to make elements, so that no other file writes markup as text.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element with attributes and children. `on…` are listeners, `class`, `data-…` and `aria-…` attributes; `true` sets an empty attribute, `false`, `null` and
 * `undefined` set none. `value`, `checked` and the like are set as properties.
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
    } else if (name === "value" || name === "checked" || name === "indeterminate" || name === "disabled" || name === "hidden") {
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

/** Puts children behind those that are there. @param {Element} parent @param {Child[]} children */
function append(parent, children) {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) parent.append(child instanceof Node ? child : String(child));
  }
}

/** Puts these children in place of those that were there. @param {Element} parent @param {...(Child | Child[])} children */
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, children.flat());
}

/** The element with this id, which `index.html` has. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

let ids = 0;

/** An id that nothing else on the page has. @param {string} [prefix] */
export function freshId(prefix = "x") {
  ids += 1;
  return `${prefix}-${ids}`;
}

/**
 * Runs `run` once nothing called it for so long.
 * @template {unknown[]} A
 * @param {number} wait In milliseconds.
 * @param {(...args: A) => void} run
 * @returns {(...args: A) => void}
 */
export function debounced(wait, run) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...args), wait);
  };
}

/** Tells those who listen rather than look. @param {string} text */
export function announce(text) {
  byId("status").textContent = text;
}

/** An absolute wait, which a signal may end. @param {number} ms @param {AbortSignal} [signal] @returns {Promise<void>} */
export function pause(ms, signal) {
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

/** Whether this is only a request that was given up. @param {unknown} error */
export function aborted(error) {
  return error instanceof DOMException && error.name === "AbortError";
}
