// Files in and out: the picker, dropping on the page, and downloads.

import { told } from "../api.js";
import { makeDialog } from "../dialog.js";
import { announce, h } from "../dom.js";
import { bytesText } from "../format.js";
import { get } from "../store.js";
import { openText } from "./restore.js";

const ENDINGS = ".toml,.json,.txt";

/** Hands a file to the person. @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Says why something did not work. @param {string} title @param {unknown} error */
export function complain(title, error) {
  const { message, problems } = told(error);
  const more = problems.filter((problem) => problem.message !== message);
  makeDialog(title).show(
    h("p", {}, message),
    more.length > 0 && h("ul", { class: "bad" }, more.map(({ message, line }) => h("li", {}, line ? `Line ${line}: ${message}` : message))),
  );
}

/** Opens a file that a person chose. @param {File} file */
export async function openFile(file) {
  const most = get().list?.limits.import ?? Infinity;
  if (file.size > most) return complain(`${file.name} was not opened`, new Error(`It has ${bytesText(file.size)}; the most is ${bytesText(most)}.`));
  try {
    await openText(file.name, await file.text());
    announce(`${file.name} is open.`);
  } catch (error) {
    complain(`${file.name} was not opened`, error);
  }
}

/** Lets the person choose a file. */
export function openFilePicker() {
  const input = h("input", { type: "file", accept: ENDINGS, hidden: true, id: "file" });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    input.remove();
    if (file) void openFile(file);
  });
  input.addEventListener("cancel", () => input.remove());
  document.body.append(input);
  input.click();
}

/** Takes files that are dropped anywhere on the page. */
export function startDrop() {
  const { body } = document;
  /** @param {DragEvent} event */
  const carries = (event) => event.dataTransfer?.types.includes("Files") ?? false;
  body.addEventListener("dragover", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    body.classList.add("dropping");
  });
  body.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) body.classList.remove("dropping");
  });
  body.addEventListener("drop", (event) => {
    body.classList.remove("dropping");
    if (!carries(event)) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void openFile(file);
  });
}
