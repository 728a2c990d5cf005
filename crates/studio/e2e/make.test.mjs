// Make: gallery, forms from schemas, locks, seeds, size, picture options, and errors beside fields.

import assert from "node:assert/strict";
import { test } from "node:test";
import { showMap, state, theMap } from "./state.mjs";
import { another, drawn, settled, shown, studio } from "./support.mjs";

const { open } = studio();

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page @param {string} name */
async function choose(page, name) {
  await page.keyboard.press("g");
  await page.locator(`.card[data-name="${name}"]`).click();
}

/** The field of a parameter of the first step. @param {Page} page @param {string} name */
function field(page, name) {
  return page.locator(`#panel-make [data-field="/step/0/with/${name}"]`);
}

test("the first visit shows a dungeon that is drawn by hand", async (t) => {
  const page = await open(t);
  await drawn(page);
  assert.equal(await page.locator("#seed").inputValue(), "7");
  await page.getByRole("button", { name: /One-page dungeon/ }).waitFor();
});

test("the gallery finds a preset by a word and opens it", async (t) => {
  const page = await open(t);
  const before = await settled(page);
  await page.getByRole("button", { name: /One-page dungeon/ }).click();
  const dialog = page.getByRole("dialog", { name: "Choose a preset" });
  const all = await dialog.locator(".card").count();
  await dialog.getByRole("searchbox").fill("natural cave");
  await page.waitForFunction((all) => document.querySelectorAll("dialog .card").length < all, all);
  const card = dialog.locator(".card").first();
  await card.locator("img").evaluate((image) => /** @type {HTMLImageElement} */ (image).decode());
  await card.click();
  await another(page, before);
  assert.equal(await page.locator("dialog").count(), 0);
  await field(page, "fill_percent").waitFor();
});

test("every layout has a control for every parameter of its schema", async (t) => {
  const page = await open(t);
  const { generators } = await page.evaluate(async () => (await fetch("/api/list")).json());
  const schemas = await page.evaluate(async () => (await fetch("/api/schema")).json());
  for (const { id, kind } of generators) {
    if (kind !== "layout") continue;
    await choose(page, id);
    for (const name of Object.keys(schemas[id].properties ?? {})) {
      const control = field(page, name).locator("input, select, textarea, button.small").first();
      await control.waitFor({ state: "attached" });
      assert.notEqual(await field(page, name).locator(".help").first().textContent(), "", `${id} ${name} is explained`);
    }
  }
});

