// The problems of the current request: each beside its field, and all of them in a list.

import { fill, uniqueId, h } from "../dom.js";
import { capitalize } from "../format.js";
import { get, on, set } from "../store.js";
import { choosePreset, resetAll } from "../request/actions.js";

/** Removes the prefix of the request from a JSON pointer. @param {string} pointer */
function recipePointer(pointer) {
  return pointer.replace(/^\/wish\/recipe/, "").replace(/^\/wish/, "");
}

/** Whether a pointer is a field or lies within it. @param {string} pointer @param {string} field */
function within(pointer, field) {
  return pointer === field || pointer.startsWith(`${field}/`);
}

/**
 * Adds or removes an error text in `aria-describedby`.
 * @param {Element} input
 * @param {string} id
 * @param {boolean} add
 */
function setDescription(input, id, add) {
  const others = (input.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .filter((other) => other !== "" && other !== id);
  const all = add ? [...others, id] : others;
  if (all.length > 0) input.setAttribute("aria-describedby", all.join(" "));
  else input.removeAttribute("aria-describedby");
}

/** Marks the fields with problems. Forms call it after they are built. */
export function markProblems() {
  const problems = (get().problem?.problems ?? []).map((problem) => ({
    ...problem,
    field: recipePointer(problem.field),
  }));
  for (const field of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-field]"))) {
    const own = problems.filter((problem) => within(problem.field, field.dataset.field ?? ""));
    const error = field.querySelector(".error");
    if (!error) continue;
    error.id ||= uniqueId("error");
    error.textContent = own.map((problem) => capitalize(problem.message)).join(" ");
    for (const input of field.querySelectorAll("input, select, textarea, [role=radiogroup], [role=group]")) {
      if (own.length > 0) {
        input.setAttribute("aria-invalid", "true");
        input.setAttribute("aria-errormessage", error.id);
        setDescription(input, error.id, true);
      } else if (input.hasAttribute("aria-errormessage")) {
        input.removeAttribute("aria-invalid");
        input.removeAttribute("aria-errormessage");
        setDescription(input, error.id, false);
      }
    }
  }
}

/**
 * The visible field of a problem, or `null`.
 * @param {ApiProblem} problem
 * @returns {HTMLElement | null}
 */
function fieldOf(problem) {
  const pointer = recipePointer(problem.field);
  const fields = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-field]")]);
  return fields.find((field) => within(pointer, field.dataset.field ?? "") && !field.closest("[hidden]")) ?? null;
}

/** Expands the sections around a field and focuses it. @param {HTMLElement} field */
function focusField(field) {
  for (let up = field.parentElement; up; up = up.parentElement) {
    if (up instanceof HTMLDetailsElement) up.open = true;
  }
  const input = /** @type {HTMLElement | null} */ (field.querySelector("input:not([type=range]), select, textarea"));
  (input ?? field).focus();
  field.scrollIntoView({ block: "center" });
}

/** The label of a field. @param {HTMLElement} field */
function labelOf(field) {
  return field.querySelector("label, .label, legend")?.textContent || field.getAttribute("aria-label") || "";
}

/**
 * Puts the label of the field before a message, unless the message starts with it.
 * @param {string} name
 * @param {string} message
 */
function withLabel(name, message) {
  return name === "" || message.toLowerCase().startsWith(name.toLowerCase())
    ? capitalize(message)
    : `${name}: ${message}`;
}

/**
 * A button that removes the edit at fault. Only the user decides to remove an edit that was valid
 * before.
 * @param {ApiProblem} problem
 */
function removeEditButton({ field }) {
  const index = Number(/^\/wish\/edits\/(\d+)/.exec(field)?.[1] ?? NaN);
  const { edits } = get();
  if (!edits[index]) return null;
  return [
    ` (edit ${index + 1} of ${edits.length}) `,
    h(
      "button",
      { type: "button", onclick: () => set({ edits: edits.filter((_, i) => i !== index) }) },
      "Remove this edit",
    ),
  ];
}

/** Buttons for the case that there is no map at all. */
function recoveryButtons() {
  const { list, imported } = get();
  const first = list?.presets[0];
  return h(
    "div",
    { class: "row" },
    !imported && h("button", { type: "button", class: "button small", onclick: resetAll }, "Reset all"),
    first &&
      h(
        "button",
        { type: "button", class: "button small", onclick: () => choosePreset(first.name) },
        `Open ${first.title}`,
      ),
  );
}

/** @param {HTMLElement} element */
export function mountProblem(element) {
  on(["problem", "mode"], () => {
    const { problem, map } = get();
    element.hidden = !problem;
    if (problem) {
      const items = problem.problems.map((one) => {
        const field = fieldOf(one);
        return h(
          "li",
          {},
          field
            ? h("button", { type: "button", onclick: () => focusField(field) }, withLabel(labelOf(field), one.message))
            : capitalize(one.message),
          removeEditButton(one) ?? "",
        );
      });
      fill(
        element,
        h(
          "strong",
          {},
          map
            ? "Cannot generate this map. Showing the last valid map."
            : "Cannot generate this map. Change a value or reset all.",
        ),
        items.length > 0 ? h("ul", {}, items) : capitalize(problem.message),
        !map && recoveryButtons(),
      );
    } else {
      fill(element);
    }
    markProblems();
    // Keep the focused field visible: the list of problems may cover it.
    if (problem) document.activeElement?.closest("#side [data-field]")?.scrollIntoView({ block: "nearest" });
  });
}
