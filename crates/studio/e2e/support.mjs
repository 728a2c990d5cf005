// Helpers of all tests: a studio on its own port, a browser, and pages that must log no errors.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("node:test").TestContext} TestContext */

const BINARY = process.env.MAPWRIGHT_BIN ?? "mapwright";
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** Timeout of all waits, in milliseconds. */
const TIMEOUT = 20_000;

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
    let output = "";
    return new Promise((resolve, reject) => {
      const stop = setTimeout(() => fail(new Error(`the studio did not print its address: ${output}`)), TIMEOUT);
      /** @param {Error} error */
      const fail = (error) => {
        clearTimeout(stop);
        child.kill("SIGKILL");
        reject(error);
      };
      /** @param {Buffer} bytes */
      const listen = (bytes) => {
        output += bytes.toString();
        const found = /http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+/.exec(output);
        if (!found) return;
        clearTimeout(stop);
        resolve(new Server(child, found[0]));
      };
      child.stdout.on("data", listen);
      child.stderr.on("data", listen);
      child.on("error", fail);
      child.on("exit", (code) => fail(new Error(`the studio ended with ${code}: ${output}`)));
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
 * Starts a studio and a browser for the tests of a file. `open` returns a page, which must log no
 * errors during its test.
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
   * `allow`: expected errors. `storage`: initial local storage. `wait`: whether to wait for the
   * first map.
   * @returns {Promise<Page>}
   */
  async function open(
    t,
    {
      width = 1280,
      height = 800,
      dark = false,
      path = "/",
      touch = false,
      allow = [],
      server: other,
      storage,
      wait = true,
    } = {},
  ) {
    assert(browser && server);
    const at = other ?? server;
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: dark ? "dark" : "light",
      hasTouch: touch,
      acceptDownloads: true,
      baseURL: at.url,
    });
    context.setDefaultTimeout(TIMEOUT);
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: at.url });
    const page = await context.newPage();
    /** @type {string[]} */
    const errors = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning")
        errors.push(`${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) => errors.push(String(error.stack ?? error)));
    page.on("requestfailed", (request) => {
      // The page cancels requests that it no longer needs.
      if (request.failure()?.errorText !== "net::ERR_ABORTED")
        errors.push(`${request.url()}: ${request.failure()?.errorText}`);
    });
    t.after(async () => {
      await context.close();
      const unexpected = errors.filter((error) => !allow.some((pattern) => pattern.test(error)));
      assert.deepEqual(unexpected, [], "the page logged errors");
    });
    if (storage) {
      await page.addInitScript((entries) => {
        for (const [key, value] of Object.entries(entries))
          if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
      }, storage);
    }
    await page.goto(path);
    if (wait) await settled(page);
    return page;
  }
  return { open };
}

/**
 * Waits until the requested map is shown and returns its id.
 * @param {Page} page
 * @returns {Promise<string>}
 */
export async function settled(page) {
  await page.waitForFunction(
    () => document.documentElement.dataset.busy === "false" && Boolean(document.documentElement.dataset.map),
  );
  return shown(page);
}

/** The id of the current map. @param {Page} page @returns {Promise<string>} */
export function shown(page) {
  return page.evaluate(() => document.documentElement.dataset.map ?? "");
}

/**
 * Waits for another map and returns its id.
 * @param {Page} page
 * @param {string} before
 * @returns {Promise<string>}
 */
export async function another(page, before) {
  await page.waitForFunction(
    (before) => document.documentElement.dataset.busy === "false" && document.documentElement.dataset.map !== before,
    before,
  );
  return shown(page);
}

/** Waits until the hand-drawn picture is shown. @param {Page} page */
export async function drawn(page) {
  await settled(page);
  await page.waitForFunction(() => document.documentElement.dataset.picture === "drawn");
}

/**
 * The name and bytes of the download that `act` starts.
 * @param {Page} page
 * @param {() => Promise<unknown>} act
 */
export async function downloaded(page, act) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  const stream = await download.createReadStream();
  /** @type {Buffer[]} */
  const parts = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return { name: download.suggestedFilename(), bytes: Buffer.concat(parts) };
}

/**
 * Checks the signature of a PNG and returns its size.
 * @param {Buffer} bytes
 * @returns {[number, number]}
 */
export function pngSize(bytes) {
  assert.equal(bytes.subarray(0, 8).toString("hex"), "89504e470d0a1a0a", "the signature of a PNG");
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}
