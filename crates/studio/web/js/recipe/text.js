// The recipe as TOML. Valid text becomes the recipe, and a recipe that changes elsewhere becomes
// text, except while the text has the focus.

import { errorText, readRecipe } from "../api.js";
import { isAbort, debounce, fill, h } from "../dom.js";
import { get, on, set } from "../store.js";

/** Delay after the last key before the text is read, in milliseconds. */
const READ_DELAY = 250;

/** @param {HTMLElement} element @returns {() => string} returns the current text */
export function mountText(element) {
  const gutter = h("div", { class: "gutter", "aria-hidden": "true" });
  const area = h("textarea", {
    class: "code",
    id: "toml",
    "aria-label": "Recipe as TOML",
    wrap: "off",
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
  });
  const list = h("ul", {
    class: "text-problems",
    id: "toml-problems",
    "aria-label": "Problems in the text",
    "aria-live": "polite",
  });
  /** The recipe of the current text. @type {Recipe | null} */
  let shown = null;
  /** @type {ApiProblem[]} */
  let problems = [];
  let stop = new AbortController();

  function drawGutter() {
    const wrong = new Map(problems.filter(({ line }) => line).map(({ line, message }) => [line, message]));
    fill(
      gutter,
      area.value
        .split("\n")
        .map((_, index) =>
          h("div", wrong.has(index + 1) ? { class: "wrong", title: wrong.get(index + 1) } : {}, index + 1),
        ),
    );
    gutter.scrollTop = area.scrollTop;
  }

  /** @param {ApiProblem[]} next */
  function mark(next) {
    problems = next;
    drawGutter();
    if (problems.length > 0) area.setAttribute("aria-invalid", "true");
    else area.removeAttribute("aria-invalid");
    area.setAttribute("aria-describedby", list.id);
    fill(
      list,
      problems.map(({ line, message }) =>
        h(
          "li",
          {},
          line
            ? h(
                "button",
                { type: "button", onclick: () => jump(line) },
                h("span", { class: "line" }, `Line ${line}`),
                " ",
                message,
              )
            : message,
        ),
      ),
    );
    list.hidden = problems.length === 0;
  }

  /** Selects a line and scrolls to it. @param {number} line */
  function jump(line) {
    const lines = area.value.split("\n");
    const from = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    area.focus();
    area.setSelectionRange(from, from + (lines[line - 1] ?? "").length);
    const height = Number.parseFloat(getComputedStyle(area).lineHeight) || 20;
    area.scrollTop = Math.max(0, (line - 4) * height);
  }

  /** Updates the text from the recipe. */
  async function write() {
    const { recipe, mode, imported } = get();
    if (mode !== "recipe" || imported || !recipe || recipe === shown || document.activeElement === area) return;
    stop.abort();
    stop = new AbortController();
    try {
      const view = await readRecipe({ recipe }, stop.signal);
      if (recipe !== get().recipe || document.activeElement === area) return;
      shown = recipe;
      if (view.toml !== null) area.value = view.toml;
      mark(view.problems);
    } catch (error) {
      if (!isAbort(error)) mark([{ message: errorText(error), field: "" }]);
    }
  }

  /** Updates the recipe from the text, if that is valid. */
  const read = debounce(READ_DELAY, async () => {
    const toml = area.value;
    stop.abort();
    stop = new AbortController();
    try {
      const view = await readRecipe({ toml }, stop.signal);
      if (toml !== area.value) return;
      mark(view.problems);
      if (!view.recipe || view.problems.length > 0) return;
      shown = view.recipe;
      const before = get().recipe?.size;
      const after = view.recipe.size;
      set(after && String(before) !== String(after) ? { recipe: view.recipe, size: after } : { recipe: view.recipe });
    } catch (error) {
      if (!isAbort(error)) mark([{ message: errorText(error), field: "" }]);
    }
  });

  area.addEventListener("input", () => {
    drawGutter();
    read();
  });
  area.addEventListener("scroll", () => {
    gutter.scrollTop = area.scrollTop;
  });
  area.addEventListener("blur", () => void write());
  on(["recipe", "mode", "imported"], () => void write());

  fill(
    element,
    h(
      "div",
      { class: "text-head row" },
      h("h2", {}, "TOML"),
      h("span", { class: "muted small-text" }, "Updates live"),
    ),
    h("div", { class: "editor" }, gutter, area),
    list,
  );
  mark([]);
  return () => area.value;
}
