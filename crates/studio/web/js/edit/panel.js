// The panel of the edit mode: tools and what they are set to.

/** @param {HTMLElement} el */
export function mountEditPanel(el) {
  void el;
}
