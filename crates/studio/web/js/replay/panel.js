// The panel of the replay: what the moments are called, and how many there are of each.

/** @param {HTMLElement} el */
export function mountReplayPanel(el) {
  void el;
}
