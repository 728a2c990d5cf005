// Opening files with the file picker or by dropping them on the page, and saving downloads.

import { toApiError } from "../api.js";
import { makeDialog } from "../dialog.js";
import { announce, h } from "../dom.js";
import { formatBytes } from "../format.js";
import { get } from "../store.js";
import { openText } from "./session.js";

const EXTENSIONS = ".toml,.json,.txt,.trace";

/** Starts a download in the browser. @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Shows an error in a dialog. @param {string} title @param {unknown} error */
export function showErrorDialog(title, error) {
  const { message, problems } = toApiError(error);
  const more = problems.filter((problem) => problem.message !== message);
  makeDialog(title).show(
    h("p", {}, message),
    more.length > 0 &&
      h(
        "ul",
        { class: "bad" },
        more.map(({ message, line }) => h("li", {}, line ? `Line ${line}: ${message}` : message)),
      ),
  );
}

/**
 * The content of a file as the server reads it: text, or base64 for a trace.
 * @param {File} file
 * @returns {Promise<string>}
 */
async function contentOf(file) {
  if (!isTrace(file)) return file.text();
  const address = await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return address.slice(address.indexOf(",") + 1);
}

/** @param {File} file */
function isTrace(file) {
  return /\.trace$/i.test(file.name);
}

/** Opens a file. @param {File} file */
export async function openFile(file) {
  // Four characters of base64 stand for three bytes.
  const maxBytes = (get().list?.limits.import ?? Infinity) * (isTrace(file) ? 0.75 : 1);
  if (file.size > maxBytes)
    return showErrorDialog(
      `Cannot open ${file.name}`,
      new Error(`The file is too large: ${formatBytes(file.size)}. The limit is ${formatBytes(maxBytes)}.`),
    );
  try {
    await openText(file.name, await contentOf(file));
    announce(`Opened ${file.name}.`);
  } catch (error) {
    showErrorDialog(`Cannot open ${file.name}`, error);
  }
}

/** Opens the file picker. */
export function openFilePicker() {
  const input = h("input", { type: "file", accept: EXTENSIONS, hidden: true, id: "file" });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    input.remove();
    if (file) void openFile(file);
  });
  input.addEventListener("cancel", () => input.remove());
  document.body.append(input);
  input.click();
}

/** Accepts files dropped anywhere on the page. */
export function startDrop() {
  const { body } = document;
  /** @param {DragEvent} event */
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files") ?? false;
  body.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    body.classList.add("dropping");
  });
  body.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) body.classList.remove("dropping");
  });
  body.addEventListener("drop", (event) => {
    body.classList.remove("dropping");
    if (!hasFiles(event)) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void openFile(file);
  });
}
