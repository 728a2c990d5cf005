// The form of one step, built from the schema of its algorithm alone.

import { freshId, h } from "../dom.js";
import { firstSentence, words } from "../format.js";
import { icon } from "../icons.js";
import { get } from "../store.js";
import { control } from "./controls.js";
import { standard } from "./shape.js";
import { isLocked, setValue, toggleLock } from "./wishes.js";

/** @typedef {{element: HTMLElement, show: (step: Step) => void}} Form */

/** The first sentence of a description; the rest on demand. @param {string | undefined} text @param {string} [id] */
export function helpText(text, id) {
  const [first, rest] = firstSentence(text?.replace(/`/g, ""));
  return h("div", { class: "help", id }, first, rest && [" ", h("details", {}, h("summary", {}, "more"), h("div", { class: "rest" }, rest))]);
}

/** One value with its label, lock and reset. @param {number} index @param {string} name @param {Schema} schema @returns {Form} */
function field(index, name, schema) {
  const id = freshId("value");
  const label = words(name);
  const inner = control(schema, { id, label, change: (value) => setValue(index, name, value) });
  const reset = h("button", { type: "button", class: "icon-button", "aria-label": `Reset ${label}`, title: "Back to the default", onclick: () => setValue(index, name, undefined) }, icon("reset"));
  const lock = h("button", { type: "button", class: "icon-button", "aria-label": `Lock ${label}`, title: "Keep this value when dice are thrown or another preset is chosen", onclick: () => toggleLock(index, name) });
  const help = helpText(schema.description, `${id}-help`);
  inner.element.setAttribute("aria-describedby", help.id);
  const short = inner.element instanceof HTMLInputElement && inner.element.type === "checkbox";
  return {
    element: h(
      "div",
      { class: "field", "data-field": `/step/${index}/with/${name}` },
      h("div", { class: "field-head" }, inner.labelled ? h("label", { for: id }, label) : h("span", { class: "label" }, label), reset, lock, short && inner.element),
      help,
      !short && inner.element,
      h("div", { class: "error" }),
    ),
    show(step) {
      const value = step.with?.[name];
      inner.show(value ?? standard(schema));
      reset.style.visibility = value === undefined ? "hidden" : "visible";
      const locked = isLocked(index, name);
      lock.setAttribute("aria-pressed", String(locked));
      lock.replaceChildren(icon(locked ? "lock" : "unlock"));
    },
  };
}

/** All values of a step. @param {number} index @param {string} use @returns {Form} */
export function stepForm(index, use) {
  const schema = get().schemas[use];
  const fields = Object.entries(schema?.properties ?? {}).map(([name, part]) => field(index, name, { $defs: schema.$defs, ...part }));
  const empty = !schema ? `There is no algorithm called ${use}.` : fields.length === 0 ? "Nothing to set." : "";
  return {
    element: h("div", { class: "stack form" }, fields.map(({ element }) => element), empty && h("p", { class: "muted" }, empty)),
    show(step) {
      for (const field of fields) field.show(step);
    },
  };
}
