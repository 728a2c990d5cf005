// Icons of buttons: line drawings of 20 by 20 units in the colour of the text.

const PATHS = {
  dice: "M4 4h12v12H4zM7.5 7.5h.01M12.5 7.5h.01M10 10h.01M7.5 12.5h.01M12.5 12.5h.01",
  back: "M12 4.5 6.5 10l5.5 5.5",
  forward: "m8 4.5 5.5 5.5L8 15.5",
  down: "m4.5 8 5.5 5.5L15.5 8",
  up: "m4.5 12 5.5-5.5 5.5 5.5",
  undo: "M7 4 3.5 7.5 7 11M3.5 7.5h8a4.5 4.5 0 0 1 0 9H8",
  redo: "m13 4 3.5 3.5L13 11M16.5 7.5h-8a4.5 4.5 0 0 0 0 9H12",
  share:
    "M14 6.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM6 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM14 17.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM7.8 9l4.4-3.4M7.8 11l4.4 3.4",
  download: "M10 3v9.5M6 9l4 4 4-4M3.5 16.5h13",
  print: "M6 7V3h8v4M6 14H3.5V7h13v7H14M6 11.5h8V17H6z",
  open: "M3 15.5v-11h5l1.5 2H17v9z",
  more: "M4.5 10h.01M10 10h.01M15.5 10h.01",
  variations: "M3 7.5V3h4.5M3 3l5 5M17 7.5V3h-4.5M17 3l-5 5M3 12.5V17h4.5M3 17l5-5M17 12.5V17h-4.5M17 17l-5-5",
  light:
    "M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1",
  dark: "M16.5 11.8A7 7 0 0 1 8.2 3.5a7 7 0 1 0 8.3 8.3Z",
  auto: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM10 3v14M10 6.5h5.6M10 10h7M10 13.5h5.6",
  help: "M7.5 7.5A2.5 2.5 0 1 1 11 9.8c-.7.4-1 .9-1 1.7M10 14.5h.01M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Z",
  facts: "M10 9v5M10 6.2h.01M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Z",
  lock: "M5 9h10v7.5H5zM7 9V6.5a3 3 0 0 1 6 0V9",
  unlock: "M5 9h10v7.5H5zM7 9V6.5a3 3 0 0 1 5.7-1.3",
  reset: "M4 4v4h4M4.3 8A6.3 6.3 0 1 1 4 11.5",
  add: "M10 4v12M4 10h12",
  remove: "M4 5.5h12M8 5.5V3.5h4v2M5.5 5.5l.7 11h7.6l.7-11M8.5 8.5v5M11.5 8.5v5",
  grip: "M7.5 5h.01M12.5 5h.01M7.5 10h.01M12.5 10h.01M7.5 15h.01M12.5 15h.01",
  close: "m5 5 10 10M15 5 5 15",
  copy: "M7 7h9.5v9.5H7zM4.5 13H3.5V3.5H13V5",
  save: "M3.5 3.5h10l3 3v10h-13zM6.5 3.5V8h6V3.5M6.5 16.5v-5h7v5",
  search: "M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM13 13l4 4",
  make: "M4 16l1-3.5L13.5 4 16 6.5 7.5 15zM12 5.5 14.5 8",
  recipe: "M5 3h10v14H5zM7.5 7h5M7.5 10h5M7.5 13h3",
  edit: "M3.5 3.5h5v13M3.5 11.5h5M3.5 16.5h13v-8h-8M12.5 8.5v3",
  replay: "M3.5 10a6.5 6.5 0 1 0 2-4.7L3.5 7.2M3.5 3.5v3.7h3.7M8.5 7.5v5l4-2.5z",
  minus: "M4 10h12",
  fit: "M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4",
  first: "M5 4.5v11M15 4.5 8.5 10l6.5 5.5z",
  last: "M15 4.5v11M5 4.5l6.5 5.5L5 15.5z",
  previous: "M13 4.5 6.5 10l6.5 5.5z",
  next: "m7 4.5 6.5 5.5L7 15.5z",
  "previous-same": "M10 4.5 4 10l6 5.5zM16 4.5 10 10l6 5.5z",
  "next-same": "m4 4.5 6 5.5-6 5.5zM10 4.5l6 5.5-6 5.5z",
  play: "M6 3.5v13l10.5-6.5z",
  pause: "M6 4v12M14 4v12",
  select: "m4.5 3 11 6.5-5 1.2-2.3 4.8z",
  brush: "M11.5 10.5 16.5 3.5M8 10.5c2 0 3.5 1.3 3.5 3 0 2-2 3-4 3-1.5 0-3-.5-4-1.5 1.8 0 2-4.5 4.5-4.5z",
  room: "M3.5 5.5h13v9h-13zM10 7.5v5M7.5 10h5",
  door: "M5.5 17V3h9v14M3.5 17h13M12 10h.01",
  note: "M3.5 4h13v9h-7l-3.5 3.5V13h-2.5zM6.5 7h7M6.5 10h4.5",
  pin: "M7 3h6M8 3v5l-2.5 3.5h9L12 8V3M10 11.5V17",
};

/** @typedef {keyof typeof PATHS} IconName */

const NAMESPACE = "http://www.w3.org/2000/svg";

/** Creates an icon that screen readers ignore. @param {IconName} name @returns {SVGSVGElement} */
export function icon(name) {
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(NAMESPACE, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
