// One control for each kind of value. A control shows a value and reports changes; `undefined`
// means "not set".

import { fill, uniqueId, h } from "../dom.js";
import { icon } from "../icons.js";
import { humanize } from "../format.js";
import { isWide, shapeOf, unset } from "../request/schema.js";

/**
 * @typedef {{element: HTMLElement, show: (value: unknown) => void, labelled: boolean}} Control `labelled`: whether a label can refer to it by id
 */
/** @typedef {{id: string, label: string, change: (value: unknown) => void}} Place */

/** Number of positions of a slider whose range is wide or not whole numbers. */
const STEPS = 1000;

/** @template {Shape["kind"]} K @typedef {Extract<Shape, {kind: K}>} ShapeOf */

/** The control for a schema. @param {Schema} schema @param {Place} place @returns {Control} */
export function control(schema, place) {
  const shape = shapeOf(schema);
  switch (shape.kind) {
    case "number":
      return numberControl(shape, place);
    case "choice":
      return choiceControl(shape, place);
    case "switch":
      return switchControl(place);
    case "text":
      return textControl(shape, place);
    case "loose":
      return looseControl(shape, place);
    case "set":
      return setControl(shape, place);
    case "tuple":
      return tupleControl(shape, place);
    case "list":
      return listControl(shape, place);
    case "object":
      return objectControl(shape, place);
    case "any":
      return jsonControl(place);
  }
}

/**
 * Sets the text of a field, unless the user is typing in it.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {string} text
 */
function write(field, text) {
  if (document.activeElement !== field && field.value !== text) field.value = text;
}

/** @param {HTMLElement} field @param {boolean} wrong */
function mark(field, wrong) {
  if (wrong) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
}

/**
 * Converts between values and slider positions.
 * @param {number} min
 * @param {number} max
 * @returns {{at: (value: number) => number, value: (at: number) => number}}
 */
function scaleOf(min, max) {
  if (!isWide(min, max)) {
    return {
      at: (value) => ((value - min) / (max - min || 1)) * STEPS,
      value: (at) => min + (at / STEPS) * (max - min),
    };
  }
  const span = Math.log1p(max - min);
  return {
    at: (value) => (Math.log1p(value - min) / span) * STEPS,
    value: (at) => min + Math.expm1((at / STEPS) * span),
  };
}

/**
 * A slider with a number field.
 * @param {ShapeOf<"number">} shape
 * @param {Place} place
 * @returns {Control}
 */
function numberControl({ min, max, whole, none }, { id, label, change }) {
  const wide = isWide(min, max) || (whole && max - min > STEPS) || !whole;
  const scale = scaleOf(min, max);
  const slider = h("input", {
    type: "range",
    min: wide ? 0 : min,
    max: wide ? STEPS : max,
    step: 1,
    "aria-label": `${label}, slider`,
  });
  const field = h("input", {
    type: "number",
    id,
    min,
    max,
    step: whole ? 1 : "any",
    placeholder: none ? none.label.toLowerCase() : "",
  });
  /** @param {number} value */
  const round = (value) => (whole ? Math.round(value) : Math.round(value * 1000) / 1000);
  /** @param {number} value */
  const move = (value) => {
    const at = wide ? scale.at(value) : value;
    slider.value = String(at);
    slider.style.setProperty("--part", `${(scale.at(Math.min(max, Math.max(min, value))) / STEPS) * 100}%`);
    slider.setAttribute("aria-valuetext", String(value));
  };
  slider.addEventListener("input", () => {
    const value = round(wide ? scale.value(Number(slider.value)) : Number(slider.value));
    field.value = String(value);
    slider.classList.remove("unset");
    move(value);
    change(value);
  });
  field.addEventListener("input", () => {
    if (field.value === "" && !field.validity.badInput && none) {
      mark(field, false);
      return change(unset(none));
    }
    const value = Number(field.value);
    const wrong = field.value === "" || !Number.isFinite(value);
    mark(field, wrong);
    if (!wrong) change(value);
  });
  return {
    element: h("div", { class: "slider" }, slider, field),
    labelled: true,
    show(value) {
      const set = typeof value === "number";
      slider.classList.toggle("unset", !set);
      if (set) {
        if (Number(field.value) !== value || field.value === "") write(field, String(value));
        if (document.activeElement !== slider) move(value);
        else slider.style.setProperty("--part", `${(scale.at(Math.min(max, Math.max(min, value))) / STEPS) * 100}%`);
        return;
      }
      write(field, "");
      slider.value = String(wide ? STEPS / 2 : (min + max) / 2);
      slider.setAttribute("aria-valuetext", none?.label ?? "not set");
    },
  };
}

/**
 * A row of buttons if all options fit, or else a list.
 * @param {ShapeOf<"choice">} shape
 * @param {Place} place
 * @returns {Control}
 */
