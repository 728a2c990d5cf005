// The map view: pan, zoom, hover, rooms and overlays, by pointer, touch and keyboard.

import assert from "node:assert/strict";
import test from "node:test";
import { change, onScreen, pixels, place, placeAfter, rest, showMap, state, theMap } from "./state.mjs";
import { drawn, studio } from "./support.mjs";

const { open } = studio();

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page @param {[number, number]} at */
async function hover(page, at) {
  await page.mouse.move(...(await onScreen(page, ...at)));
  return (await page.locator("#hover").textContent()) ?? "";
}

test("the map is drawn by hand and has a text description", async (t) => {
  const page = await open(t);
  const map = await showMap(page, "dungeon", { size: [60, 44], seed: "7" });
  assert((await pixels(page)).colors > 20, "a drawing has shades");
  const text = (await page.locator("#map-text").textContent()) ?? "";
  assert.match(text, new RegExp(`${map.size[0]} by ${map.size[1]} tiles with ${map.rooms.length} rooms, seed 7`));
  assert.equal(await page.locator("#map").getAttribute("aria-describedby"), "map-text");
  const before = await pixels(page);
  await change(page, { look: { style: "blueprint", view: "gm" } });
  await drawn(page);
  assert.notEqual((await pixels(page)).sum, before.sum, "another style looks different");
  assert.equal((await theMap(page)).id, map.id, "and the map is the same");
});

test("wheel, drag, keys and buttons pan and zoom", async (t) => {
  const page = await open(t);
  await showMap(page, "dungeon", { size: [60, 44], seed: "7" });
  const whole = await place(page);
  const at = await onScreen(page, 20, 15);
  await page.mouse.move(...at);
  const hoverText = await page.locator("#hover").textContent();
  await page.mouse.wheel(0, -400);
  const near = await placeAfter(page, whole);
  assert(near.scale > whole.scale * 1.3, "the wheel zooms in");
  await page.mouse.move(at[0] + 1, at[1]);
  assert.equal(await page.locator("#hover").textContent(), hoverText, "and the tile below the pointer stays");

  await page.mouse.down();
  await page.mouse.move(at[0] + 90, at[1] + 60, { steps: 4 });
  await page.mouse.up();
  const dragged = await place(page);
  assert(
    Math.abs((near.x - dragged.x) * near.scale - 89) < 3 && Math.abs((near.y - dragged.y) * near.scale - 60) < 3,
    "the map follows the pointer",
  );

  await page.locator("#map").focus();
  await page.keyboard.press("ArrowRight");
  const right = await place(page);
  assert(right.x > dragged.x && right.y === dragged.y);
  await page.keyboard.press("+");
  assert((await place(page)).scale > right.scale);
  await page.keyboard.press("-");
  await page.keyboard.press("-");
  assert((await place(page)).scale < right.scale);
  await page.keyboard.press("0");
  assert.deepEqual(await place(page), whole, "0 shows all of it");
  await page.getByRole("button", { name: "Zoom in" }).click();
  assert((await place(page)).scale > whole.scale);
  await page.mouse.dblclick(...at);
  assert.deepEqual(await place(page), whole, "a double click shows all of it");
});

test("two fingers zoom where they are", async (t) => {
  const page = await open(t, { touch: true });
  await showMap(page, "dungeon", { size: [60, 44], seed: "7" });
  const before = await place(page);
  const [x, y] = await onScreen(page, 30, 20);
  const session = await page.context().newCDPSession(page);
  const fingers = (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {number} */ apart) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints:
        type === "touchEnd"
          ? []
          : [
              { x: x - apart, y, id: 1 },
              { x: x + apart, y, id: 2 },
            ],
    });
  await fingers("touchStart", 40);
  for (const apart of [50, 60, 70, 80]) await fingers("touchMove", apart);
  await fingers("touchEnd", 0);
  const after = await place(page);
  assert(
    Math.abs(after.scale / before.scale - 2) < 0.1,
    `twice as far apart is twice as large, not ${after.scale / before.scale}`,
  );
  const [nx, ny] = await onScreen(page, 30, 20);
  assert(Math.hypot(nx - x, ny - y) < 6, "the tile between the fingers stays there");
});

