// The figures of the map, asked for only while the panel is open.

import { measure } from "../api.js";
import { aborted, fill, h } from "../dom.js";
import { number, words } from "../format.js";
import { get, on, wish } from "../store.js";
import { reason } from "./download.js";

/** What is counted, by unit; every other unit is a figure of its own. @type {Record<string, string>} */
const GROUPS = { tiles: "Tiles", "%": "Shares", steps: "Distances" };

/** @param {MetricView} metric */
function group(metric) {
  return GROUPS[metric.unit] ?? "Counts and figures";
}

/** Units that say more than the name. @param {MetricView} metric */
function unit({ name, unit }) {
  return unit === "" || name.includes(unit) || unit === "tiles" ? "" : ` ${unit}`;
}

/** @param {HTMLElement} element */
export function mountStatistics(element) {
  const body = h("div", { class: "section-body" });
  const panel = h("details", { class: "section", id: "statistics-panel" }, h("summary", {}, "Statistics"), body);
  let stop = new AbortController();
  let shown = "";

  async function show() {
    const { map } = get();
    if (!panel.open || !map || shown === map.id) return;
    stop.abort();
    stop = new AbortController();
    try {
      const { metrics } = await measure(wish(), undefined, stop.signal);
      shown = map.id;
      draw(metrics);
    } catch (error) {
      if (!aborted(error)) fill(body, h("p", { class: "error" }, reason(error)));
    }
  }

  /** @param {MetricView[]} metrics */
  function draw(metrics) {
    const groups = [...new Set(metrics.map(group))];
    fill(
      body,
      h(
        "table",
        { class: "figures" },
        h("caption", { class: "unseen" }, "Figures of this map"),
        groups.map((name) =>
          h(
            "tbody",
            {},
            h("tr", {}, h("th", { colspan: 2, scope: "rowgroup" }, name)),
            metrics.filter((metric) => group(metric) === name).map((metric) => h("tr", { title: metric.summary }, h("th", { scope: "row" }, h("details", { class: "explained" }, h("summary", {}, words(metric.name)), h("span", { class: "muted" }, metric.summary))), h("td", { "data-metric": metric.name }, number(metric.value), unit(metric)))),
          ),
        ),
      ),
    );
  }

  panel.addEventListener("toggle", () => void show());
  on(["map"], () => void show());
  fill(element, panel);
}
