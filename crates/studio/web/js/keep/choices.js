// Small fields that several dialogs need, and the name of a file.

import { freshId, h } from "../dom.js";
import { fileName, words } from "../format.js";
import { chosen } from "../make/wishes.js";
import { get } from "../store.js";

/**
 * A labelled list to choose from.
 * @param {string} label @param {string[]} options @param {string} chosen @param {Record<string, string>} [names]
 */
export function choice(label, options, chosen, names = {}) {
  const id = freshId("choice");
  const select = h("select", { id }, options.map((option) => h("option", { value: option }, names[option] ?? words(option))));
  select.value = options.includes(chosen) ? chosen : options[0] ?? "";
  return { select, element: h("div", { class: "field" }, h("label", { for: id }, label), select) };
}

/** @param {string} view */
export function viewName(view) {
  return view === "gm" ? "Game master" : view === "player" ? "Players" : words(view);
}

/** A choice of whom the map is for. @param {Record<string, string>} [more] Other choices than the views. */
export function viewChoice(more = {}) {
  const { list, look } = get();
  const views = list?.views ?? [];
  return choice("For", [...views, ...Object.keys(more)], look.view ?? "gm", { ...Object.fromEntries(views.map((view) => [view, viewName(view)])), ...more });
}

/** `one-page-dungeon-7-players.png` @param {string} ending @param {string} [part] */
export function nameOfFile(ending, part = "") {
  const { seed, map } = get();
  return `${fileName([chosen().title, map?.seed ?? seed, part].join(" "), "map")}.${ending}`;
}
