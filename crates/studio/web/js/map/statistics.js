// The statistics of the map, requested only while their panel is open.

import { errorText, measure } from "../api.js";
import { isAbort, fill, h } from "../dom.js";
import { formatNumber, humanize } from "../format.js";
import { get, on, mapRequest } from "../store.js";

/** Group titles by unit. @type {Record<string, string>} */
const GROUPS = { tiles: "Tiles", "%": "Percentages", steps: "Distances" };

/** @param {MetricView} metric */
function group(metric) {
  return GROUPS[metric.unit] ?? "Other";
}

/** The unit, unless the name already says it. @param {MetricView} metric */
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
      const { metrics } = await measure(mapRequest(), undefined, stop.signal);
      shown = map.id;
      draw(metrics);
    } catch (error) {
      if (!isAbort(error)) fill(body, h("p", { class: "error" }, errorText(error)));
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
        h("caption", { class: "unseen" }, "Statistics of this map"),
        groups.map((name) =>
          h(
            "tbody",
            {},
            h("tr", {}, h("th", { colspan: 2, scope: "rowgroup" }, name)),
            metrics
              .filter((metric) => group(metric) === name)
              .map((metric) =>
                h(
                  "tr",
                  { title: metric.summary },
                  h(
                    "th",
                    { scope: "row" },
                    h(
                      "details",
                      { class: "explained" },
                      h("summary", {}, humanize(metric.name)),
                      h("span", { class: "muted" }, metric.summary),
                    ),
                  ),
                  h("td", { "data-metric": metric.name }, formatNumber(metric.value), unit(metric)),
                ),
              ),
          ),
        ),
      ),
    );
  }

  panel.addEventListener("toggle", () => void show());
  on(["map"], () => void show());
  fill(element, panel);
}
