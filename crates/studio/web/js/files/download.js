// The dialog that downloads the map in any format, with the options of the format.

import { errorText, render } from "../api.js";
import { makeDialog } from "../dialog.js";
import { isAbort, uniqueId, h } from "../dom.js";
import { formatBytes } from "../format.js";
import { icon } from "../icons.js";
import { get, mapRequest } from "../store.js";
import { choice, fileNameFor, viewChoice } from "./fields.js";
import { download } from "./open-save.js";

/**
 * Options of each format; formats not listed have none.
 * @type {Record<string, ("view" | "cell" | "paper" | "letters" | "heat" | "secret" | "pad")[]>}
 */
const OPTIONS = {
  png: ["view", "cell", "heat"],
  svg: ["view", "cell", "letters", "heat"],
  pdf: ["view", "paper"],
  vtt: ["view", "cell", "pad"],
  dd2vtt: ["view", "cell", "secret", "pad"],
  foundry: ["view", "cell"],
  "foundry-module": ["view", "cell"],
  "fantasy-grounds": ["view", "cell", "secret"],
  tmx: ["view", "cell"],
  tmj: ["view", "cell"],
  ldtk: ["view", "cell"],
  tscn: ["view", "cell"],
  layers: ["view", "cell"],
  txt: ["view"],
  csv: ["view"],
  npy: ["view"],
  dot: ["view"],
  graph: ["view"],
  watabou: ["view"],
  gif: ["cell"],
  apng: ["cell"],
};

/** Groups in the order of the dialog, with their titles. @type {[string, string][]} */
const GROUPS = [
  ["print", "Print"],
  ["virtual-table", "Virtual table"],
  ["game-engine", "Game engine"],
  ["data", "Data"],
  ["replay", "Replay"],
];
/**
 * Names of formats, shorter than their titles because the group says the rest.
 * @type {Record<string, string>}
 */
const NAMES = {
  pdf: "Print pages",
  vtt: "Plain picture",
  foundry: "Foundry scene",
  "foundry-module": "Foundry module",
  "fantasy-grounds": "Fantasy Grounds",
  tmx: "Tiled",
  tmj: "Tiled, Phaser",
  ldtk: "LDtk",
  tscn: "Godot",
  layers: "Layers",
  json: "Map file",
  txt: "Plain text",
  csv: "Tile codes",
  npy: "Tile codes",
  dot: "Room graph",
  graph: "Room graph",
  watabou: "One Page Dungeon",
  gif: "Animation",
  apng: "Animation",
  trace: "Trace",
};

/**
 * The kind of file, for the second line of a button.
 * @param {{name: string, ending: string}} format
 */
function endingOf({ name, ending }) {
  return (ending === "zip" && name.length < 5 ? `${name} in a zip` : name === "apng" ? name : ending).toUpperCase();
}