function choiceControl({ options, none }, place) {
  const all = none ? [{ value: unset(none), label: none.label, help: "" }, ...options] : options;
  const letters = all.reduce((sum, { label }) => sum + label.length + 3, 0);
  return letters <= 34 && all.length <= 5 ? segments(all, place) : listOfOptions(all, place);
}

/** @param {import("../request/schema.js").Option[]} options @param {unknown} value */
function indexOf(options, value) {
  const index = options.findIndex((option) => option.value === value);
  return index >= 0 ? index : options.findIndex((option) => option.value === undefined);
}

/**
 * @param {import("../request/schema.js").Option[]} options
 * @param {Place} place
 * @returns {Control}
 */
function segments(options, { id, label, change }) {
  const inputs = options.map(({ value }) => h("input", { type: "radio", name: id, onchange: () => change(value) }));
  return {
    element: h(
      "div",
      { class: "segments", role: "radiogroup", "aria-label": label },
      inputs.map((input, index) =>
        h("label", { title: options[index].help }, input, h("span", {}, options[index].label)),
      ),
    ),
    labelled: false,
    show(value) {
      const at = indexOf(options, value);
      inputs.forEach((input, index) => {
        input.checked = index === at;
      });
    },
  };
}

/**
 * @param {import("../request/schema.js").Option[]} options
 * @param {Place} place
 * @returns {Control}
 */
function listOfOptions(options, { id, change }) {
  const help = h("div", { class: "help" });
  const select = h(
    "select",
    { id },
    options.map(({ label }, index) => h("option", { value: index }, label)),
  );
  const showHelp = () => {
    const chosen = options[Number(select.value)];
    fill(help, chosen?.help ?? "");
    help.hidden = !chosen?.help;
  };
  select.addEventListener("change", () => {
    showHelp();
    change(options[Number(select.value)].value);
  });
  return {
    element: h("div", { class: "field" }, select, help),
    labelled: true,
    show(value) {
      select.value = String(indexOf(options, value));
      showHelp();
    },
  };
}

/** @param {Place} place @returns {Control} */
function switchControl({ id, change }) {
  const input = h("input", {
    type: "checkbox",
    role: "switch",
    class: "switch",
    id,
    onchange: () => change(input.checked),
  });
  return {
    element: input,
    labelled: true,
    show(value) {
      input.checked = value === true;
    },
  };
}

/** @param {ShapeOf<"text">} shape @param {Place} place @returns {Control} */
function textControl({ long, max, examples, none }, { id, change }) {
  const hint = examples[0]?.split("\n").length === 1 ? `e.g. ${examples[0]}` : "";
  const field = long
    ? h("textarea", { id, rows: 3, maxlength: max, class: "code", spellcheck: "false" })
    : h("input", { type: "text", id, maxlength: max, placeholder: hint, spellcheck: "false" });
  field.addEventListener("input", () => change(field.value === "" && none ? unset(none) : field.value));
  return { element: field, labelled: true, show: (value) => write(field, typeof value === "string" ? value : "") };
}

/**
 * A number or a text: digits become a number.
 * @param {ShapeOf<"loose">} shape
 * @param {Place} place
 * @returns {Control}
 */
function looseControl({ hint, none }, { id, change }) {
  const field = h("input", {
    type: "text",
    id,
    placeholder: none ? none.label.toLowerCase() : "",
    title: hint,
    spellcheck: "false",
  });
  field.addEventListener("input", () => {
    const text = field.value.trim();
    if (text === "") change(unset(none));
    else change(/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);
  });
  return {
    element: field,
    labelled: true,
    show: (value) => write(field, value === undefined || value === null || value === none?.value ? "" : String(value)),
  };
}

/**
 * Checkboxes for a set of numbers.
 * @param {ShapeOf<"set">} shape
 * @param {Place} place
 * @returns {Control}
 */
function setControl({ options }, { label, change }) {
  const boxes = options.map((option) =>
    h("input", {
      type: "checkbox",
      value: option,
      onchange: () => change(options.filter((_, index) => boxes[index].checked)),
    }),
  );
  return {
    element: h(
      "div",
      { class: "segments", role: "group", "aria-label": label },
      boxes.map((box, index) => h("label", {}, box, h("span", {}, options[index]))),
    ),
    labelled: false,
    show(value) {
      const chosen = Array.isArray(value) ? value : [];
      boxes.forEach((box, index) => {
        box.checked = chosen.includes(options[index]);
      });
    },
  };
}

/**
 * Number fields side by side.
 * @param {ShapeOf<"tuple">} shape
 * @param {Place} place
 * @returns {Control}
 */
