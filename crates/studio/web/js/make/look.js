// The options of the picture. They redraw the map without generating it again.

import { h } from "../dom.js";
import { singleLine, humanize } from "../format.js";
import { get, on, set } from "../store.js";
import { control } from "./controls.js";

/** @param {Partial<Look>} patch `undefined` resets a key to its default */
function change(patch) {
  set({ look: { ...get().look, ...patch } });
}

/** A checkbox with a label. @param {string} label @param {(on: boolean) => void} take */
function toggle(label, take) {
  const input = h("input", { type: "checkbox", onchange: () => take(input.checked) });
  return { input, element: h("label", { class: "check" }, input, h("span", {}, label)) };
}

/**
 * A group of radio buttons.
 * @param {string} legend
 * @param {"style" | "view" | "water"} key
 * @param {{value: string, label: string, swatch?: HTMLElement | undefined}[]} options
 * @param {string} usual
 * @param {string} kind CSS class
 */
function radios(legend, key, options, usual, kind) {
  const inputs = options.map(({ value }) =>
    h("input", { type: "radio", name: `look-${key}`, value, onchange: () => change({ [key]: value }) }),
  );
  const show = () => {
    for (const input of inputs) input.checked = input.value === (get().look[key] ?? usual);
  };
  on(["look"], show);
  show();
  const labels = inputs.map((input, index) =>
    h("label", {}, input, options[index].swatch, h("span", {}, options[index].label)),
  );
  return h(
    "fieldset",
    { class: "field" },
    h(
      "legend",
      legend === "" ? { class: "unseen" } : { class: "field-head" },
      h("span", { class: "label" }, legend || "Style"),
    ),
    h("div", { class: `segments ${kind}` }, labels),
  );
}

/** Colours of styles that draw tile graphics, which replace the colours of the style. */
const TILES = { paper: "#1f242b", hatch: "#1f242b", wall: "#4a4f57", floor: "#c9b48a" };

/** A small corner of a map in the colours of a style. @param {StyleColors} colors */
function swatch({ paper, hatch, wall, floor, water }) {
  const element = h("span", { class: "swatch", "aria-hidden": "true" });
  for (const [name, color] of Object.entries({ paper, hatch, wall, floor, water }))
    element.style.setProperty(`--map-${name}`, color);
  return element;
}

/** The most common options: style and audience. @returns {HTMLElement} */
export function styleForm() {
  const { list } = get();
  if (!list) return h("div");
  return h(
    "div",
    { class: "section-body" },
    radios(
      "",
      "style",
      list.styles.map(({ name, title, tiles, colors }) => ({
        value: name,
        label: humanize(title || name),
        swatch: colors && swatch(tiles ? { ...colors, ...TILES } : colors),
      })),
      "ink",
      "swatches",
    ),
    radios(
      "Audience",
      "view",
      list.views.map((name) => ({
        value: name,
        label: name === "gm" ? "Game master" : name === "player" ? "Players" : humanize(name),
      })),
      "gm",
      "",
    ),
  );
}

/** All other options of the picture. @returns {HTMLElement} */
export function lookForm() {
  const { list } = get();
  if (!list) return h("div");

  const water = radios(
    "Shallow water",
    "water",
    list.water.map((name) => ({ value: name, label: humanize(name) })),
    "dry",
    "chips",
  );

  const layers = list.layers.map((name) => ({
    name,
    ...toggle(humanize(name), (on) => {
      const without = (get().look.without ?? []).filter((other) => other !== name);
      change({ without: on ? without : [...without, name] });
    }),
  }));

  /**
   * @type {{key: "numbers" | "furnish" | "compass" | "scale" | "legend" | "crop", label: string, usual: (look: Look) => boolean}[]}
   */
  const extras = [
    { key: "numbers", label: "Room numbers", usual: (look) => look.view !== "player" },
    { key: "furnish", label: "Furniture", usual: () => true },
    { key: "compass", label: "Compass", usual: () => false },
    { key: "scale", label: "Scale", usual: () => false },
    { key: "legend", label: "Legend", usual: () => false },
    { key: "crop", label: "Crop to the map", usual: () => false },
  ];
  const switches = extras.map((extra) => ({ ...extra, ...toggle(extra.label, (on) => change({ [extra.key]: on })) }));

  const title = h("input", {
    type: "text",
    id: "look-title",
    maxlength: 100,
    placeholder: "none",
    oninput: () => change({ title: singleLine(title.value) || undefined }),
  });
  const danger = control(
    { type: "integer", minimum: 0, maximum: 25 },
    {
      id: "look-danger",
      label: "Danger tint of walls",
      change: (value) => change({ danger: typeof value === "number" ? value : undefined }),
    },
  );

  function show() {
    const { look } = get();
    for (const { name, input } of layers) input.checked = !(look.without ?? []).includes(name);
    for (const { key, input, usual } of switches) input.checked = look[key] ?? usual(look);
    if (document.activeElement !== title) title.value = look.title ?? "";
    danger.show(look.danger);
  }
  on(["look"], show);
  show();

  return h(
    "div",
    { class: "section-body" },
    h(
      "div",
      { class: "checks" },
      switches.filter(({ key }) => key === "numbers" || key === "furnish").map(({ element }) => element),
    ),
    water,
    h(
      "details",
      { class: "more" },
      h("summary", {}, "Layers and danger tint"),
      h(
        "fieldset",
        { class: "field" },
        h("legend", { class: "unseen" }, "Layers"),
        h(
          "div",
          { class: "checks" },
          layers.map(({ element }) => element),
        ),
      ),
      h(
        "div",
        { class: "field" },
        h("div", { class: "field-head" }, h("label", { for: "look-danger" }, "Danger tint of walls")),
        danger.element,
      ),
    ),
    h(
      "fieldset",
      { class: "field" },
      h("legend", { class: "field-head" }, h("span", { class: "label" }, "Frame")),
      h("p", { class: "help" }, "For downloads and prints only."),
      h("div", { class: "field" }, h("label", { for: "look-title" }, "Title"), title),
      h(
        "div",
        { class: "checks" },
        switches.filter(({ key }) => key !== "numbers" && key !== "furnish").map(({ element }) => element),
      ),
    ),
  );
}