/** Opens the dialog. */
export function openDownload() {
  const { list, look } = get();
  if (!list) return;
  const stop = new AbortController();
  const dialog = makeDialog("Download", { closed: () => stop.abort() });

  const name = uniqueId("format");
  const radios = list.formats.map((format, index) =>
    h("input", { type: "radio", name, value: format.name, checked: index === 0, onchange: show }),
  );
  const card = (/** @type {(typeof list.formats)[number]} */ format) =>
    h(
      "label",
      { class: "format" },
      radios[list.formats.indexOf(format)],
      h(
        "span",
        {},
        h("strong", {}, NAMES[format.name] ?? format.title.replace(/ \([^()]*\)$/, "")),
        h("small", { class: "muted" }, endingOf(format)),
      ),
    );
  const known = GROUPS.map(([name]) => name);
  const groups = [
    ...GROUPS.map(([name, title]) => ({ title, formats: list.formats.filter((format) => format.group === name) })),
    { title: "Other", formats: list.formats.filter((format) => !known.includes(format.group)) },
  ];
  const formats = groups
    .filter(({ formats }) => formats.length > 0)
    .map(({ title, formats }) => h("fieldset", { class: "formats" }, h("legend", {}, title), formats.map(card)));

  const view = viewChoice({ both: "Both (two files)" });
  const cellId = uniqueId("cell");
  const cell = h("input", { type: "number", id: cellId, min: 1, max: list.limits.cell, placeholder: "auto" });
  const paper = choice("Paper", list.papers, "a4");
  const square = choice("Square size", list.squares, "inch");
  const pages = choice("Pages", list.pages, "tiled");
  const letters = choice("Lettering", ["outlines", "text"], "outlines", {
    outlines: "Outlines (look the same everywhere)",
    text: "Text (searchable)",
  });
  const heat = choice("Heat map", ["", ...list.heats.map((heat) => heat.name)], "", {
    "": "None",
    ...Object.fromEntries(list.heats.map((heat) => [heat.name, heat.title])),
  });
  const secret = choice("Secret doors", ["wall", "door"], "wall", {
    wall: "Walls (players cannot find out)",
    door: "Doors that you open",
  });
  const padId = uniqueId("pad");
  const pad = h("input", { type: "checkbox", id: padId });
  const settings = {
    view: [view.element],
    secret: [secret.element],
    pad: [h("div", { class: "field check" }, pad, h("label", { for: padId }, "Pad to a square"))],
    cell: [h("div", { class: "field" }, h("label", { for: cellId }, "Pixels per tile"), cell)],
    paper: [paper.element, square.element, pages.element],
    letters: [letters.element],
    heat: [heat.element],
  };
  const usage = h("p", { class: "format-usage", id: uniqueId("usage"), "aria-live": "polite" });
  const error = h("p", { class: "error", role: "alert" });
  const status = h("p", { class: "muted small-text", role: "status" });
  const go = h(
    "button",
    { type: "button", class: "button main", onclick: () => void fetchAll() },
    icon("download"),
    "Download",
  );

  function chosen() {
    return list?.formats.find((_, index) => radios[index].checked) ?? list?.formats[0];
  }
  function show() {
    const format = chosen();
    const has = OPTIONS[format?.name ?? ""] ?? [];
    usage.textContent = format?.usage ?? "";
    for (const [key, elements] of Object.entries(settings)) {
      for (const element of elements) element.hidden = !has.includes(/** @type {"view"} */ (key));
    }
    error.textContent = "";
  }

  async function fetchAll() {
    const format = chosen();
    if (!format) return;
    const has = OPTIONS[format.name] ?? [];
    const views = !has.includes("view")
      ? [null]
      : view.select.value === "both"
        ? (list?.views ?? [])
        : [view.select.value];
    go.disabled = true;
    error.textContent = "";
    try {
      let bytes = 0;
      for (const who of views) {
        /** @type {RenderRequest} */
        const wanted = {
          wish: mapRequest(),
          format: format.name,
          look: who ? { ...look, view: /** @type {"gm"} */ (who) } : look,
        };
        if (has.includes("cell") && cell.value) wanted.cell = Number(cell.value);
        if (has.includes("paper"))
          Object.assign(wanted, { paper: paper.select.value, square: square.select.value, pages: pages.select.value });
        if (has.includes("letters")) wanted.letters = letters.select.value === "text" ? "text" : "outlines";
        if (has.includes("heat") && heat.select.value) wanted.heat = heat.select.value;
        if (has.includes("secret")) wanted.secret = secret.select.value === "door" ? "door" : "wall";
        if (has.includes("pad") && pad.checked) wanted.pad_square = true;
        status.textContent = "Preparing the file…";
        const blob = await render(wanted, stop.signal);
        bytes += blob.size;
        const part = who && (views.length > 1 || who === "player") ? who : "";
        // An animated PNG ends like a PNG, which it must not replace.
        const kind = format.name === format.ending ? "" : format.name;
        download(blob, fileNameFor(format.ending, [part, kind].filter(Boolean).join(" ")));
      }
      status.textContent = `Downloaded ${formatBytes(bytes)}.`;
    } catch (reason) {
      status.textContent = "";
      if (!isAbort(reason)) error.textContent = errorText(reason);
    } finally {
      go.disabled = false;
    }
  }

  show();
  dialog.show(
    ...formats,
    // Stays in sight below the long list of formats.
    h(
      "div",
      { class: "chosen-format" },
      usage,
      h("div", { class: "pair" }, Object.values(settings).flat()),
      error,
      h("div", { class: "row apart" }, status, go),
    ),
  );
}
