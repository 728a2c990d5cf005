// The panel of facts: the chosen room, findings and what can lie over the map.

/** @param {HTMLElement} el */
export function mountFacts(el) {
  void el;
}
