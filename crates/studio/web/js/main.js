// The beginning: learns what there is, brings back the last visit or the shared map, and mounts the parts of the page.

import { list, schemas, told, wake } from "./api.js";
import { byId, fill, h } from "./dom.js";
import { mountEditPanel } from "./edit/panel.js";
import { startDrop } from "./keep/files.js";
import { startRestoring } from "./keep/restore.js";
import { mountStatistics } from "./keep/statistics.js";
import { startKeys } from "./keys.js";
import { mountBar } from "./make/bar.js";
import { mountModes } from "./make/modes.js";
import { mountMakePanel } from "./make/panel.js";
import { mountProblem } from "./make/problems.js";
import { startMaker } from "./maker.js";
import { mountRecipePanel } from "./recipe/panel.js";
import { mountReplayPanel } from "./replay/panel.js";
import { mountFacts } from "./see/facts.js";
import { mountStage } from "./see/stage.js";
import { get, on, set } from "./store.js";
import { startTheme } from "./theme.js";

/** Says so while the server does not answer. */
function mountBanner() {
  const banner = byId("banner");
  const show = () => {
    const { online } = get();
    banner.hidden = online;
    if (online) fill(banner);
    else fill(banner, h("span", {}, "The studio does not answer. Is the program still running? The page goes on by itself as soon as it is back."), h("button", { type: "button", class: "button small", onclick: wake }, "Try now"));
  };
  on(["online"], show);
}

/** Writes on the root element what is shown, for style sheets and tests. */
function mountState() {
  const show = () => {
    const { map, busy, mode, online } = get();
    const { dataset } = document.documentElement;
    dataset.map = map?.id ?? "";
    dataset.busy = String(busy);
    dataset.mode = mode;
    dataset.online = String(online);
  };
  on(["map", "busy", "mode", "online"], show);
  show();
}

async function start() {
  startTheme();
  mountBanner();
  mountState();
  const [known, forms] = await Promise.all([list(), schemas()]);
  set({ list: known, schemas: forms });
  mountBar(byId("bar"));
  mountModes(byId("modes"));
  mountProblem(byId("problem"));
  mountMakePanel(byId("panel-make"));
  mountRecipePanel(byId("panel-recipe"));
  mountEditPanel(byId("panel-edit"));
  mountReplayPanel(byId("panel-replay"));
  mountStage(byId("stage"));
  mountFacts(byId("facts-main"));
  mountStatistics(byId("statistics"));
  startKeys();
  startDrop();
  startMaker();
  await startRestoring();
}

start().catch((error) => {
  const banner = byId("banner");
  banner.hidden = false;
  fill(banner, `The page could not start: ${told(error).message}`);
  throw error;
});
