// The panel of the make mode: what is made, its values step by step, who lives there, and how it is drawn.

import { thumbnail } from "../api.js";
import { announce, fill, h } from "../dom.js";
import { words } from "../format.js";
import { icon } from "../icons.js";
import { bind } from "../keys.js";
import { get, on } from "../store.js";
import { helpText, stepForm } from "./form.js";
import { openGallery } from "./gallery.js";
import { lookForm, styleForm } from "./look.js";
import { populateForm } from "./populate.js";
import { markProblems } from "./problems.js";
import { beginAnew, chosen, resetAll, surprise } from "./wishes.js";

/** A part that folds. @param {string} title @param {boolean} open @param {HTMLElement} body @param {...HTMLElement} aside */
export function section(title, open, body, ...aside) {
  return h("details", { class: "section", open }, h("summary", {}, title, aside), body);
}

/** What is made now, as a button to the gallery. */
function chosenButton() {
  const picture = h("img", { alt: "", width: 96, height: 72 });
  const text = h("span", {});
  const button = h("button", { type: "button", class: "chosen", "aria-haspopup": "dialog", onclick: openGallery }, picture, text);
  const show = () => {
    const { what, list, imported } = get();
    const { title, summary } = chosen();
    const known = !imported && (list?.presets.some((preset) => preset.name === what) || list?.generators.some((generator) => generator.id === what && generator.kind === "layout"));
    picture.hidden = !known;
    if (known && !picture.src.endsWith(thumbnail(what))) picture.src = thumbnail(what);
    fill(text, h("span", { class: "unseen" }, "Begin with: "), h("strong", {}, title), h("span", { class: "muted small-text" }, summary), h("span", { class: "chosen-go" }, "Choose another"));
  };
  on(["what", "recipe", "imported", "list"], show);
  show();
  return button;
}

/** Throws the dice, and says so where nothing comes of it. @param {HTMLButtonElement} button */
async function throwDice(button) {
  button.disabled = true;
  const made = await surprise();
  button.disabled = false;
  if (!made) announce("The dice found no map that can be made. Unlock a value or try again.");
}

/** @param {HTMLElement} element */
export function mountMakePanel(element) {
  const steps = h("div", {});
  const forms = h("div", { class: "forms" });
  const lucky = h("button", { type: "button", class: "button small", id: "surprise", title: "Other values for everything that is not locked (s)", onclick: () => throwDice(lucky) }, icon("dice"), "Surprise me");
  const reset = h("button", { type: "button", class: "button small", id: "reset", onclick: resetAll }, icon("reset"), "Reset all");
  bind("s", "Surprise me: other values", () => throwDice(lucky), { mode: "make" });

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
    badges = built.map(() => h("span", { class: "badge", title: "Values that are not the default" }));
    const sections = recipe.step.map((step, index) => {
      const generator = list?.generators.find((generator) => generator.id === step.use);
      const body = h("div", { class: "section-body" }, helpText(schemas[step.use]?.description ?? generator?.summary), built[index].element);
      return section(words(step.use), index === 0, body, badges[index]);
    });
    fill(steps, h("div", { class: "row apart toolbar" }, lucky, reset), sections);
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

  /** What can be done with a map from a file. */
  function importedNote() {
    const recipe = get().map?.recipe;
    return h(
      "div",
      { class: "section-body notice" },
      h("p", {}, "This map was opened from a file: it can be looked at, edited, measured and kept, but it has no values to turn."),
      recipe && h("button", { type: "button", class: "button", onclick: beginAnew }, "Make it anew from its recipe"),
    );
  }

  on(["recipe", "imported", "locks", "mode", "list"], show);
  on(["map"], () => {
    if (get().imported) build();
  });
  fill(forms, section("Style", true, styleForm()), steps, section("Inhabitants", false, populateForm()), section("Picture", true, lookForm()));
  fill(element, chosenButton(), forms);
  bind("g", "Gallery: begin with another preset", openGallery);
  show();
}