test("an algorithm unknown to the page gets a form", async (t) => {
  const page = await open(t, { wait: false });
  const made = {
    description: "Made up. With more to say.",
    type: "object",
    properties: {
      count: { type: "integer", minimum: 0, maximum: 9, default: 3, description: "How many." },
      share: { type: "number", minimum: 0, maximum: 1, default: 0.5 },
      wide: { type: "integer", minimum: 1, maximum: 1000000, default: 10 },
      maybe: { anyOf: [{ type: "integer", minimum: 1, maximum: 5 }, { const: "auto" }], default: "auto" },
      kind: { oneOf: [{ const: "a", description: "The first." }, { const: "b" }], default: "a" },
      many: { enum: ["one", "two", "three", "four", "five", "six", "seven"], default: "one" },
      on: { type: "boolean", default: true },
      word: { type: "string", maxLength: 20, default: "" },
      at: {
        type: "array",
        items: { type: "integer", minimum: 0, maximum: 99 },
        minItems: 2,
        maxItems: 2,
        default: [1, 2],
      },
      some: {
        type: "array",
        uniqueItems: true,
        items: { type: "integer", minimum: 0, maximum: 4 },
        maxItems: 5,
        default: [1],
      },
      texts: { type: "array", items: { type: "string", maxLength: 9 }, maxItems: 3, default: [] },
      parts: { type: "object", properties: { left: { type: "boolean", default: false } }, default: {} },
      strange: { type: ["array", "object"], default: [] },
    },
  };
  await page.route("**/api/schema", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), "made-up": made } });
  });
  await page.route("**/api/list", async (route) => {
    const response = await route.fetch();
    const list = await response.json();
    list.generators.push({
      ...list.generators.find((/** @type {{kind: string}} */ one) => one.kind === "layout"),
      id: "made-up",
      summary: "Made up",
    });
    await route.fulfill({ response, json: list });
  });
  await page.route("**/api/thumbnail/made-up.png", (route) =>
    route.fulfill({ status: 200, contentType: "image/png", body: "" }),
  );
  /** @type {any} */
  let asked = null;
  await page.route(/\/api\/(generate|render)$/, (route) => {
    const body = route.request().postDataJSON();
    const [step] = body.wish.recipe.step;
    if (step.use !== "made-up") return route.continue();
    if (route.request().url().endsWith("generate")) asked = step.with ?? {};
    body.wish.recipe.step = [{ use: "arena" }];
    return route.continue({ postData: JSON.stringify(body) });
  });
  await page.reload();
  await settled(page);
  await choose(page, "made-up");
  /** @param {string} name @param {unknown} value */
  const isAsked = async (name, value) => {
    for (let round = 0; JSON.stringify(asked?.[name]) !== JSON.stringify(value) && round < 100; round += 1)
      await page.waitForFunction(() => new Promise((resolve) => requestAnimationFrame(() => resolve(true))));
    assert.deepEqual(asked?.[name], value);
  };
  await field(page, "count").getByRole("spinbutton").fill("5");
  await isAsked("count", 5);
  await field(page, "share").getByRole("spinbutton").fill("0.25");
  await isAsked("share", 0.25);
  await field(page, "wide").getByRole("slider").press("End");
  await isAsked("wide", 1000000);
  await field(page, "maybe").getByRole("spinbutton").fill("4");
  await isAsked("maybe", 4);
  await field(page, "maybe").getByRole("spinbutton").fill("");
  await isAsked("maybe", undefined);
  await field(page, "kind").getByRole("radio", { name: "B" }).check();
  await isAsked("kind", "b");
  await field(page, "many").getByRole("combobox").selectOption("Three");
  await isAsked("many", "three");
  await field(page, "on").getByRole("switch").uncheck();
  await isAsked("on", false);
  await field(page, "word").getByRole("textbox").fill("abc");
  await isAsked("word", "abc");
  await field(page, "at").getByRole("spinbutton").first().fill("8");
  await isAsked("at", [8, 2]);
  await field(page, "some").getByRole("checkbox", { name: "4" }).check();
  await isAsked("some", [1, 4]);
  await field(page, "texts").getByRole("button", { name: "Add" }).click();
  await field(page, "texts").getByRole("textbox").fill("x");
  await isAsked("texts", ["x"]);
  await field(page, "parts").getByRole("switch").check();
  await isAsked("parts", { left: true });
  await field(page, "strange").getByRole("textbox").fill("[1, {");
  await field(page, "strange").getByText("This is not valid JSON.").waitFor();
  await field(page, "strange").getByRole("textbox").fill("[1]");
  await isAsked("strange", [1]);
});

test("a slider makes another map, and reset brings the first one back", async (t) => {
  const page = await open(t);
  await choose(page, "cellular");
  await field(page, "rounds").waitFor();
  const before = await settled(page);
  const number = field(page, "rounds").getByRole("spinbutton");
  const slider = field(page, "rounds").getByRole("slider");
  await slider.press("ArrowRight");
  await slider.press("ArrowRight");
  assert.equal(await number.inputValue(), "7");
  const after = await another(page, before);
  await number.fill("3");
  await another(page, after);
  assert.equal(await slider.inputValue(), "3");
  await field(page, "rounds").getByRole("button", { name: "Reset Rounds" }).click();
  await page.waitForFunction((before) => document.documentElement.dataset.map === before, before);
  assert.equal(await number.inputValue(), "5");
});

