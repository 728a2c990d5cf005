// Entry point: loads the lists and schemas, mounts the parts of the page, then restores the last
// session or opens a shared map.

import { list, schemas, toApiError, retryNow } from "./api.js";
import { byId, fill, h } from "./dom.js";
import { mountEditPanel } from "./edit/panel.js";
import { mountTools } from "./edit/toolbar.js";
import { startDrop } from "./files/open-save.js";
import { restoreSession } from "./files/session.js";
import { mountStatistics } from "./map/statistics.js";
import { startKeys } from "./keys.js";
import { mountBar } from "./make/bar.js";
import { mountModes } from "./make/modes.js";
import { mountMakePanel } from "./make/panel.js";
import { mountProblem } from "./make/problems.js";
import { startRegenerating } from "./request/regenerate.js";
import { mountRecipePanel } from "./recipe/panel.js";
import { mountReplayBar } from "./replay/bar.js";
import { mountReplayPanel } from "./replay/panel.js";
import { mountFacts } from "./map/facts.js";
import { mountStage } from "./map/stage.js";
import { get, on, set } from "./store.js";
import { startTheme } from "./theme.js";

/** Shows a banner while the server is unreachable. */
function mountBanner() {
  const banner = byId("banner");
  const show = () => {
    const { online } = get();
    banner.hidden = online;
    if (online) fill(banner);
    else
      fill(
        banner,
        h("span", {}, "Cannot reach the studio. Is the program still running? The page reconnects automatically."),
        h("button", { type: "button", class: "button small", onclick: retryNow }, "Try again"),
      );
  };
  on(["online"], show);
}

/** Mirrors parts of the state to the root element, for style sheets and tests. */
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
  const [names, forms] = await Promise.all([list(), schemas()]);
  set({ list: names, schemas: forms });
  mountBar(byId("bar"));
  mountModes(byId("modes"));
  mountProblem(byId("problem"));
  mountMakePanel(byId("panel-make"));
  mountRecipePanel(byId("panel-recipe"));
  mountEditPanel(byId("panel-edit"));
  mountReplayPanel(byId("panel-replay"));
  mountStage(byId("stage"), [mountTools, mountReplayBar]);
  mountFacts(byId("facts-main"));
  mountStatistics(byId("statistics"));
  startKeys();
  startDrop();
  startRegenerating();
  await restoreSession();
}

start().catch((error) => {
  const banner = byId("banner");
  banner.hidden = false;
  fill(banner, `The page could not start: ${toApiError(error).message} Reload the page to try again.`);
  throw error;
});
