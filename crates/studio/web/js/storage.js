// Local storage. No function here throws: storage can be disabled, full, or hold data of an older
// version.

const PREFIX = "mapwright.";

/**
 * Loads a value; `null` if there is none or it cannot be read.
 * @param {string} name
 * @returns {unknown}
 */
export function load(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

/** Saves a value if the browser allows it. @param {string} name @param {unknown} value */
export function save(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full or disabled: the page works without it.
  }
}
