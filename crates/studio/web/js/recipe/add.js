// The dialog to add a step.

import { makeDialog } from "../dialog.js";
import { fill, h } from "../dom.js";
import { humanize } from "../format.js";
import { icon } from "../icons.js";
import { get } from "../store.js";

const KINDS = /** @type {const} */ ([
  ["shape", "Shape"],
  ["place", "Placement"],
  ["layout", "Layout"],
]);

/** Opens the dialog. @param {(use: string) => void} take */
export function openAddStep(take) {
  const dialog = makeDialog("Add step");
  const found = h("div", { class: "stack" });
  const search = h("input", {
    type: "search",
    "aria-label": "Search steps",
    placeholder: "Search, e.g. doors, lake, monsters",
    autofocus: true,
    oninput: draw,
  });
  function draw() {
    const wanted = search.value.toLowerCase().trim();
    fill(
      found,
      KINDS.map(([kind, title]) => {
        const all = (get().list?.generators ?? []).filter(
          (generator) =>
            generator.kind === kind && `${generator.id} ${generator.summary}`.toLowerCase().includes(wanted),
        );
        return (
          all.length > 0 &&
          h(
            "section",
            { class: "stack" },
            h("h3", {}, title),
            h(
              "ul",
              { class: "choices" },
              all.map(({ id, summary }) =>
                h(
                  "li",
                  {},
                  h(
                    "button",
                    { type: "button", class: "choice", "data-use": id, onclick: () => pick(id) },
                    h("strong", {}, humanize(id)),
                    h("span", { class: "muted small-text" }, summary),
                  ),
                ),
              ),
            ),
          )
        );
      }),
    );
  }
  /** @param {string} use */
  function pick(use) {
    dialog.close();
    take(use);
  }
  search.addEventListener("keydown", (event) => {
    const all = /** @type {NodeListOf<HTMLElement>} */ (found.querySelectorAll("[data-use]"));
    if (event.key === "Enter" && all.length === 1) pick(all[0].dataset.use ?? "");
  });
  draw();
  dialog.show(h("div", { class: "search" }, icon("search"), search), found);
}