test("a map of a million tiles pans, and is drawn by hand when zoomed in", async (t) => {
  const page = await open(t);
  const before = (await theMap(page)).id;
  await change(page, { recipe: { step: [{ use: "cellular" }] }, size: [1000, 1000], seed: "7", populate: null });
  await page.waitForFunction(
    (before) => document.documentElement.dataset.map !== before && document.documentElement.dataset.busy === "false",
    before,
  );
  await page.waitForFunction(() => document.getElementById("map-text")?.textContent?.includes("1000 by 1000"));
  assert.equal(await page.locator("html").getAttribute("data-picture"), "flat", "too small to draw");
  const far = await pixels(page);
  assert(far.colors > 3);
  const [x, y] = await onScreen(page, 500, 500);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 100, y, { steps: 10 });
  await page.mouse.up();
  assert.notEqual((await pixels(page)).sum, far.sum);
  await page.evaluate(
    `import("/js/map/canvas.js").then(({ camera, cameraMoved }) => { camera.flyTo(300, 300, 24); cameraMoved(); })`,
  );
  await rest(page);
  await drawn(page);
  assert((await pixels(page)).colors > 20);
});

test("hovering describes the tile, room, door and entities", async (t) => {
  const page = await open(t);
  const map = await showMap(page, "dungeon", { size: [60, 44], seed: "7", populate: 5 });
  const [room] = map.rooms;
  const middle = /** @type {[number, number]} */ ([
    room.bounds[0] + Math.floor(room.bounds[2] / 2),
    room.bounds[1] + Math.floor(room.bounds[3] / 2),
  ]);
  assert.match(await hover(page, middle), new RegExp(`^${middle[0]}, ${middle[1]} · .* · room ${room.number}\\b`));
  const door = map.doors.find(({ kind }) => kind !== "archway");
  assert(door);
  assert.match(await hover(page, door.at), new RegExp(`${door.kind}.*${door.state}`));
  const monster = map.entities.find(({ kind }) => kind === "monster");
  assert(monster);
  assert.match(await hover(page, monster.at), new RegExp(monster.name));
});

test("a click on a room shows its facts, and p pins it", async (t) => {
  const page = await open(t);
  const map = await showMap(page, "dungeon", { size: [60, 44], seed: "7", populate: 5 });
  const room = map.rooms.find(({ shape }) => shape === "rect") ?? map.rooms[0];
  await page.mouse.click(...(await onScreen(page, room.bounds[0] + 1, room.bounds[1] + 1)));
  const facts = page.locator("#room-facts");
  await facts.getByRole("heading", { name: `Room ${room.number}`, exact: true }).waitFor();
  assert.match((await facts.textContent()) ?? "", new RegExp(`${room.area}\\s*tiles`));
  const doors = map.doors.filter(({ joins }) => joins.some((place) => "room" in place && place.room === room.id));
  assert.equal(await facts.locator("h3:has-text('Doors') + ul li").count(), doors.length);
  await page.keyboard.press("p");
  assert.deepEqual(await state(page, "pins"), [room.id]);
  await facts.getByRole("button", { name: "Unpin" }).click();
  assert.deepEqual(await state(page, "pins"), []);
});

