// Accessibility and robustness: axe in light and dark, keyboard only, phones, and an unreachable
// server.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { another, Server, settled, shown, studio } from "./support.mjs";

const { open } = studio();
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** @typedef {import("playwright-core").Page} Page */

/** Fails if axe finds violations. @param {Page} page @param {string} where */
async function accessible(page, where) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document, { resultTypes: ["violations"] });
    return violations.map(
      (/** @type {any} */ one) =>
        `${one.id}: ${one.nodes
          .map((/** @type {any} */ node) => `${node.target} ${node.any?.[0]?.message ?? ""}`)
          .slice(0, 5)
          .join("; ")}`,
    );
  });
  assert.deepEqual(violations, [], where);
}

for (const dark of [false, true]) {
  test(`axe finds nothing in any mode and dialog, ${dark ? "dark" : "light"}`, async (t) => {
    const page = await open(t, { dark, width: 1440, height: 900, allow: [/status of 4\d\d/] });
    await settled(page);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), dark ? "dark" : "light");
    await page.evaluate(() => document.querySelectorAll("details").forEach((part) => (part.open = true)));
    await page.locator("td[data-metric]").first().waitFor();
    await accessible(page, "make");
    for (const [key, mode] of /** @type {const} */ ([
      ["2", "recipe"],
      ["3", "edit"],
      ["4", "replay"],
    ])) {
      await page.keyboard.press(key);
      await page.locator(`#panel-${mode}`).waitFor();
      if (mode === "recipe")
        await page.evaluate(() => {
          for (const part of document.querySelectorAll("details")) if (part.closest("#panel-recipe")) part.open = true;
        });
      await accessible(page, mode);
    }
    await page.keyboard.press("1");
    for (const selector of ["#download", "#print", "#share", "#help", "#variations"]) {
      await page.locator(selector).click();
      await page.locator("dialog[open]").waitFor();
      if (selector === "#variations") await page.getByText("Choose a map, or show 12 more.").waitFor();
      await accessible(page, selector);
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
      assert.equal(await page.evaluate(() => `#${document.activeElement?.id}`), selector, "the focus returns");
    }
    await page.keyboard.press("g");
    await page.locator("dialog .card").first().waitFor();
    await accessible(page, "gallery");
    await page.keyboard.press("Escape");
    const number = page.locator('#panel-make input[type="number"]').first();
    await number.fill("99999");
    await page.locator("#problem").waitFor();
    await accessible(page, "with a problem");
  });
}

test("a map is chosen, changed and downloaded with the keyboard alone", async (t) => {
  const page = await open(t);
  let map = await settled(page);
  await page.keyboard.press("g");
  await page.keyboard.type("hive");
  await page.waitForFunction(() => document.querySelectorAll("dialog .card").length < 5);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  map = await another(page, map);
  await page.keyboard.press("r");
  map = await another(page, map);
  await page.keyboard.press("[");
  map = await another(page, map);
  // Tab visits every control and wraps around.
  await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
  /** @type {Set<string>} */
  const reached = new Set();
  for (let press = 0; press < 150; press += 1) {
    await page.keyboard.press("Tab");
    reached.add(
      await page.evaluate(
        () =>
          document.activeElement?.id ||
          document.activeElement?.getAttribute("aria-label") ||
          document.activeElement?.tagName ||
          "",
      ),
    );
  }
  for (const wanted of ["seed", "dice", "width", "tab-make", "surprise", "download", "share", "map"])
    assert(reached.has(wanted), `Tab reaches ${wanted}`);
  await page.locator("#tab-make").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.mode), "recipe");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "tab-recipe");
  await page.locator("body").press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("d");
  const dialog = page.getByRole("dialog", { name: "Download" });
  await dialog.waitFor();
  await dialog.getByRole("radio").first().focus();
  const radio = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download", exact: true }).press("Enter");
  await radio;
});

test("shortcuts are off while a field has the focus", async (t) => {
  const page = await open(t);
  const before = await settled(page);
  await page.locator("#seed").focus();
  await page.keyboard.type("rg?d1234");
  assert.equal(await page.locator("dialog").count(), 0);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.mode), "make");
  assert.equal(await shown(page), before);
});

test("on a tablet the facts are a drawer, on a phone the map is on top", async (t) => {
  const page = await open(t, { width: 1024, height: 768 });
  assert(!(await page.locator("#facts").isVisible()));
  await page.locator("#facts-toggle").click();
  assert(await page.locator("#facts").isVisible());
  await page.locator("#facts-toggle").click();
  await page.setViewportSize({ width: 600, height: 900 });
  const stage = await page.locator("#stage").boundingBox();
  const side = await page.locator("#side").boundingBox();
  assert(stage && side && stage.y + stage.height <= side.y + 1 && stage.height > 250);
  assert.equal(
    await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    true,
    "nothing sticks out",
  );
});

