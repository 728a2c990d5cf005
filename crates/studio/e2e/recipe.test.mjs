// The recipe editor: steps, TOML text, problems at their line, save and open.

import assert from "node:assert/strict";
import { test } from "node:test";
import { another, downloaded, settled, studio } from "./support.mjs";

const { open } = studio();

/** @typedef {import("playwright-core").Page} Page */

/**
 * A page in recipe mode, with a preset of several steps.
 * @param {import("node:test").TestContext} t
 * @param {string} name
 * @param {RegExp[]} [allow]
 */
async function editor(t, name, allow) {
  const page = await open(t, { width: 1440, height: 900, allow });
  await page.keyboard.press("g");
  await page.locator(`.card[data-name="${name}"]`).click();
  await page.keyboard.press("2");
  await page.waitForFunction(() =>
    /** @type {HTMLTextAreaElement} */ (document.querySelector("#toml")).value.includes("[[step]]"),
  );
  await settled(page);
  return page;
}

/** @param {Page} page */
const text = (page) => page.locator("#toml").inputValue();

/**
 * Waits until the TOML contains a text, or no longer contains it.
 * @param {Page} page
 * @param {string} what
 * @param {boolean} [there]
 */
const says = (page, what, there = true) =>
  page.waitForFunction(
    ([what, there]) =>
      /** @type {HTMLTextAreaElement} */ (document.querySelector("#toml")).value.includes(
        /** @type {string} */ (what),
      ) === there,
    [what, there],
  );

/** The names of the steps, in order. @param {Page} page */
const steps = (page) => page.locator(".step .step-title strong").allTextContents();

test("a value of a step becomes text, and text becomes a value", async (t) => {
  const page = await editor(t, "keep");
  const before = await settled(page);
  await page.locator(".step").first().locator("summary").first().click();
  const rooms = page.locator('#panel-recipe [data-field="/step/0/with/room_count"]').getByRole("spinbutton");
  await rooms.fill("9");
  await says(page, "room_count = 9");
  const middle = await another(page, before);
  await page.locator("#toml").fill((await text(page)).replace("room_count = 9", "room_count = 12"));
  await another(page, middle);
  assert.equal(await rooms.inputValue(), "12");
});

test("steps are added, moved, turned off and removed", async (t) => {
  const page = await editor(t, "keep");
  assert.deepEqual(await steps(page), ["House", "Doors"]);
  const before = await settled(page);
  await page.locator("#add-step").click();
  await page.getByRole("searchbox", { name: "Search steps" }).fill("lakes");
  await page.locator('.choice[data-use="lake"]').click();
  await says(page, 'use = "lake"');
  const wet = await another(page, before);

  await page.getByRole("button", { name: "Move Lake up" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".step-title strong")[1]?.textContent === "Lake");
  await page.getByRole("button", { name: /^Move Lake, step 2/ }).press("ArrowDown");
  assert.deepEqual(await steps(page), ["House", "Doors", "Lake"]);
  assert.equal(
    await page.evaluate(() => document.activeElement?.getAttribute("aria-label")),
    "Move Lake, step 3",
    "the focus stays with the step",
  );
  await says(page, 'use = "lake"');

  await page.getByRole("switch", { name: "Lake is on" }).uncheck();
  await says(page, "off = true");
  const dry = await another(page, wet);
  assert.equal(dry, before, "a step that is off changes nothing");

  await page.getByRole("button", { name: "Remove Lake" }).click();
  await says(page, "lake", false);
  assert.deepEqual(await steps(page), ["House", "Doors"]);
});

test("a step is dragged with the pointer", async (t) => {
  const page = await editor(t, "lost-temple", [/status of 4\d\d/]);
  const order = await steps(page);
  const grip = await page.locator(".step .grip").nth(2).boundingBox();
  const target = await page.locator(".step").nth(1).boundingBox();
  assert(grip && target);
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(grip.x + grip.width / 2, grip.y - 10, { steps: 3 });
  await page.mouse.move(grip.x + grip.width / 2, target.y + 4, { steps: 3 });
  await page.mouse.up();
  await page.waitForFunction(
    (was) => document.querySelectorAll(".step-title strong")[2]?.textContent === was,
    order[1],
  );
  assert.deepEqual(await steps(page), [order[0], order[2], order[1]]);
});

