// Every format of the map as a file, with what can be set for it.

import { render, told } from "../api.js";
import { makeDialog } from "../dialog.js";
import { aborted, freshId, h } from "../dom.js";
import { bytesText } from "../format.js";
import { icon } from "../icons.js";
import { get, wish } from "../store.js";
import { choice, nameOfFile, viewChoice } from "./choices.js";
import { download } from "./files.js";

/** Which settings a format has; one that is not named here has none. @type {Record<string, ("view" | "cell" | "paper" | "letters" | "heat")[]>} */
const SETTINGS = {
  png: ["view", "cell", "heat"],
  svg: ["view", "cell", "letters", "heat"],
  pdf: ["view", "paper"],
  gif: ["cell"],
  apng: ["cell"],
};

/** Formats that belong together; one that is named nowhere comes last. @type {[string, string[]][]} */
const GROUPS = [["To look at", ["png", "svg", "pdf"]], ["To go on with", ["json", "txt", "toml"]], ["How it was made", ["gif", "apng", "trace"]]];
/** What a format is, shorter than its title, where the group says the rest. @type {Record<string, string>} */
const NAMES = { pdf: "Pages to print", json: "Whole map", txt: "Plain text", gif: "Animation", apng: "Animation", trace: "Replay" };

/** Opens the dialog. */
export function openDownload() {
  const { list, look } = get();
  if (!list) return;
  const stop = new AbortController();
  const dialog = makeDialog("Download", { closed: () => stop.abort() });

  const name = freshId("format");
  const radios = list.formats.map((format, index) => h("input", { type: "radio", name, value: format.name, checked: index === 0, onchange: show }));
  const card = (/** @type {(typeof list.formats)[number]} */ format) =>
    h("label", { class: "format" }, radios[list.formats.indexOf(format)], h("span", {}, h("strong", {}, NAMES[format.name] ?? format.title.replace(/ \([^()]*\)$/, "")), h("small", { class: "muted" }, format.name.toUpperCase())));
  const rest = list.formats.filter((format) => !GROUPS.some(([, names]) => names.includes(format.name)));
  const groups = [...GROUPS.map(([title, names]) => ({ title, formats: list.formats.filter((format) => names.includes(format.name)) })), { title: "Others", formats: rest }];
  const formats = groups.filter(({ formats }) => formats.length > 0).map(({ title, formats }) => h("fieldset", { class: "formats" }, h("legend", {}, title), formats.map(card)));

  const view = viewChoice({ both: "Both, one file each" });
  const cellId = freshId("cell");
  const cell = h("input", { type: "number", id: cellId, min: 1, max: list.limits.cell, placeholder: "auto" });
  const paper = choice("Paper", list.papers, "a4");
  const square = choice("Squares", list.squares, "inch");
  const pages = choice("Pages", list.pages, "tiled");
  const letters = choice("Letters", ["outlines", "text"], "outlines", { outlines: "Outlines, the same everywhere", text: "Text, to be searched" });
  const heat = choice("Heat map over it", ["", ...list.heats.map((heat) => heat.name)], "", { "": "None", ...Object.fromEntries(list.heats.map((heat) => [heat.name, heat.title])) });
  const settings = {
    view: [view.element],
    cell: [h("div", { class: "field" }, h("label", { for: cellId }, "Pixels a tile"), cell)],
    paper: [paper.element, square.element, pages.element],
    letters: [letters.element],
    heat: [heat.element],
  };
  const said = h("p", { class: "error", role: "alert" });
  const told_ = h("p", { class: "muted small-text", role: "status" });
  const go = h("button", { type: "button", class: "button main", onclick: () => void fetchAll() }, icon("download"), "Download");

  function chosen() {
    return list?.formats.find((_, index) => radios[index].checked) ?? list?.formats[0];
  }
  function show() {
    const has = SETTINGS[chosen()?.name ?? ""] ?? [];
    for (const [key, elements] of Object.entries(settings)) {
      for (const element of elements) element.hidden = !has.includes(/** @type {"view"} */ (key));
    }
    said.textContent = "";
  }

  async function fetchAll() {
    const format = chosen();
    if (!format) return;
    const has = SETTINGS[format.name] ?? [];
    const views = !has.includes("view") ? [null] : view.select.value === "both" ? list?.views ?? [] : [view.select.value];
    go.disabled = true;
    said.textContent = "";
    try {
      let bytes = 0;
      for (const who of views) {
        /** @type {RenderWish} */
        const wanted = { wish: wish(), format: format.name, look: who ? { ...look, view: /** @type {"gm"} */ (who) } : look };
        if (has.includes("cell") && cell.value) wanted.cell = Number(cell.value);
        if (has.includes("paper")) Object.assign(wanted, { paper: paper.select.value, square: square.select.value, pages: pages.select.value });
        if (has.includes("letters")) wanted.letters = letters.select.value === "text" ? "text" : "outlines";
        if (has.includes("heat") && heat.select.value) wanted.heat = heat.select.value;
        told_.textContent = "Being made …";
        const blob = await render(wanted, stop.signal);
        bytes += blob.size;
        download(blob, nameOfFile(format.ending, who && (views.length > 1 || who === "player") ? who : ""));
      }
      told_.textContent = `Done: ${bytesText(bytes)}.`;
    } catch (error) {
      told_.textContent = "";
      if (!aborted(error)) said.textContent = reason(error);
    } finally {
      go.disabled = false;
    }
  }

  show();
  dialog.show(...formats, h("div", { class: "pair" }, Object.values(settings).flat()), said, h("div", { class: "row apart" }, told_, go));
}

/** All that the server said, as one text. @param {unknown} error */
export function reason(error) {
  const { message, problems } = told(error);
  return problems.length > 0 ? problems.map((problem) => problem.message).join(" ") : message;
}