test("a locked value survives randomizing and another preset", async (t) => {
  const page = await open(t);
  await choose(page, "cellular");
  await field(page, "fill_percent").getByRole("spinbutton").fill("44");
  await field(page, "fill_percent").getByRole("button", { name: "Lock Fill percent" }).click();
  const before = await settled(page);
  await page.locator("#surprise").click();
  await another(page, before);
  assert.equal(await field(page, "fill_percent").getByRole("spinbutton").inputValue(), "44");
  await choose(page, "natural-cave");
  await page.getByRole("button", { name: /Natural cave/ }).waitFor();
  assert.equal(await field(page, "fill_percent").getByRole("spinbutton").inputValue(), "44");
  await field(page, "fill_percent").getByRole("button", { name: "Lock Fill percent" }).click();
  await page.locator("#reset").click();
  assert.notEqual(await field(page, "fill_percent").getByRole("spinbutton").inputValue(), "44");
});

test("seeds: dice, back, forward, a word", async (t) => {
  const page = await open(t);
  const first = await settled(page);
  await page.locator("#dice").click();
  const second = await another(page, first);
  await page.getByRole("button", { name: "Previous seed" }).click();
  assert.equal(await another(page, second), first);
  await page.keyboard.press("]");
  assert.equal(await another(page, first), second);
  await page.locator("#seed").fill("crypt");
  await page.locator("#seed").press("Enter");
  const word = await another(page, second);
  await page.keyboard.press("Tab");
  await page.reload();
  assert.equal(await settled(page), word, "a reload shows the same map");
  assert.equal(await page.locator("#seed").inputValue(), "crypt");
});

test("a size can be typed or chosen from common sizes", async (t) => {
  const page = await open(t);
  await choose(page, "bsp");
  const before = await settled(page);
  await page.locator("#width").fill("70");
  await page.locator("#width").press("Enter");
  await another(page, before);
  const [answer] = await Promise.all([
    page.waitForResponse("**/api/generate"),
    page.getByLabel("Common sizes").selectOption("64x48"),
  ]);
  assert.deepEqual((await answer.json()).size, [64, 48]);
  await settled(page);
  assert.equal(await page.locator("#width").inputValue(), "64");
});

test("style, view and layers redraw without generating again", async (t) => {
  const page = await open(t);
  await drawn(page);
  const before = await shown(page);
  let made = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/generate")) made += 1;
  });
  /** @param {() => Promise<unknown>} act */
  const look = async (act) => {
    const [request] = await Promise.all([page.waitForRequest("**/api/render"), act()]);
    return request.postDataJSON().look;
  };
  assert.equal((await look(() => page.getByRole("radio", { name: "Parchment" }).check())).style, "parchment");
  assert.equal((await look(() => page.getByRole("radio", { name: "Players" }).check())).view, "player");
  await page.getByText("Layers and danger tint").click();
  assert.deepEqual((await look(() => page.getByRole("checkbox", { name: "Hatch" }).uncheck())).without, ["hatch"]);
  assert.equal((await look(() => page.getByRole("checkbox", { name: "Furniture" }).uncheck())).furnish, false);
  await drawn(page);
  assert.equal(made, 0);
  assert.equal(await shown(page), before);
});

test("inhabitants are added on request", async (t) => {
  const page = await open(t);
  await page.getByText("Inhabitants").click();
  const [answer] = await Promise.all([page.waitForResponse("**/api/generate"), page.locator("#populate").check()]);
  const map = await answer.json();
  assert(
    map.entities.some((/** @type {{kind: string}} */ { kind }) => kind === "monster"),
    "there are monsters",
  );
  const before = await settled(page);
  await page.locator("#danger").fill("20");
  await another(page, before);
});