test("the theme button cycles through light, dark and the system theme", async (t) => {
  const page = await open(t, { dark: true });
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), "dark");
  await page.locator("#theme").click();
  assert.equal(await theme(), "light");
  await page.reload();
  await settled(page);
  assert.equal(await theme(), "light", "it is remembered");
  await page.locator("#theme").click();
  await page.locator("#theme").click();
  assert.equal(await theme(), "dark");
});

test("a banner shows while the server is unreachable, and the page reconnects", async (t) => {
  let server = await Server.start();
  t.after(() => server.stop());
  const page = await open(t, {
    server,
    allow: [/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED/],
  });
  const before = await settled(page);
  await server.stop();
  await page.locator("#dice").click();
  await page.getByText("Cannot reach the studio.").waitFor();
  assert.equal(await shown(page), before, "the last map stays");
  assert.equal(await page.locator("#map").count(), 1);
  server = await Server.start(server.port);
  await another(page, before);
  await page.locator("#banner").waitFor({ state: "hidden" });
});

test("an imported map is uploaded again after a server restart", async (t) => {
  let server = await Server.start();
  t.after(() => server.stop());
  const page = await open(t, { server, allow: [/ERR_|status of 404/] });
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.locator("#open").click()]);
  const before = await settled(page);
  await chooser.setFiles({
    name: "mine.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("#######\n#.....#\n#.....#\n#######\n"),
  });
  const mine = await another(page, before);
  await server.stop();
  server = await Server.start(server.port);
  await page.getByText("Statistics", { exact: true }).click();
  await page.locator("td[data-metric]").first().waitFor();
  assert.equal(await shown(page), mine);
});

test("on a phone the map stays clear of the tools, and the menu has the hidden buttons", async (t) => {
  const page = await open(t, { width: 390, height: 844, touch: true });
  await page.locator("#tab-edit").tap();
  const offset = await page.evaluate(`import("/js/map/canvas.js").then(({ camera }) => {
    const [left, top] = camera.point(0, 0);
    const [right] = camera.point(...camera.map);
    return { beside: Math.abs(left - (camera.width - right)), top };
  })`);
  const tools = await page.locator(".tools").boundingBox();
  const stage = await page.locator("#stage").boundingBox();
  assert(tools && stage);
  assert(/** @type {any} */ (offset).beside < 2, "it is in the middle");
  assert(stage.y + /** @type {any} */ (offset).top >= tools.y + tools.height, "and below the tools");
  const before = await settled(page);
  await page.locator("#more").tap();
  await page.locator("#sizes-too").selectOption("64x48");
  await another(page, before);
  await page.locator("#more").tap();
  await page.locator("#variations-too").tap();
  await page.getByRole("dialog", { name: "Variations" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#tab-make").tap();
  const at =
    await page.evaluate(`Promise.all(["/js/store.js", "/js/map/canvas.js"].map((path) => import(path))).then(([store, { camera }]) => {
    const [x, y, width, height] = store.get().map.rooms[2].bounds;
    const [sx, sy] = camera.point(x + width / 2, y + height / 2);
    const { left, top } = document.getElementById("map").getBoundingClientRect();
    return [left + sx, top + sy];
  })`);
  await page.touchscreen.tap(.../** @type {[number, number]} */ (at));
  await page
    .locator("#picked")
    .getByText(/^Room /)
    .waitFor();
  await page.locator("#picked").getByRole("button", { name: "Facts" }).tap();
  await page
    .locator("#room-facts")
    .getByRole("heading", { name: /^Room / })
    .waitFor();
});

test("nothing overflows on a small phone, and the bar is one row on a laptop", async (t) => {
  const page = await open(t, { width: 320, height: 640, touch: true });
  for (const mode of ["make", "recipe", "edit", "replay"]) {
    await page.locator(`#tab-${mode}`).tap();
    const out = await page.evaluate(() =>
      [...document.querySelectorAll("#bar *, #replay-bar *, #modes *")]
        .filter((part) => part.getBoundingClientRect().right > window.innerWidth + 1)
        .map((part) => part.id || part.className),
    );
    assert.deepEqual(out, [], mode);
  }
  const wide = await open(t, { width: 1280 });
  for (const key of ["1", "2", "3"]) {
    await wide.keyboard.press(key);
    for (const width of [1280, 1366]) {
      await wide.setViewportSize({ width, height: 800 });
      assert(((await wide.locator("#bar").boundingBox())?.height ?? 99) < 60, `mode ${key} at ${width}`);
    }
  }
});
