// Fields that several dialogs share, and the names of downloaded files.

import { uniqueId, h } from "../dom.js";
import { fileName, humanize } from "../format.js";
import { sourceText } from "../request/actions.js";
import { get } from "../store.js";

/**
 * A labelled drop-down list.
 * @param {string} label @param {string[]} options @param {string} chosen @param {Record<string, string>} [names]
 */
export function choice(label, options, chosen, names = {}) {
  const id = uniqueId("choice");
  const select = h(
    "select",
    { id },
    options.map((option) => h("option", { value: option }, names[option] ?? humanize(option))),
  );
  select.value = options.includes(chosen) ? chosen : (options[0] ?? "");
  return { select, element: h("div", { class: "field" }, h("label", { for: id }, label), select) };
}

/** @param {string} view */
export function viewName(view) {
  return view === "gm" ? "Game master" : view === "player" ? "Players" : humanize(view);
}

/** The audience of the map. @param {Record<string, string>} [more] options besides the views */
export function viewChoice(more = {}) {
  const { list, look } = get();
  const views = list?.views ?? [];
  return choice("Audience", [...views, ...Object.keys(more)], look.view ?? "gm", {
    ...Object.fromEntries(views.map((view) => [view, viewName(view)])),
    ...more,
  });
}

/** `one-page-dungeon-7-players.png` @param {string} ending @param {string} [part] */
export function fileNameFor(ending, part = "") {
  const { seed, map } = get();
  return `${fileName([sourceText().title, map?.seed ?? seed, part].join(" "), "map")}.${ending}`;
}
