// The replay panel: the statistics of the current frame, and the labels of the frames with the number
// of frames of each.

import { fill, h } from "../dom.js";
import { formatNumber, humanize } from "../format.js";
import { get } from "../store.js";
import { goToSameLabel, onPlaying, playing, tileCounts } from "./player.js";

/** @param {HTMLElement} el */
export function mountReplayPanel(el) {
  const head = h("p", { class: "muted" });
  const edited = h("p", { class: "muted", hidden: true }, "The replay does not include your edits.");
  const differs = h(
    "p",
    { class: "muted", hidden: true },
    "The file was edited, or made by another version: the replay ends in a different map.",
  );
  const statistics = h("dl", { class: "pairs", id: "replay-statistics" });
  const list = h("ul", { class: "rows labels" });
  /** @type {HTMLElement[]} */
  let rows = [];
  el.append(h("div", { class: "panel-body" }, h("h2", {}, "Replay"), head, edited, differs, statistics, h("h3", {}, "Labels"), list));
  const showTrace = () => {
    const { trace, error } = playing();
    const { edits, map } = get();
    edited.hidden = !trace || !(edits.length > 0 || map?.edited);
    differs.hidden = !trace?.differs || !edited.hidden;
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
    fill(
      statistics,
      frameStatistics().flatMap(([term, what]) => [h("dt", {}, term), h("dd", {}, what)]),
    );
  };
  onPlaying((what) => (what === "trace" ? showTrace() : showFrame()));
  showTrace();
}

/** Statistics of the current frame: name and value. @returns {[string, string][]} */
function frameStatistics() {
  const { trace, frame, milliseconds } = playing();
  if (!trace) return [];
  const counts = tileCounts();
  const tiles = get().list?.tiles ?? [];
  const count = (/** @type {(tile: List["tiles"][number]) => boolean} */ is) =>
    tiles.filter(is).reduce((sum, { code }) => sum + counts[code], 0);
  const open = count(({ walkable }) => walkable);
  const area = trace.size[0] * trace.size[1];
  const start = trace.start();
  const byLabel = trace.countsUntil(frame);
  /** @type {[string, string][]} */
  const rows = [
    ["Open", `${((100 * open) / Math.max(1, area)).toFixed(2)}% (${formatNumber(open)} tiles)`],
    ["Wall", `${formatNumber(count(({ name }) => name === "wall"))} tiles`],
    ["Void", `${formatNumber(count(({ name }) => name === "void"))} tiles`],
  ];
  if (start) {
    // The labels of a walker are its actions: break and backtrack.
    const actions = trace.labels.map((label, index) => `${formatNumber(byLabel[index])} ${label}`);
    rows.push(["Steps", actions.slice(0, 4).join(", ")], ["Start", start.join(", ")]);
  }
  if (milliseconds !== null) {
    rows.push(["Run time", `${formatTime(milliseconds)} ms`]);
    rows.push(["Per step", `${formatTime(milliseconds / Math.max(1, trace.frameCount + trace.merged))} ms`]);
  }
  return rows;
}

/** Milliseconds with at least three digits that count. @param {number} milliseconds */
function formatTime(milliseconds) {
  return milliseconds.toFixed(milliseconds >= 100 ? 0 : milliseconds >= 0.1 ? 3 : 6);
}
