// Why a wish is impossible: beside the field that is to blame, and for the rest at the top of the panel.

import { fill, freshId, h } from "../dom.js";
import { sentence } from "../format.js";
import { get, on, set } from "../store.js";
import { choose, resetAll } from "./wishes.js";

/** Without what the request has around the recipe. @param {string} pointer */
function inRecipe(pointer) {
  return pointer.replace(/^\/wish\/recipe/, "").replace(/^\/wish/, "");
}

/** Whether a problem is about a field or something within it. @param {string} pointer @param {string} field */
function within(pointer, field) {
  return pointer === field || pointer.startsWith(`${field}/`);
}

/** Says that this text is about an input, or no longer is. @param {Element} input @param {string} id @param {boolean} wanted */
function describe(input, id, wanted) {
  const others = (input.getAttribute("aria-describedby") ?? "").split(" ").filter((other) => other !== "" && other !== id);
  const all = wanted ? [...others, id] : others;
  if (all.length > 0) input.setAttribute("aria-describedby", all.join(" "));
  else input.removeAttribute("aria-describedby");
}

/** Marks all fields anew; forms call it after they were built. */
export function markProblems() {
  const problems = (get().problem?.problems ?? []).map((problem) => ({ ...problem, field: inRecipe(problem.field) }));
  for (const field of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-field]"))) {
    const own = problems.filter((problem) => within(problem.field, field.dataset.field ?? ""));
    const error = field.querySelector(".error");
    if (!error) continue;
    error.id ||= freshId("error");
    error.textContent = own.map((problem) => sentence(problem.message)).join(" ");
    for (const input of field.querySelectorAll("input, select, textarea, [role=radiogroup], [role=group]")) {
      if (own.length > 0) {
        input.setAttribute("aria-invalid", "true");
        input.setAttribute("aria-errormessage", error.id);
        describe(input, error.id, true);
      } else if (input.hasAttribute("aria-errormessage")) {
        input.removeAttribute("aria-invalid");
        input.removeAttribute("aria-errormessage");
        describe(input, error.id, false);
      }
    }
  }
}

/** The field that shows a problem, if one is on the page and can be seen. @param {ApiProblem} problem @returns {HTMLElement | null} */
function fieldOf(problem) {
  const pointer = inRecipe(problem.field);
  const fields = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-field]")]);
  return fields.find((field) => within(pointer, field.dataset.field ?? "") && !field.closest("[hidden]")) ?? null;
}

/** Opens what hides the field, and goes there. @param {HTMLElement} field */
function go(field) {
  for (let up = field.parentElement; up; up = up.parentElement) {
    if (up instanceof HTMLDetailsElement) up.open = true;
  }
  const input = /** @type {HTMLElement | null} */ (field.querySelector("input:not([type=range]), select, textarea"));
  (input ?? field).focus();
  field.scrollIntoView({ block: "center" });
}

/** What a field is called, as its label has it. @param {HTMLElement} field */
function nameOf(field) {
  return field.querySelector("label, .label, legend")?.textContent || field.getAttribute("aria-label") || "";
}

/** The message with the name of its field before it, unless it begins with that. @param {string} name @param {string} message */
function told(name, message) {
  return name === "" || message.toLowerCase().startsWith(name.toLowerCase()) ? sentence(message) : `${name}: ${message}`;
}

/** Where the fault is in an edit that was good before: a way to go on without it, which nobody takes but the person who made it. @param {ApiProblem} problem */
function leaveOut({ field }) {
  const index = Number(/^\/wish\/edits\/(\d+)/.exec(field)?.[1] ?? NaN);
  const { edits } = get();
  if (!edits[index]) return null;
  return [` (edit ${index + 1} of ${edits.length}) `, h("button", { type: "button", onclick: () => set({ edits: edits.filter((_, i) => i !== index) }) }, "Leave this edit out")];
}

/** What to do where there is no good map either. */
function wayOut() {
  const { list, imported } = get();
  const first = list?.presets[0];
  return h("div", { class: "row" }, !imported && h("button", { type: "button", class: "button small", onclick: resetAll }, "Reset all"), first && h("button", { type: "button", class: "button small", onclick: () => choose(first.name) }, `Begin with ${first.title}`));
}

/** @param {HTMLElement} element */
export function mountProblem(element) {
  on(["problem", "mode"], () => {
    const { problem, map } = get();
    element.hidden = !problem;
    if (problem) {
      const items = problem.problems.map((one) => {
        const field = fieldOf(one);
        return h("li", {}, field ? h("button", { type: "button", onclick: () => go(field) }, told(nameOf(field), one.message)) : sentence(one.message), leaveOut(one) ?? "");
      });
      fill(element, h("strong", {}, map ? "This map cannot be made. The last good one stays." : "This map cannot be made, and there is no other yet."), items.length > 0 ? h("ul", {}, items) : sentence(problem.message), !map && wayOut());
    } else {
      fill(element);
    }
    markProblems();
    // What is told must not hide the field that somebody is in.
    if (problem) document.activeElement?.closest("#side [data-field]")?.scrollIntoView({ block: "nearest" });
  });
}
