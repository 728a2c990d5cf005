// What the browser keeps between visits. Nothing here may fail: storage can be off, full, or hold what an older page wrote.

const PREFIX = "mapwright.";

/** What was kept under this name; `null` where there is nothing that can be read. @param {string} name @returns {unknown} */
export function load(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps a value, if the browser lets us. @param {string} name @param {unknown} value */
export function save(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full or forbidden: the page works without.
  }
}