test("every overlay is drawn, heat maps with their scale", async (t) => {
  const page = await open(t);
  await showMap(page, "dungeon", { size: [60, 44], seed: "7", populate: 5 });
  const plain = await pixels(page);
  const heats = (await state(page, "list"))?.heats ?? [];
  assert(heats.length > 0);
  for (const { name } of heats) {
    const chip = page.locator(`[data-overlay="heat:${name}"]`);
    await chip.click();
    await page.waitForFunction((name) => document.documentElement.dataset.heat === name, name);
    assert.equal(await chip.getAttribute("aria-pressed"), "true");
    await page.locator(".legend .ramp").waitFor();
    assert.notEqual((await pixels(page)).sum, plain.sum, name);
  }
  await page.locator(`[data-overlay="heat:${heats[heats.length - 1].name}"]`).click();
  await page.waitForFunction(() => document.documentElement.dataset.heat === "");
  for (const name of ["grid", "rooms", "path"]) {
    const chip = page.locator(`[data-overlay="${name}"]`);
    await chip.click();
    assert.notEqual((await pixels(page)).sum, plain.sum, name);
    await chip.click();
  }
  await page.mouse.move(0, 0);
  assert.equal((await pixels(page)).sum, plain.sum, "and all of them go away again");
  await showMap(page, "cellular", {
    size: [60, 44],
    seed: "7",
    recipe: { step: [{ use: "cellular" }, { use: "zones" }] },
  });
  const cave = await pixels(page);
  await page.locator('[data-overlay="zones"]').click();
  assert.notEqual((await pixels(page)).sum, cave.sum);
  assert((await page.locator(".legend .zones li").count()) > 1);
});

test("the keyboard cursor announces its tile, and Enter selects the room", async (t) => {
  const page = await open(t);
  const map = await showMap(page, "dungeon", { size: [60, 44], seed: "7" });
  await page.locator("#map").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await page.waitForFunction(() => /^31, 23, /.test(document.getElementById("status")?.textContent ?? ""));
  const room = map.rooms[0];
  const steps = [room.bounds[0] + 1 - 31, room.bounds[1] + 1 - 23];
  for (let i = 0; i < Math.abs(steps[0]); i++)
    await page.keyboard.press(steps[0] > 0 ? "Shift+ArrowRight" : "Shift+ArrowLeft");
  for (let i = 0; i < Math.abs(steps[1]); i++)
    await page.keyboard.press(steps[1] > 0 ? "Shift+ArrowDown" : "Shift+ArrowUp");
  await page.keyboard.press("Enter");
  assert.equal((await state(page, "selection"))?.kind, "room");
  await page.keyboard.press("Escape");
  assert.equal(await state(page, "selection"), null);
});

test("a heat map that cannot be measured shows the reason, for every map", async (t) => {
  const page = await open(t, { allow: [/status of 4\d\d/] });
  await showMap(page, "cellular", { size: [50, 40], seed: "7" });
  await page.locator('[data-overlay="heat:distance"]').click();
  const reason = page.locator(".legend .bad-line");
  await reason.waitFor();
  assert.match((await reason.textContent()) ?? "", /^[A-Z].{10,}\.$/);
  await showMap(page, "cellular", { size: [50, 40], seed: "8" });
  await page.waitForFunction(() => document.documentElement.dataset.heat === "");
  assert(await reason.isVisible());
  await change(page, { populate: 5 });
  await page.waitForFunction(() => document.documentElement.dataset.heat === "distance");
  assert.equal(await page.locator(".legend .bad-line").count(), 0);
});

test("in the player view neither hovering nor facts reveal secrets", async (t) => {
  const page = await open(t);
  /** @type {import("../web/js/types.js").MapView | null} */
  let map = null;
  for (let seed = 1; seed < 30 && !map; seed += 1) {
    const next = await showMap(page, "dungeon", { size: [60, 44], seed: String(seed), populate: 5 });
    if (next.doors.some(({ kind, state }) => kind === "secret" && state !== "open")) map = next;
  }
  const door = map?.doors.find(({ kind, state }) => kind === "secret" && state !== "open");
  const monster = map?.entities.find(({ kind }) => kind === "monster");
  assert(map && door && monster);
  const said = async (/** @type {[number, number]} */ at) => {
    await page.mouse.move(...(await onScreen(page, ...at)));
    return (await page.locator("#hover").textContent()) ?? "";
  };
  assert.match(await said(door.at), /secret door/);
  assert.match(await said(monster.at), /monster/);
  await page.getByRole("radio", { name: "Players" }).check();
  assert.match(await said(door.at), /wall/);
  assert.doesNotMatch(await said(door.at), /secret/);
  assert.doesNotMatch(await said(monster.at), /monster/);
});