test("an invalid request explains the error beside the field and keeps the last good map", async (t) => {
  const page = await open(t, { allow: [/status of 4\d\d/] });
  await choose(page, "cellular");
  await field(page, "rounds").waitFor();
  const before = await settled(page);
  const number = field(page, "rounds").getByRole("spinbutton");
  await number.fill("5000");
  await page.waitForFunction(
    () => document.querySelector('[data-field="/step/0/with/rounds"] .error')?.textContent !== "",
  );
  assert.equal(await number.getAttribute("aria-invalid"), "true");
  await page.locator("#problem").waitFor();
  assert.equal(await shown(page), before);
  await number.fill("5");
  await page.locator("#problem").waitFor({ state: "hidden" });
  assert.equal(await field(page, "rounds").locator(".error").textContent(), "");
  assert.equal(await number.getAttribute("aria-invalid"), null);
  await page.locator("#width").fill("2");
  await page.locator("#width").press("Enter");
  await page.waitForFunction(() => document.querySelector('[data-field="/size"] .error')?.textContent !== "");
});

test("invalid saved state is ignored", async (t) => {
  const page = await open(t, {
    storage: {
      "mapwright.state": '{"recipe":{"step":7},"size":[-1],"seed":9,"look":{"style":"none","without":[3]},"edits":"x"}',
      "mapwright.seeds": '{"no":1}',
      "mapwright.theme": "{{{",
    },
  });
  await drawn(page);
  assert.equal(await page.locator("#seed").inputValue(), "7");
});

test("without any map the page says so and offers a reset", async (t) => {
  const kept = JSON.stringify({
    what: "cellular",
    recipe: { step: [{ use: "cellular", with: { rounds: 5000 } }] },
    size: [60, 40],
    seed: "7",
  });
  const page = await open(t, { storage: { "mapwright.state": kept }, wait: false, allow: [/status of 4\d\d/] });
  await page.locator("#problem").getByText("Change a value or reset all").waitFor();
  assert.equal(await page.getByText("No problems found.").count(), 0);
  await page.locator("#problem").getByRole("button", { name: "Reset all" }).click();
  await settled(page);
  assert(await page.locator("#problem").isHidden());
});

test("the seed history survives a reload", async (t) => {
  const page = await open(t);
  const first = await settled(page);
  await page.locator("#dice").click();
  const second = await another(page, first);
  await page.keyboard.press("[");
  await another(page, second);
  await page.waitForFunction(() => localStorage.getItem("mapwright.state")?.includes('"seed":"7"'));
  await page.reload();
  assert.equal(await settled(page), first);
  await page.keyboard.press("]");
  assert.equal(await another(page, first), second);
});

test("a title is one line, and a rejected picture shows the reason", async (t) => {
  const page = await open(t, { allow: [/status of 4\d\d/] });
  await drawn(page);
  const title = page.locator("#look-title");
  await title.fill("The\tcrypt");
  await drawn(page);
  assert.equal(await page.locator("[data-note]").count(), 0);
  await page.evaluate(
    `import("/js/store.js").then((store) => store.set({ look: { ...store.get().look, title: "a\\tb" } }))`,
  );
  await page
    .locator('[data-note="picture"]')
    .getByText(/Cannot draw the picture/)
    .waitFor();
  await title.fill("Crypt");
  await page.locator('[data-note="picture"]').waitFor({ state: "detached" });
});

test("of two equal steps one can be locked", async (t) => {
  const page = await open(t);
  const before = await settled(page);
  await page.evaluate(
    `import("/js/store.js").then((store) => store.set({ what: "", recipe: { step: [{ use: "cellular", with: { rounds: 3 } }, { use: "cellular", with: { rounds: 4 }, area: { x: 10, y: 10, width: 20, height: 20 } }] }, size: [60, 40] }))`,
  );
  await another(page, before);
  await page.locator("details.section > summary", { hasText: "Cellular" }).nth(1).click();
  await page.locator('[data-field="/step/1/with/rounds"]').getByRole("button", { name: "Lock Rounds" }).click();
  await page.locator("#reset").click();
  await settled(page);
  const steps = /** @type {any} */ (
    await page.evaluate(`import("/js/store.js").then((store) => store.get().recipe.step)`)
  );
  assert.deepEqual(
    steps.map((/** @type {any} */ step) => step.with?.rounds),
    [undefined, 4],
  );
});

