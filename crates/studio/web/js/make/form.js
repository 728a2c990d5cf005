// The form of a step, built from the schema of its algorithm.

import { uniqueId, h } from "../dom.js";
import { firstSentence, humanize } from "../format.js";
import { icon } from "../icons.js";
import { get } from "../store.js";
import { control } from "./controls.js";
import { defaultOf } from "../request/schema.js";
import { isLocked, setValue, toggleLock } from "../request/actions.js";

/** @typedef {{element: HTMLElement, show: (step: Step) => void}} Form */

/**
 * The first sentence of a description, with the rest behind a "more" button.
 * @param {string | undefined} text
 * @param {string} [id]
 */
export function helpText(text, id) {
  const [first, rest] = firstSentence(text?.replace(/`/g, ""));
  return h(
    "div",
    { class: "help", id },
    first,
    rest && [" ", h("details", {}, h("summary", {}, "more"), h("div", { class: "rest" }, rest))],
  );
}

/**
 * A value with its label, lock and reset button.
 * @param {number} index
 * @param {string} name
 * @param {Schema} schema
 * @returns {Form}
 */
function field(index, name, schema) {
  const id = uniqueId("value");
  const label = humanize(name);
  const inner = control(schema, { id, label, change: (value) => setValue(index, name, value) });
  const reset = h(
    "button",
    {
      type: "button",
      class: "icon-button",
      "aria-label": `Reset ${label}`,
      title: "Reset to default",
      onclick: () => setValue(index, name, undefined),
    },
    icon("reset"),
  );
  const lock = h("button", {
    type: "button",
    class: "icon-button",
    "aria-label": `Lock ${label}`,
    title: "Lock: keep this value when you randomize or choose another preset",
    onclick: () => toggleLock(index, name),
  });
  const help = helpText(schema.description, `${id}-help`);
  inner.element.setAttribute("aria-describedby", help.id);
  const short = inner.element instanceof HTMLInputElement && inner.element.type === "checkbox";
  return {
    element: h(
      "div",
      { class: "field", "data-field": `/step/${index}/with/${name}` },
      h(
        "div",
        { class: "field-head" },
        inner.labelled ? h("label", { for: id }, label) : h("span", { class: "label" }, label),
        reset,
        lock,
        short && inner.element,
      ),
      help,
      !short && inner.element,
      h("div", { class: "error" }),
    ),
    show(step) {
      const value = step.with?.[name];
      inner.show(value ?? defaultOf(schema));
      reset.style.visibility = value === undefined ? "hidden" : "visible";
      const locked = isLocked(index, name);
      lock.setAttribute("aria-pressed", String(locked));
      lock.replaceChildren(icon(locked ? "lock" : "unlock"));
    },
  };
}

/** The form with all values of a step. @param {number} index @param {string} use @returns {Form} */
export function stepForm(index, use) {
  const schema = get().schemas[use];
  const fields = Object.entries(schema?.properties ?? {}).map(([name, part]) =>
    field(index, name, { $defs: schema.$defs, ...part }),
  );
  const empty = !schema ? `Unknown algorithm: ${use}.` : fields.length === 0 ? "No parameters." : "";
  return {
    element: h(
      "div",
      { class: "stack form" },
      fields.map(({ element }) => element),
      empty && h("p", { class: "muted" }, empty),
    ),
    show(step) {
      for (const field of fields) field.show(step);
    },
  };
}
