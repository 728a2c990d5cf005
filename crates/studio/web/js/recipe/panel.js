// The recipe panel: the steps on one side, the TOML text on the other.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { download, openFilePicker } from "../files/open-save.js";
import { fileName } from "../format.js";
import { regenerateFromFile } from "../request/actions.js";
import { get, on, set } from "../store.js";
import { mountSteps } from "./steps.js";
import { mountText } from "./text.js";

/**
 * The field for the title or summary of the recipe.
 * @param {"title" | "summary"} key
 * @param {string} label
 */
function head(key, label) {
  const input = h("input", { type: "text", id: `recipe-${key}`, maxlength: 200 });
  input.addEventListener("input", () => {
    const { recipe } = get();
    if (!recipe) return;
    const { [key]: _, ...rest } = recipe;
    set({ recipe: input.value === "" ? rest : { ...rest, [key]: input.value } });
  });
  on(["recipe"], () => {
    if (document.activeElement !== input) input.value = get().recipe?.[key] ?? "";
  });
  return h(
    "div",
    { class: "field", "data-field": `/${key}` },
    h("label", { for: `recipe-${key}` }, label),
    input,
    h("div", { class: "error" }),
  );
}

/** @param {HTMLElement} element */
export function mountRecipePanel(element) {
  const steps = h("div", { class: "recipe-steps" });
  const text = h("div", { class: "recipe-text" });
  const none = h("div", { class: "notice section-body panel-body" });
  const both = h(
    "div",
    { class: "recipe" },
    h(
      "div",
      { class: "recipe-left" },
      h("div", { class: "recipe-head" }, head("title", "Title"), head("summary", "Summary")),
      steps,
    ),
    text,
  );
  mountSteps(steps);
  const read = mountText(text);
  const save = h(
    "button",
    {
      type: "button",
      class: "button small",
      id: "save-recipe",
      onclick: () =>
        download(
          new Blob([read()], { type: "application/toml" }),
          `${fileName(get().recipe?.title ?? get().what, "recipe")}.toml`,
        ),
    },
    icon("save"),
    "Save",
  );
  const open = h("button", { type: "button", class: "button small", onclick: openFilePicker }, icon("open"), "Open");
  text.querySelector(".text-head")?.append(open, save);
  const show = () => {
    const { imported } = get();
    none.hidden = !imported;
    fill(
      none,
      get().map?.recipe
        ? [
            h("p", {}, "This map was opened from a file that contains its recipe."),
            h(
              "div",
              { class: "row" },
              h(
                "button",
                { type: "button", class: "button", onclick: regenerateFromFile },
                "Regenerate from its recipe",
              ),
            ),
          ]
        : h("p", {}, "This map was opened from a file without a recipe. Choose a preset in Make to start a recipe."),
    );
    both.hidden = imported !== null;
  };
  on(["imported", "map"], show);
  fill(element, none, both);
  show();
}
