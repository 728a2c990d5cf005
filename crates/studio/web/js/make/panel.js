// The panel of the make mode: the preset, the values of each step, inhabitants, style and picture
// options.

import { thumbnail } from "../api.js";
import { announce, fill, h } from "../dom.js";
import { humanize } from "../format.js";
import { icon } from "../icons.js";
import { bind } from "../keys.js";
import { get, on } from "../store.js";
import { helpText, stepForm } from "./form.js";
import { openGallery } from "./gallery.js";
import { lookForm, styleForm } from "./look.js";
import { populateForm } from "./populate.js";
import { markProblems } from "./problems.js";
import { regenerateFromFile, sourceText, resetAll, randomizeValues } from "../request/actions.js";

/**
 * A collapsible section.
 * @param {string} title
 * @param {boolean} open
 * @param {HTMLElement} body
 * @param {...HTMLElement} aside
 */
export function section(title, open, body, ...aside) {
  return h("details", { class: "section", open }, h("summary", {}, title, aside), body);
}

/** The current preset, as a button that opens the gallery. */
function presetButton() {
  const picture = h("img", { alt: "", width: 96, height: 72 });
  const text = h("span", {});
  const button = h(
    "button",
    { type: "button", class: "chosen", "aria-haspopup": "dialog", onclick: openGallery },
    picture,
    text,
  );
  const show = () => {
    const { what, list, imported } = get();
    const { title, summary } = sourceText();
    const known =
      !imported &&
      (list?.presets.some((preset) => preset.name === what) ||
        list?.generators.some((generator) => generator.id === what && generator.kind === "layout"));
    picture.hidden = !known;
    if (known && !picture.src.endsWith(thumbnail(what))) picture.src = thumbnail(what);
    fill(
      text,
      h("span", { class: "unseen" }, "Preset: "),
      h("strong", {}, title),
      h("span", { class: "muted small-text" }, summary),
      h("span", { class: "chosen-go" }, "Change"),
    );
  };
  on(["what", "recipe", "imported", "list"], show);
  show();
  return button;
}

/** Randomizes the values and announces a failure. @param {HTMLButtonElement} button */
async function randomize(button) {
  button.disabled = true;
  const made = await randomizeValues();
  button.disabled = false;
  if (!made) announce("No random values gave a valid map. Unlock a value or try again.");
}

/** @param {HTMLElement} element */
export function mountMakePanel(element) {
  const steps = h("div", {});
  const forms = h("div", { class: "forms" });
  const random = h(
    "button",
    {
      type: "button",
      class: "button small",
      id: "surprise",
      title: "Set random values for everything that is not locked (S)",
      onclick: () => randomize(random),
    },
    icon("dice"),
    "Randomize",
  );
  const reset = h(
    "button",
    { type: "button", class: "button small", id: "reset", onclick: resetAll },
    icon("reset"),
    "Reset all",
  );
  bind("s", "Randomize all values that are not locked", () => randomize(random), { mode: "make" });

  /** @type {Form[]} */
  let built = [];
  /** @type {HTMLElement[]} */
  let badges = [];
  let uses = "";

  function build() {
    const { recipe, imported, list, schemas } = get();
    if (imported || !recipe) {
      built = [];
      fill(steps, imported && importedNote());
      return;
    }
    built = recipe.step.map((step, index) => stepForm(index, step.use));
    badges = built.map(() => h("span", { class: "badge", title: "Number of changed values" }));
    const sections = recipe.step.map((step, index) => {
      const generator = list?.generators.find((generator) => generator.id === step.use);
      const body = h(
        "div",
        { class: "section-body" },
        helpText(schemas[step.use]?.description ?? generator?.summary),
        built[index].element,
      );
      return section(humanize(step.use), index === 0, body, badges[index]);
    });
    fill(steps, h("div", { class: "row apart toolbar" }, random, reset), sections);
  }

  function show() {
    const { recipe, imported, mode } = get();
    if (mode !== "make") return;
    const now = imported ? `map ${imported.map}` : JSON.stringify(recipe?.step.map((step) => step.use));
    if (now !== uses) {
      uses = now;
      build();
      markProblems();
    }
    recipe?.step.forEach((step, index) => {
      built[index]?.show(step);
      const count = Object.keys(step.with ?? {}).length;
      if (badges[index]) {
        badges[index].hidden = !step.off && count === 0;
        badges[index].textContent = step.off ? "off" : count === 0 ? "" : String(count);
      }
    });
  }

  /** The text shown instead of values for a map from a file. */
  function importedNote() {
    const recipe = get().map?.recipe;
    return h(
      "div",
      { class: "section-body notice" },
      h(
        "p",
        {},
        "This map was opened from a file. You can view, edit, measure and download it, but it has no parameters to change.",
      ),
      recipe &&
        h("button", { type: "button", class: "button", onclick: regenerateFromFile }, "Regenerate from its recipe"),
    );
  }

  on(["recipe", "imported", "locks", "mode", "list"], show);
  on(["map"], () => {
    if (get().imported) build();
  });
  fill(
    forms,
    section("Style", true, styleForm()),
    steps,
    section("Inhabitants", false, populateForm()),
    section("Picture", true, lookForm()),
  );
  fill(element, presetButton(), forms);
  bind("g", "Choose another preset", openGallery);
  show();
}
