// The panel of the replay: what the moments are called, and how many there are of each.

import { fill, h } from "../dom.js";
import { number, words } from "../format.js";
import { get } from "../store.js";
import { goAlike, onPlaying, playing } from "./player.js";

/** @param {HTMLElement} el */
export function mountReplayPanel(el) {
  const head = h("p", { class: "muted" });
  const edited = h("p", { class: "muted", hidden: true }, "What was edited afterwards is not part of it.");
  const list = h("ul", { class: "rows labels" });
  /** @type {HTMLElement[]} */
  let rows = [];
  el.append(h("div", { class: "panel-body" }, h("h2", {}, "How this map was made"), head, edited, h("h3", {}, "What happens"), list));
  const showTrace = () => {
    const { trace, why } = playing();
    const { edits, map } = get();
    edited.hidden = !trace || !(edits.length > 0 || map?.edited);
    head.textContent = why
      ? `There is no replay of this map. ${why}`
      : trace
        ? `${number(trace.moments)} moments in ${trace.steps.length === 1 ? "one step" : `${trace.steps.length} steps`}${trace.merged > 0 ? `; ${number(trace.merged)} more were merged with their neighbours` : ""}. Choose a label to go to its next moment.`
        : "Recording the run…";
    const counts = trace?.counts();
    rows = [];
    fill(
      list,
      trace?.labels.map((label, index) => {
        const button = h("button", { type: "button", class: "row-link", disabled: counts?.[index] === 0, onclick: () => goAlike(1, index) }, h("span", {}, words(label)), h("span", { class: "muted" }, number(counts?.[index] ?? 0)));
        rows.push(button);
        return h("li", {}, button);
      }),
    );
    showFrame();
  };
  const showFrame = () => {
    const { trace, frame } = playing();
    const current = trace && frame > 0 ? trace.label[frame - 1] : -1;
    rows.forEach((row, index) => row.toggleAttribute("data-now", index === current));
  };
  onPlaying((what) => (what === "trace" ? showTrace() : showFrame()));
  showTrace();
}
