// The size of the map: width, height and a list of common sizes.

import { h } from "../dom.js";
import { formatSize } from "../format.js";
import { get, on, set } from "../store.js";

/** @typedef {[number, number]} Size */

/** @type {Size[]} */
const COMMON = [
  [32, 24],
  [48, 36],
  [64, 48],
  [80, 50],
  [100, 60],
  [120, 80],
  [200, 120],
  [400, 250],
  [1000, 1000],
];

/** The minimum size of all steps. @returns {Size} */
function minSize() {
  const { list, recipe } = get();
  /** @type {Size} */
  const size = [1, 1];
  for (const step of recipe?.step ?? []) {
    const min = list?.generators.find((generator) => generator.id === step.use)?.min_size;
    if (!min || step.off || step.area) continue;
    size[0] = Math.max(size[0], min[0]);
    size[1] = Math.max(size[1], min[1]);
  }
  return size;
}

/** Fills a list with common sizes. @param {HTMLSelectElement} common */
function startSizes(common) {
  common.addEventListener("change", () => {
    const size = common.value.split("x").map(Number);
    if (size.length === 2) set({ size: [size[0], size[1]] });
    common.value = "";
  });
  const show = () => {
    const { imported, list, recipe } = get();
    const min = minSize();
    const maxTiles = list?.limits.tiles ?? Infinity;
    const natural = recipe?.size ? [recipe.size] : [];
    const sizes = [...natural, ...COMMON].filter(([x, y]) => x >= min[0] && y >= min[1] && x * y <= maxTiles);
    common.disabled = imported !== null;
    common.replaceChildren(
      h("option", { value: "" }, "Sizes"),
      ...sizes.map((size, index) =>
        h("option", { value: size.join("x") }, formatSize(size) + (index < natural.length ? " (recipe size)" : "")),
      ),
    );
  };
  on(["imported", "recipe", "list"], show);
  show();
  return common;
}

/** The list of sizes for the menu of a narrow bar. */
export function sizesMenu() {
  return startSizes(h("select", { "aria-label": "Sizes", id: "sizes-too" }));
}

/** @returns {HTMLElement} */
export function sizeControl() {
  const width = h("input", { type: "number", id: "width", "aria-label": "Width in tiles" });
  const height = h("input", { type: "number", id: "height", "aria-label": "Height in tiles" });
  const common = startSizes(h("select", { "aria-label": "Common sizes", class: "sizes", title: "Common sizes" }));
  const take = () => {
    const size = /** @type {Size} */ ([Math.round(Number(width.value)), Math.round(Number(height.value))]);
    if (size.every((side) => side >= 1)) set({ size });
    else show();
  };
  for (const field of [width, height]) {
    field.addEventListener("change", take);
  }
  function show() {
    const { size, map, imported } = get();
    const [w, hgt] = (imported ? map?.size : (size ?? map?.size)) ?? [0, 0];
    const min = minSize();
    width.value = String(w);
    height.value = String(hgt);
    width.min = String(min[0]);
    height.min = String(min[1]);
    width.disabled = height.disabled = imported !== null;
  }
  on(["size", "map", "imported", "recipe", "list"], show);
  show();
  return h(
    "div",
    { class: "bar-group", role: "group", "aria-label": "Size", "data-field": "/size" },
    h("span", { class: "bar-label", "aria-hidden": "true" }, "Size"),
    width,
    h("span", { class: "muted", "aria-hidden": "true" }, "×"),
    height,
    common,
    h("span", { class: "error" }),
  );
}
