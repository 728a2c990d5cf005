// What all tests need: the studio on a port of its own, a browser, and a page that may not complain.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("node:test").TestContext} TestContext */

const BINARY = process.env.MAPWRIGHT_BIN ?? "mapwright";
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** How long anything may take before it counts as never; no test waits that long when all is well. */
const PATIENCE = 20_000;

/** A running studio. */
export class Server {
  /** @param {import("node:child_process").ChildProcess} child @param {string} url */
  constructor(child, url) {
    this.child = child;
    this.url = url;
  }

  /** @param {number | string} [port] @returns {Promise<Server>} */
  static start(port = 0) {
    const child = spawn(BINARY, ["studio", "--port", String(port), "--no-open"], { stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    return new Promise((resolve, reject) => {
      const stop = setTimeout(() => fail(new Error(`the studio did not say where it is: ${said}`)), PATIENCE);
      /** @param {Error} error */
      const fail = (error) => {
        clearTimeout(stop);
        child.kill("SIGKILL");
        reject(error);
      };
      /** @param {Buffer} bytes */
      const listen = (bytes) => {
        said += bytes.toString();
        const found = /http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+/.exec(said);
        if (!found) return;
        clearTimeout(stop);
        resolve(new Server(child, found[0]));
      };
      child.stdout.on("data", listen);
      child.stderr.on("data", listen);
      child.on("error", fail);
      child.on("exit", (code) => fail(new Error(`the studio ended with ${code}: ${said}`)));
    });
  }

  get port() {
    return new URL(this.url).port;
  }

  /** @returns {Promise<void>} */
  stop() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      const kill = setTimeout(() => this.child.kill("SIGKILL"), 5000);
      this.child.once("exit", () => {
        clearTimeout(kill);
        resolve();
      });
      this.child.kill("SIGTERM");
    });
  }
}

/**
 * A studio and a browser for all tests of a file. `open` gives a page; when its test is over, the page must not have complained.
 */
export function studio() {
  /** @type {Server | undefined} */
  let server;
  /** @type {import("playwright-core").Browser | undefined} */
  let browser;
  before(async () => {
    server = await Server.start();
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  /**
   * @param {TestContext} t
   * @param {{width?: number, height?: number, dark?: boolean, path?: string, touch?: boolean, allow?: RegExp[], server?: Server, storage?: Record<string, string>, wait?: boolean}} [options]
   * `allow`: complaints that the test asks for. `storage`: what an earlier visit left. `wait`: until the first map is there.
   * @returns {Promise<Page>}
   */
  async function open(t, { width = 1280, height = 800, dark = false, path = "/", touch = false, allow = [], server: other, storage, wait = true } = {}) {
    assert(browser && server);
    const at = other ?? server;
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light", hasTouch: touch, acceptDownloads: true, baseURL: at.url });
    context.setDefaultTimeout(PATIENCE);
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: at.url });
    const page = await context.newPage();
    /** @type {string[]} */
    const complaints = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(`${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) => complaints.push(String(error.stack ?? error)));
    page.on("requestfailed", (request) => {
      // The page itself gives up what it no longer needs.
      if (request.failure()?.errorText !== "net::ERR_ABORTED") complaints.push(`${request.url()}: ${request.failure()?.errorText}`);
    });
    t.after(async () => {
      await context.close();
      const unasked = complaints.filter((complaint) => !allow.some((pattern) => pattern.test(complaint)));
      assert.deepEqual(unasked, [], "the page complained");
    });
    if (storage) {
      await page.addInitScript((entries) => {
        for (const [key, value] of Object.entries(entries)) if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
      }, storage);
    }
    await page.goto(path);
    if (wait) await settled(page);
    return page;
  }
  return { open };
}

/** Waits until the map that is wished for is there, and says which. @param {Page} page @returns {Promise<string>} */
export async function settled(page) {
  await page.waitForFunction(() => document.documentElement.dataset.busy === "false" && Boolean(document.documentElement.dataset.map));
  return shown(page);
}

/** Which map the page shows. @param {Page} page @returns {Promise<string>} */
export function shown(page) {
  return page.evaluate(() => document.documentElement.dataset.map ?? "");
}

/** Waits for a map that is another than this one. @param {Page} page @param {string} before @returns {Promise<string>} */
export async function another(page, before) {
  await page.waitForFunction((before) => document.documentElement.dataset.busy === "false" && document.documentElement.dataset.map !== before, before);
  return shown(page);
}

/** Waits until the map is drawn by hand. @param {Page} page */
export async function drawn(page) {
  await settled(page);
  await page.waitForFunction(() => document.documentElement.dataset.picture === "drawn");
}

/** The bytes of the next download, which `act` begins. @param {Page} page @param {() => Promise<unknown>} act */
export async function downloaded(page, act) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  const stream = await download.createReadStream();
  /** @type {Buffer[]} */
  const parts = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return { name: download.suggestedFilename(), bytes: Buffer.concat(parts) };
}

/** Width and height of a PNG, whose signature must be right. @param {Buffer} bytes @returns {[number, number]} */
export function pngSize(bytes) {
  assert.equal(bytes.subarray(0, 8).toString("hex"), "89504e470d0a1a0a", "a PNG begins with its signature");
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}
