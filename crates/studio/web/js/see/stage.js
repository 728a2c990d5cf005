// The stage: the map on its canvas, with all that lies over it.

/** @param {HTMLElement} el */
export function mountStage(el) {
  void el;
}
