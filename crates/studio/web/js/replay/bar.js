// The bar below the map in the replay: where the run is, and the buttons and keys to go to and fro.

import { announce, fill, h } from "../dom.js";
import { number } from "../format.js";
import { icon } from "../icons.js";
import { bind } from "../keys.js";
import { get, on } from "../store.js";
import { SPEEDS, go, goAlike, onPlaying, play, playing, setSpeed, startPlayer } from "./player.js";

/** More marks than this would be a line. */
const MOST_MARKS = 80;

/** @param {HTMLElement} el */
export function mountReplayBar(el) {
  const button = (/** @type {IconName} */ name, /** @type {string} */ label, /** @type {() => void} */ run) =>
    h("button", { type: "button", class: "icon-button", title: label, "aria-label": label, onclick: run }, icon(name));
  const playButton = button("play", "Play", () => play());
  const buttons = [
    button("first", "First", () => go(0)),
    button("previous-same", "Previous of the same label", () => goAlike(-1)),
    button("previous", "Previous", () => go(playing().frame - 1)),
    playButton,
    button("next", "Next", () => go(playing().frame + 1)),
    button("next-same", "Next of the same label", () => goAlike(1)),
    button("last", "Last", () => go(playing().trace?.moments ?? 0)),
  ];
  const scrubber = h("input", { type: "range", id: "scrubber", min: 0, max: 0, step: 1, value: 0, "aria-label": "Moment", oninput: () => go(Number(scrubber.value)) });
  const marks = h("div", { class: "marks", "aria-hidden": "true" });
  const speed = h("input", { type: "range", id: "speed", min: 0, max: SPEEDS.length - 1, step: 1, value: playing().speed, "aria-label": "Speed", oninput: () => setSpeed(Number(speed.value)) });
  const speedText = h("output", { for: "speed", class: "speed-text" });
  const where = h("p", { id: "moment", class: "moment" });
  const bar = h(
    "div",
    { id: "replay-bar", role: "group", "aria-label": "Replay", hidden: true },
    h("div", { class: "track" }, scrubber, marks),
    h("div", { class: "replay-row" }, h("div", { class: "bar-group" }, buttons), where, h("div", { class: "speed" }, speed, speedText)),
  );
  const begin = h("button", { type: "button", class: "begin", "aria-label": "Play from the beginning", hidden: true, onclick: () => play() }, icon("play"));
  el.append(begin, bar);

  const showTrace = () => {
    const { trace, why } = playing();
    bar.classList.toggle("empty", !trace);
    for (const control of [...buttons, scrubber]) control.disabled = !trace;
    scrubber.max = String(trace?.moments ?? 0);
    const beginnings = trace?.beginnings() ?? [];
    fill(
      marks,
      trace && beginnings.length <= MOST_MARKS && beginnings.map((frame) => {
        const mark = h("span", { title: trace.steps[trace.step[frame]] ?? "" });
        mark.style.left = `${(100 * frame) / Math.max(1, trace.moments)}%`;
        return mark;
      }),
    );
    if (!trace) where.textContent = why ? `There is no replay. ${why}` : "Recording the run…";
    if (why) announce(where.textContent ?? "");
    showFrame();
  };
  const showFrame = () => {
    const { trace, frame, playing: on, speed: place } = playing();
    speed.value = String(place);
    speed.style.setProperty("--part", `${(100 * place) / (SPEEDS.length - 1)}%`);
    speedText.textContent = `${number(SPEEDS[place])} a second`;
    speed.setAttribute("aria-valuetext", `${SPEEDS[place]} moments a second`);
    if (playButton.dataset.on !== String(on)) {
      playButton.dataset.on = String(on);
      playButton.setAttribute("aria-label", on ? "Pause" : "Play");
      playButton.title = on ? "Pause" : "Play";
      fill(playButton, icon(on ? "pause" : "play"));
    }
    begin.hidden = !trace || frame > 0 || on || get().mode !== "replay";
    if (!trace) return;
    const text = momentText(trace, frame);
    scrubber.value = String(frame);
    scrubber.style.setProperty("--part", `${(100 * frame) / Math.max(1, trace.moments)}%`);
    scrubber.setAttribute("aria-valuetext", text);
    where.textContent = text;
  };
  onPlaying((what) => (what === "trace" ? showTrace() : showFrame()));
  on(["mode"], () => {
    bar.hidden = get().mode !== "replay";
    showFrame();
  });
  startPlayer();
  showTrace();
  bar.hidden = get().mode !== "replay";

  const only = { mode: /** @type {const} */ ("replay") };
  bind("ArrowLeft", "Previous moment", () => go(playing().frame - 1), only);
  bind("ArrowRight", "Next moment", () => go(playing().frame + 1), only);
  bind("shift+ArrowLeft", "Previous moment of the same label", () => goAlike(-1), only);
  bind("shift+ArrowRight", "Next moment of the same label", () => goAlike(1), only);
  bind("ArrowUp", "Faster", () => setSpeed(playing().speed + 1), only);
  bind("ArrowDown", "Slower", () => setSpeed(playing().speed - 1), only);
  bind("Space", "Play or pause", () => play(), only);
  bind("Home", "First moment", () => go(0), only);
  bind("End", "Last moment", () => go(playing().trace?.moments ?? 0), only);
}

/** @param {Trace} trace @param {number} frame */
function momentText(trace, frame) {
  const of = `${number(frame)} of ${number(trace.moments)}`;
  if (frame === 0) return `${of} · before the beginning`;
  const moment = frame - 1;
  const changed = trace.first[frame] - trace.first[moment];
  return [
    of,
    trace.labels[trace.label[moment]],
    `step ${trace.step[moment] + 1} of ${trace.steps.length}: ${trace.steps[trace.step[moment]] ?? ""}`,
    trace.attempt[moment] > 0 ? `attempt ${trace.attempt[moment] + 1}` : "",
    changed === 1 ? "1 tile changed" : changed > 0 ? `${number(changed)} tiles changed` : "",
  ].filter(Boolean).join(" · ");
}
