// The steps of the recipe as a list: each with its form; added, removed, moved and switched off.

import { announce, fill, freshId, h } from "../dom.js";
import { words } from "../format.js";
import { icon } from "../icons.js";
import { control } from "../make/controls.js";
import { helpText, stepForm } from "../make/form.js";
import { markProblems } from "../make/problems.js";
import { changeStep } from "../make/wishes.js";
import { get, on, set } from "../store.js";
import { openAddStep } from "./add.js";
import { dragging } from "./drag.js";

/** The schema of one step, which the server has within that of recipes. @returns {Record<string, Schema>} */
function stepSchema() {
  const recipe = get().schemas.recipe;
  return recipe?.properties?.step?.items?.properties ?? {};
}

/** Where a step works, and its name. @param {number} index */
function placeForm(index) {
  const known = stepSchema();
  const fields = /** @type {const} */ (["id", "zone", "area"]).filter((name) => known[name]).map((name) => {
    const id = freshId("place");
    const inner = control(known[name], { id, label: words(name), change: (value) => changeStep(index, { [name]: value }) });
    const label = name === "id" ? "Name of the step" : name === "zone" ? "Only in zone" : "Only in this rectangle";
    return {
      name,
      inner,
      element: h("div", { class: "field", "data-field": `/step/${index}/${name}` }, h("div", { class: "field-head" }, inner.labelled ? h("label", { for: id }, label) : h("span", { class: "label" }, label)), inner.element, h("div", { class: "error" }), helpText(known[name].description)),
    };
  });
  return {
    element: h("details", { class: "more" }, h("summary", {}, "Name and place"), h("div", { class: "stack" }, fields.map(({ element }) => element))),
    /** @param {Step} step */
    show(step) {
      for (const { name, inner } of fields) inner.show(step[name]);
    },
  };
}

/** @param {HTMLElement} element */
export function mountSteps(element) {
  const list = h("ol", { class: "steps", "aria-label": "Steps" });
  const add = h("button", { type: "button", class: "button", id: "add-step", onclick: () => openAddStep(insert) }, icon("add"), "Add a step");
  /** @type {((step: Step) => void)[]} */
  let shows = [];
  /** Which steps are open, by their place. @type {boolean[]} */
  let opened = [];
  let uses = "";
  /** Who gets the focus after the list was built. @type {{index: number, part: string} | null} */
  let next = null;

  /** @param {Step[]} step */
  function take(step) {
    const { recipe } = get();
    if (recipe) set({ recipe: { ...recipe, step } });
  }

  /** @param {string} use */
  function insert(use) {
    const step = get().recipe?.step ?? [];
    opened = [...opened, true];
    next = { index: step.length, part: "summary" };
    take([...step, { use }]);
    announce(`${words(use)} added as step ${step.length + 1}.`);
  }

  /** @param {number} index */
  function remove(index) {
    const step = get().recipe?.step ?? [];
    opened = opened.filter((_, at) => at !== index);
    announce(`${words(step[index].use)} removed.`);
    take(step.filter((_, at) => at !== index));
    const left = list.children[Math.min(index, list.children.length - 1)];
    (/** @type {HTMLElement | null} */ (left?.querySelector("summary")) ?? add).focus();
  }

  /** @param {number} from @param {number} to @param {string} part Which of its buttons keeps the focus. */
  function move(from, to, part) {
    const step = [...(get().recipe?.step ?? [])];
    if (to < 0 || to >= step.length || from === to) return;
    step.splice(to, 0, ...step.splice(from, 1));
    opened.splice(to, 0, ...opened.splice(from, 1));
    next = { index: to, part };
    announce(`${words(step[to].use)} is step ${to + 1} of ${step.length}.`);
    uses = "";
    take(step);
  }

  /** @param {Step} step @param {number} index @param {number} count */
  function item(step, index, count) {
    const generator = get().list?.generators.find((generator) => generator.id === step.use);
    const name = words(step.use);
    const form = stepForm(index, step.use);
    const place = placeForm(index);
    const off = h("input", { type: "checkbox", role: "switch", class: "switch", "aria-label": `${name} is on`, title: "On or off", onchange: () => changeStep(index, { off: off.checked ? undefined : true }) });
    const grip = h("button", { type: "button", class: "icon-button grip", "data-part": "grip", "aria-label": `Move ${name}, step ${index + 1}`, title: "Drag, or press the arrow keys" }, icon("grip"));
    grip.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      move(index, index + by, "grip");
    });
    const title = h("span", { class: "step-title" });
    const body = h("details", { open: opened[index] ?? false }, h("summary", { "data-part": "summary" }, title), h("div", { class: "stack step-body" }, helpText(get().schemas[step.use]?.description ?? generator?.summary), form.element, place.element));
    body.addEventListener("toggle", () => {
      opened[index] = body.open;
    });
    /** @param {"up" | "down"} way */
    const shift = (way) => h("button", { type: "button", class: "icon-button", "data-part": way, disabled: way === "up" ? index === 0 : index === count - 1, "aria-label": `Move ${name} ${way}`, title: `Move ${way}`, onclick: () => move(index, index + (way === "up" ? -1 : 1), way) }, icon(way));
    const row = h(
      "li",
      { class: "step" },
      grip,
      body,
      h("div", { class: "step-tools" }, off, shift("up"), shift("down"), h("button", { type: "button", class: "icon-button", "aria-label": `Remove ${name}`, title: "Remove", onclick: () => remove(index) }, icon("remove"))),
      h("div", { class: "step-error", "data-field": `/step/${index}` }, h("div", { class: "error" })),
    );
    dragging(grip, row, (to) => move(index, to, "grip"));
    return {
      row,
      /** @param {Step} step */
      show(step) {
        form.show(step);
        place.show(step);
        off.checked = !step.off;
        row.classList.toggle("off", step.off === true);
        const where = [step.id && `“${step.id}”`, step.area && "in a rectangle", step.zone !== undefined && `in zone ${step.zone}`, step.off && "off"].filter(Boolean).join(", ");
        fill(title, h("span", { class: "muted" }, `${index + 1} `), h("strong", {}, name), " ", h("span", { class: "muted small-text" }, where));
      },
    };
  }

  function show() {
    const { recipe, mode } = get();
    if (mode !== "recipe" || !recipe) return;
    const now = JSON.stringify(recipe.step.map((step) => step.use));
    if (now !== uses) {
      uses = now;
      opened.length = recipe.step.length;
      const items = recipe.step.map((step, index) => item(step, index, recipe.step.length));
      shows = items.map(({ show }) => show);
      fill(list, items.map(({ row }) => row));
      markProblems();
    }
    recipe.step.forEach((step, index) => shows[index]?.(step));
    if (next) {
      const row = list.children[next.index];
      const part = /** @type {HTMLButtonElement | null} */ (row?.querySelector(`[data-part="${next.part}"]`));
      (part?.disabled ? /** @type {HTMLElement | null} */ (row?.querySelector(".grip")) : part)?.focus();
      next = null;
    }
  }
  on(["recipe", "mode", "locks"], show);
  fill(element, list, add);
}
