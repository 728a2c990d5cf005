// The replay panel: the labels of the frames, with the number of frames of each.

import { fill, h } from "../dom.js";
import { formatNumber, humanize } from "../format.js";
import { get } from "../store.js";
import { goToSameLabel, onPlaying, playing } from "./player.js";

/** @param {HTMLElement} el */
export function mountReplayPanel(el) {
  const head = h("p", { class: "muted" });
  const edited = h("p", { class: "muted", hidden: true }, "The replay does not include your edits.");
  const list = h("ul", { class: "rows labels" });
  /** @type {HTMLElement[]} */
  let rows = [];
  el.append(h("div", { class: "panel-body" }, h("h2", {}, "Replay"), head, edited, h("h3", {}, "Labels"), list));
  const showTrace = () => {
    const { trace, error } = playing();
    const { edits, map } = get();
    edited.hidden = !trace || !(edits.length > 0 || map?.edited);
    head.textContent = error
      ? `No replay for this map. ${error}`
      : trace
        ? `${formatNumber(trace.frameCount)} frames in ${trace.steps.length === 1 ? "1 step" : `${trace.steps.length} steps`}${trace.merged > 0 ? ` (${formatNumber(trace.merged)} more were merged)` : ""}. Click a label to go to its next frame.`
        : "Loading the replay…";
    const counts = trace?.counts();
    rows = [];
    fill(
      list,
      trace?.labels.map((label, index) => {
        const button = h(
          "button",
          {
            type: "button",
            class: "row-link",
            disabled: counts?.[index] === 0,
            onclick: () => goToSameLabel(1, index),
          },
          h("span", {}, humanize(label)),
          h("span", { class: "muted" }, formatNumber(counts?.[index] ?? 0)),
        );
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
