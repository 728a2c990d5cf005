// Texts for names, numbers and sizes.

/** Turns an id into a label: `fill_percent` becomes "Fill percent". @param {string} name */
export function humanize(name) {
  const text = name.replace(/[_-]+/g, " ").trim();
  return capitalize(text);
}

/** Makes the first letter upper case. @param {string} text */
export function capitalize(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Replaces line breaks, tabs and other control characters with spaces. @param {string} text */
export function singleLine(text) {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ");
}

/**
 * Splits a text after its first sentence.
 * @param {string | undefined} text
 * @returns {[string, string]}
 */
export function firstSentence(text) {
  const whole = (text ?? "")
    .replace(/[ \t]*\n(?!\n)[ \t]*/g, (_, at, all) => (all[at - 1] === "\n" ? "\n" : " "))
    .trim();
  const end = /[.!?](?=\s)|\n\n/.exec(whole);
  if (!end) return [whole, ""];
  const cut = end.index + (end[0] === "\n\n" ? 0 : 1);
  return [whole.slice(0, cut).trim(), whole.slice(cut).trim()];
}

const plain = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/** Formats a number with separators; `null` is a dash. @param {number | null} value */
export function formatNumber(value) {
  return value === null ? "–" : plain.format(value);
}

/** @param {[number, number]} size */
export function formatSize([width, height]) {
  return `${width} × ${height}`;
}

/** Formats a file size. @param {number} bytes */
export function formatBytes(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${formatNumber(bytes / 1000)} kB` : `${formatNumber(bytes / 1_000_000)} MB`;
}

/**
 * A file name of lower-case letters, digits and hyphens.
 * @param {string} text
 * @param {string} fallback
 */
export function fileName(text, fallback) {
  return (
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 60) || fallback
  );
}