test("name and area of a step", async (t) => {
  // A rectangle with a width but no height yet is rejected.
  const page = await editor(t, "cellular", [/status of 422/]);
  const before = await settled(page);
  const step = page.locator(".step").first();
  await step.locator("summary").first().click();
  await step.getByText("Name and area").click();
  await step.getByLabel("Step name").fill("west");
  await step.locator('[data-field="/step/0/area"]').getByLabel("Width").fill("50%");
  await step.locator('[data-field="/step/0/area"]').getByLabel("Height").fill("100%");
  await says(page, '"50%"');
  await says(page, 'id = "west"');
  await another(page, before);
});

test("problems in the text are marked at their line, and typed text is never rewritten", async (t) => {
  const page = await editor(t, "keep", [/status of 4\d\d/]);
  const before = await settled(page);
  const good = await text(page);
  const bad = good.replace(/room_count = \d+/, 'room_count = "many"');
  assert.notEqual(bad, good);
  const line = bad.split("\n").findIndex((text) => text.includes('"many"')) + 1;
  await page.locator("#toml").fill(bad);
  const mark = page.locator("#toml-problems button").first();
  await mark.waitFor();
  assert.match(await mark.innerText(), new RegExp(`Line ${line}\\b`));
  assert.equal(await page.locator(".gutter .wrong").first().textContent(), String(line));
  assert.equal(await text(page), bad, "what was typed stays");
  assert.equal(await settled(page), before, "the last good map stays");
  await page.evaluate(() =>
    /** @type {HTMLTextAreaElement} */ (document.querySelector("#toml")).setSelectionRange(0, 0),
  );
  await mark.click();
  assert.equal(
    await page.evaluate(() => {
      const area = /** @type {HTMLTextAreaElement} */ (document.querySelector("#toml"));
      return area.value.slice(0, area.selectionStart).split("\n").length;
    }),
    line,
    "a click jumps there",
  );
  await page.locator("#toml").fill("this is [no toml");
  await page.waitForFunction(() => document.querySelector(".gutter .wrong")?.textContent === "1");
  await page.locator("#toml").fill(`# mine\n${good}`);
  await page.locator("#toml-problems").waitFor({ state: "hidden" });
  assert.equal(await text(page), `# mine\n${good}`, "good text is not rewritten either");
});

test("a recipe is saved and opened again", async (t) => {
  const page = await editor(t, "keep");
  const kept = await settled(page);
  const { name, bytes } = await downloaded(page, () => page.locator("#save-recipe").click());
  assert.equal(name, "keep.toml");
  assert.match(bytes.toString(), /\[\[step\]\]\s+use = "house"/);
  await page.keyboard.press("1");
  await page.keyboard.press("g");
  await page.locator('.card[data-name="hive"]').click();
  await another(page, kept);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.locator("#open").click()]);
  await chooser.setFiles({ name, mimeType: "application/toml", buffer: bytes });
  await page.waitForFunction((kept) => document.documentElement.dataset.map === kept, kept);
});

test("a dropped file opens, and a bad file shows an error", async (t) => {
  const page = await open(t, { allow: [/status of 4\d\d/] });
  const before = await settled(page);
  /** @param {string} name @param {string} text */
  const drop = async (name, text) => {
    const data = await page.evaluateHandle(
      ([name, text]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], name));
        return transfer;
      },
      [name, text],
    );
    await page.dispatchEvent("body", "dragover", { dataTransfer: data });
    await page.dispatchEvent("body", "drop", { dataTransfer: data });
  };
  await drop("broken.toml", "[[step]\nuse = 3");
  const dialog = page.getByRole("dialog", { name: "Cannot open broken.toml" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await drop("small.toml", '[[step]]\nuse = "arena"\n');
  await another(page, before);
  await page.getByText("Arena", { exact: true }).first().waitFor();
});