function tupleControl({ items, none }, { label, change }) {
  const fields = items.map((item, index) =>
    h("input", {
      type: "number",
      min: item.minimum,
      max: item.maximum,
      placeholder: none ? none.label.toLowerCase() : "",
      "aria-label": `${label}, ${index + 1} of ${items.length}`,
      oninput: report,
    }),
  );
  function report() {
    if (none && fields.every((field) => field.value === "")) change(unset(none));
    else if (fields.every((field) => field.value !== "")) change(fields.map((field) => Number(field.value)));
  }
  return {
    element: h("div", { class: "numbers", role: "group", "aria-label": label }, fields),
    labelled: false,
    show(value) {
      const values = Array.isArray(value) ? value : [];
      fields.forEach((field, index) => write(field, values[index] === undefined ? "" : String(values[index])));
    },
  };
}

/** A list of values. @param {ShapeOf<"list">} shape @param {Place} place @returns {Control} */
function listControl({ item, max }, { label, change }) {
  /** @type {unknown[]} */
  let values = [];
  const element = h("div", { class: "stack", role: "group", "aria-label": label });
  const emptyItem = () =>
    shapeOf(item).kind === "text" ? "" : shapeOf(item).kind === "object" ? {} : (item.minimum ?? null);
  /** @param {unknown[]} next @param {boolean} build */
  const update = (next, build) => {
    values = next;
    if (build) draw();
    change(values.length === 0 ? undefined : values);
  };
  function draw() {
    const rows = values.map((value, index) => {
      const inner = control(item, {
        id: uniqueId("item"),
        label: `${label} ${index + 1}`,
        change: (next) =>
          update(
            values.map((old, at) => (at === index ? (next ?? emptyItem()) : old)),
            false,
          ),
      });
      inner.show(value);
      if (inner.labelled) inner.element.setAttribute("aria-label", `${label} ${index + 1}`);
      return h(
        "div",
        { class: "list-item" },
        inner.element,
        h(
          "button",
          {
            type: "button",
            class: "icon-button",
            "aria-label": `Remove ${label} ${index + 1}`,
            onclick: () =>
              update(
                values.filter((_, at) => at !== index),
                true,
              ),
          },
          icon("remove"),
        ),
      );
    });
    fill(
      element,
      rows,
      h(
        "button",
        {
          type: "button",
          class: "button small",
          disabled: values.length >= max,
          onclick: () => update([...values, emptyItem()], true),
        },
        icon("add"),
        "Add",
      ),
    );
  }
  return {
    element,
    labelled: false,
    show(value) {
      const next = Array.isArray(value) ? value : [];
      if (JSON.stringify(next) === JSON.stringify(values) && element.childElementCount > 0) return;
      values = next;
      draw();
    },
  };
}

/** A group of fields. @param {ShapeOf<"object">} shape @param {Place} place @returns {Control} */
function objectControl({ fields, required }, { label, change }) {
  /** @type {Record<string, unknown>} */
  let values = {};
  const rows = Object.entries(fields).map(([name, schema]) => {
    const id = uniqueId("part");
    const inner = control(schema, {
      id,
      label: `${label}: ${humanize(name)}`,
      change(value) {
        const next = { ...values, [name]: value };
        if (value === undefined && !required.includes(name)) delete next[name];
        values = next;
        change(Object.keys(values).length === 0 ? undefined : values);
      },
    });
    const help = schema.description ?? "";
    return {
      name,
      inner,
      schema,
      element: h(
        "div",
        { class: "field" },
        h(
          "div",
          { class: "field-head" },
          inner.labelled
            ? h("label", { for: id, title: help }, humanize(name))
            : h("span", { class: "label", title: help }, humanize(name)),
        ),
        inner.element,
      ),
    };
  });
  return {
    element: h(
      "div",
      { class: "nested", role: "group", "aria-label": label },
      rows.map((row) => row.element),
    ),
    labelled: false,
    show(value) {
      values =
        value && typeof value === "object" && !Array.isArray(value)
          ? { .../** @type {Record<string, unknown>} */ (value) }
          : {};
      for (const { name, inner, schema } of rows) inner.show(values[name] ?? schema.default);
    },
  };
}

/**
 * The value as JSON, for schemas without a better control.
 * @param {Place} place
 * @returns {Control}
 */
function jsonControl({ id, change }) {
  const wrong = h("div", { class: "error", role: "status" });
  const field = h("textarea", { id, rows: 3, class: "code", spellcheck: "false" });
  field.addEventListener("input", () => {
    /** @type {unknown} */
    let value;
    try {
      value = field.value.trim() === "" ? undefined : JSON.parse(field.value);
    } catch {
      mark(field, true);
      wrong.textContent = "This is not valid JSON.";
      return;
    }
    mark(field, false);
    wrong.textContent = "";
    change(value);
  });
  return {
    element: h("div", { class: "field" }, field, wrong),
    labelled: true,
    show: (value) => write(field, value === undefined || value === null ? "" : JSON.stringify(value, null, 1)),
  };
}
