// How values become words, and words values.

/** `fill_percent` and `rooms-corridors` as one says them. @param {string} name */
export function words(name) {
  const text = name.replace(/[_-]+/g, " ").trim();
  return sentence(text);
}

/** With a capital at its beginning. @param {string} text */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Without tabs and other signs that are no letters. @param {string} text */
export function oneLine(text) {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ");
}

/** The first sentence, and what comes after it. @param {string | undefined} text @returns {[string, string]} */
export function firstSentence(text) {
  const whole = (text ?? "").replace(/[ \t]*\n(?!\n)[ \t]*/g, (_, at, all) => (all[at - 1] === "\n" ? "\n" : " ")).trim();
  const end = /[.!?](?=\s)|\n\n/.exec(whole);
  if (!end) return [whole, ""];
  const cut = end.index + (end[0] === "\n\n" ? 0 : 1);
  return [whole.slice(0, cut).trim(), whole.slice(cut).trim()];
}

const plain = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/** A number for people. @param {number | null} value */
export function number(value) {
  return value === null ? "–" : plain.format(value);
}

/** @param {[number, number]} size */
export function sizeText([width, height]) {
  return `${width} × ${height}`;
}

/** How large a file is. @param {number} bytes */
export function bytesText(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${number(bytes / 1000)} kB` : `${number(bytes / 1_000_000)} MB`;
}

/** A name for a file: small letters, digits and hyphens. @param {string} text @param {string} otherwise */
export function fileName(text, otherwise) {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60) || otherwise;
}