test("an emptied grid field shows auto and makes the automatic grid", async (t) => {
  const page = await open(t);
  const first = await settled(page);
  await choose(page, "house");
  const before = await another(page, first);
  const grid = field(page, "grid").locator('input[type="number"]');
  assert.equal(await grid.inputValue(), "4");
  await field(page, "max_room").locator('input[type="number"]').fill("13");
  await grid.fill("");
  await another(page, before);
  assert.equal(await grid.getAttribute("placeholder"), "auto");
  assert.deepEqual((await state(page, "recipe"))?.step[0].with, { max_room: 13, grid: "auto" });
  assert.notDeepEqual((await theMap(page)).grid, [4, 4]);
  await page.getByRole("button", { name: "Reset Grid", exact: true }).click();
  await page.waitForFunction(
    () => document.querySelector('[data-field="/step/0/with/grid"] input:is([type="number"])')?.matches(":valid"),
  );
  assert.equal(await grid.inputValue(), "4");
  assert.deepEqual((await state(page, "recipe"))?.step[0].with, { max_room: 13 });
});

test("the grid of a dungeon can be a number, auto or none", async (t) => {
  const page = await open(t);
  const first = await settled(page);
  await choose(page, "dungeon");
  let before = await another(page, first);
  assert.equal((await theMap(page)).grid ?? null, null);
  const grid = field(page, "grid").locator('input[type="text"]');
  assert.match(String(await grid.getAttribute("placeholder")), /^none/);
  await grid.fill("auto");
  before = await another(page, before);
  assert.equal((await state(page, "recipe"))?.step[0].with?.grid, "auto");
  assert.ok((await theMap(page)).grid, "the automatic grid");
  await grid.fill("4");
  before = await another(page, before);
  assert.deepEqual((await theMap(page)).grid, [4, 4]);
  await grid.fill("");
  await another(page, before);
  assert.equal((await theMap(page)).grid ?? null, null);
});

test("in every form an emptied field means what it shows", async (t) => {
  const page = await open(t);
  const wrong = await page.evaluate(async () => {
    const [{ control }, { shapeOf, defaultOf }] = await Promise.all(
      ["/js/make/controls.js", "/js/request/schema.js"].map((path) => import(path)),
    );
    const schemas = await (await fetch("/api/schema")).json();
    /** @type {string[]} */
    const wrong = [];
    let tried = 0;
    for (const [id, schema] of Object.entries(schemas)) {
      for (const [name, part] of Object.entries(schema.properties ?? {})) {
        const given = { $defs: schema.$defs, ...part };
        const { none, kind } = shapeOf(given);
        if (!none || !["number", "loose", "text"].includes(kind)) continue;
        /** @type {unknown} */
        let value = "nothing";
        const { element } = control(given, { id: "x", label: "x", change: (/** @type {unknown} */ to) => (value = to) });
        const field = element.matches("input, textarea") ? element : element.querySelector("#x");
        field.value = "";
        field.dispatchEvent(new Event("input"));
        tried += 1;
        // The value that the map is made with.
        if ((value ?? defaultOf(given) ?? null) !== (none.value ?? null)) wrong.push(`${id} ${name}: ${value}`);
      }
    }
    return tried > 10 ? wrong : [`only ${tried} fields`];
  });
  assert.deepEqual(wrong, []);
});

test("a remark is no shortfall", async (t) => {
  const page = await open(t);
  const { notes } = await showMap(page, "mining", { size: [40, 50] });
  assert.deepEqual(
    notes.map(({ what, remark }) => [what, remark]),
    [["size", true]],
  );
  const check = page.locator("#findings");
  await check.getByText("Remarks").waitFor();
  await check.getByText("Size: mines look best from 50x50 up.").waitFor();
  assert.equal(await check.getByText("Shortfalls").count(), 0);
  assert.equal(await check.getByText("0 of 0").count(), 0);
});
