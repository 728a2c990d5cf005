// The list of steps, each with its form: steps can be added, removed, moved and turned off.

import { announce, fill, uniqueId, h } from "../dom.js";
import { humanize } from "../format.js";
import { icon } from "../icons.js";
import { control } from "../make/controls.js";
import { helpText, stepForm } from "../make/form.js";
import { markProblems } from "../make/problems.js";
import { changeStep } from "../request/actions.js";
import { get, on, set } from "../store.js";
import { openAddStep } from "./add.js";
import { makeDraggable } from "./drag.js";

/** The properties of a step, from the schema of recipes. @returns {Record<string, Schema>} */
function stepSchema() {
  const recipe = get().schemas.recipe;
  return recipe?.properties?.step?.items?.properties ?? {};
}

/** The fields for the name and area of a step. @param {number} index */
function areaForm(index) {
  const known = stepSchema();
  const fields = /** @type {const} */ (["id", "zone", "area"])
    .filter((name) => known[name])
    .map((name) => {
      const id = uniqueId("place");
      const inner = control(known[name], {
        id,
        label: humanize(name),
        change: (value) => changeStep(index, { [name]: value }),
      });
      const label = name === "id" ? "Step name" : name === "zone" ? "Limit to zone" : "Limit to rectangle";
      return {
        name,
        inner,
        element: h(
          "div",
          { class: "field", "data-field": `/step/${index}/${name}` },
          h(
            "div",
            { class: "field-head" },
            inner.labelled ? h("label", { for: id }, label) : h("span", { class: "label" }, label),
          ),
          inner.element,
          h("div", { class: "error" }),
          helpText(known[name].description),
        ),
      };
    });
  return {
    element: h(
      "details",
      { class: "more" },
      h("summary", {}, "Name and area"),
      h(
        "div",
        { class: "stack" },
        fields.map(({ element }) => element),
      ),
    ),
    /** @param {Step} step */
    show(step) {
      for (const { name, inner } of fields) inner.show(step[name]);
    },
  };
}

/** @param {HTMLElement} element */
export function mountSteps(element) {
  const list = h("ol", { class: "steps", "aria-label": "Steps" });
  const add = h(
    "button",
    { type: "button", class: "button", id: "add-step", onclick: () => openAddStep(insert) },
    icon("add"),
    "Add step",
  );
  /** @type {((step: Step) => void)[]} */
  let shows = [];
  /** Whether each step is expanded. @type {boolean[]} */
  let opened = [];
  let uses = "";
  /**
   * The element to focus after the list is rebuilt.
   * @type {{index: number, part: string} | null}
   */
  let next = null;

  /** @param {Step[]} step */
  function setSteps(step) {
    const { recipe } = get();
    if (recipe) set({ recipe: { ...recipe, step } });
  }

  /** @param {string} use */
  function insert(use) {
    const step = get().recipe?.step ?? [];
    opened = [...opened, true];
    next = { index: step.length, part: "summary" };
    setSteps([...step, { use }]);
    announce(`Added ${humanize(use)} as step ${step.length + 1}.`);
  }

  /** @param {number} index */
  function remove(index) {
    const step = get().recipe?.step ?? [];
    opened = opened.filter((_, at) => at !== index);
    announce(`Removed ${humanize(step[index].use)}.`);
    setSteps(step.filter((_, at) => at !== index));
    const left = list.children[Math.min(index, list.children.length - 1)];
    const target = left?.querySelector("summary") ?? add;
    target.focus();
  }

  /**
   * @param {number} from
   * @param {number} to
   * @param {string} part the button that keeps the focus
   */
  function move(from, to, part) {
    const step = [...(get().recipe?.step ?? [])];
    if (to < 0 || to >= step.length || from === to) return;
    step.splice(to, 0, ...step.splice(from, 1));
    opened.splice(to, 0, ...opened.splice(from, 1));
    next = { index: to, part };
    announce(`Moved ${humanize(step[to].use)} to step ${to + 1} of ${step.length}.`);
    uses = "";
    setSteps(step);
  }

  /** @param {Step} step @param {number} index @param {number} count */
  function item(step, index, count) {
    const generator = get().list?.generators.find((generator) => generator.id === step.use);
    const name = humanize(step.use);
    const form = stepForm(index, step.use);
    const place = areaForm(index);
    const off = h("input", {
      type: "checkbox",
      role: "switch",
      class: "switch",
      "aria-label": `${name} is on`,
      title: "Turn on or off",
      onchange: () => changeStep(index, { off: off.checked ? undefined : true }),
    });
    const grip = h(
      "button",
      {
        type: "button",
        class: "icon-button grip",
        "data-part": "grip",
        "aria-label": `Move ${name}, step ${index + 1}`,
        title: "Drag or press the arrow keys to move",
      },
      icon("grip"),
    );
    grip.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      move(index, index + by, "grip");
    });
    const title = h("span", { class: "step-title" });
    const body = h(
      "details",
      { open: opened[index] ?? false },
      h("summary", { "data-part": "summary" }, title),
      h(
        "div",
        { class: "stack step-body" },
        helpText(get().schemas[step.use]?.description ?? generator?.summary),
        form.element,
        place.element,
      ),
    );
    body.addEventListener("toggle", () => {
      opened[index] = body.open;
    });
    /** @param {"up" | "down"} direction */
    const moveButton = (direction) =>
      h(
        "button",
        {
          type: "button",
          class: "icon-button",
          "data-part": direction,
          disabled: direction === "up" ? index === 0 : index === count - 1,
          "aria-label": `Move ${name} ${direction}`,
          title: `Move ${direction}`,
          onclick: () => move(index, index + (direction === "up" ? -1 : 1), direction),
        },
        icon(direction),
      );
    const row = h(
      "li",
      { class: "step" },
      grip,
      body,
      h(
        "div",
        { class: "step-tools" },
        off,
        moveButton("up"),
        moveButton("down"),
        h(
          "button",
          {
            type: "button",
            class: "icon-button",
            "aria-label": `Remove ${name}`,
            title: "Remove",
            onclick: () => remove(index),
          },
          icon("remove"),
        ),
      ),
      h("div", { class: "step-error", "data-field": `/step/${index}` }, h("div", { class: "error" })),
    );
    makeDraggable(grip, row, (to) => move(index, to, "grip"));
    return {
      row,
      /** @param {Step} step */
      show(step) {
        form.show(step);
        place.show(step);
        off.checked = !step.off;
        row.classList.toggle("off", step.off === true);
        const where = [
          step.id && `“${step.id}”`,
          step.area && "in a rectangle",
          step.zone !== undefined && `in zone ${step.zone}`,
          step.off && "off",
        ]
          .filter(Boolean)
          .join(", ");
        fill(
          title,
          h("span", { class: "muted" }, `${index + 1} `),
          h("strong", {}, name),
          " ",
          h("span", { class: "muted small-text" }, where),
        );
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
      fill(
        list,
        items.map(({ row }) => row),
      );
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
