// The replay bar below the map: scrubber, playback buttons, speed and keys.

import { announce, fill, h } from "../dom.js";
import { formatNumber } from "../format.js";
import { icon } from "../icons.js";
import { bind } from "../keys.js";
import { get, on } from "../store.js";
import { SPEEDS, go, goToSameLabel, onPlaying, play, playing, setSpeed, startPlayer } from "./player.js";

/** Maximum number of step marks on the scrubber. */
const MAX_MARKS = 80;

/** @param {HTMLElement} el */
export function mountReplayBar(el) {
  const button = (/** @type {IconName} */ name, /** @type {string} */ label, /** @type {() => void} */ run) =>
    h("button", { type: "button", class: "icon-button", title: label, "aria-label": label, onclick: run }, icon(name));
  const playButton = button("play", "Play", () => play());
  const buttons = [
    button("first", "First", () => go(0)),
    button("previous-same", "Previous with this label", () => goToSameLabel(-1)),
    button("previous", "Previous", () => go(playing().frame - 1)),
    playButton,
    button("next", "Next", () => go(playing().frame + 1)),
    button("next-same", "Next with this label", () => goToSameLabel(1)),
    button("last", "Last", () => go(playing().trace?.frameCount ?? 0)),
  ];
  const scrubber = h("input", {
    type: "range",
    id: "scrubber",
    min: 0,
    max: 0,
    step: 1,
    value: 0,
    "aria-label": "Frame",
    oninput: () => go(Number(scrubber.value)),
  });
  const marks = h("div", { class: "marks", "aria-hidden": "true" });
  const speed = h("input", {
    type: "range",
    id: "speed",
    min: 0,
    max: SPEEDS.length - 1,
    step: 1,
    value: playing().speed,
    "aria-label": "Speed",
    oninput: () => setSpeed(Number(speed.value)),
  });
  const speedText = h("output", { for: "speed", class: "speed-text" });
  const where = h("p", { id: "moment", class: "moment" });
  const bar = h(
    "div",
    { id: "replay-bar", role: "group", "aria-label": "Replay", hidden: true },
    h("div", { class: "track" }, scrubber, marks),
    h(
      "div",
      { class: "replay-row" },
      h("div", { class: "bar-group" }, buttons),
      where,
      h("div", { class: "speed" }, speed, speedText),
    ),
  );
  const startButton = h(
    "button",
    { type: "button", class: "begin", "aria-label": "Play from the beginning", hidden: true, onclick: () => play() },
    icon("play"),
  );
  el.append(startButton, bar);

  const showTrace = () => {
    const { trace, error } = playing();
    bar.classList.toggle("empty", !trace);
    for (const control of [...buttons, scrubber]) control.disabled = !trace;
    scrubber.max = String(trace?.frameCount ?? 0);
    const stepStarts = trace?.stepStarts() ?? [];
    fill(
      marks,
      trace &&
        stepStarts.length <= MAX_MARKS &&
        stepStarts.map((frame) => {
          const mark = h("span", { title: trace.steps[trace.step[frame]] ?? "" });
          mark.style.left = `${(100 * frame) / Math.max(1, trace.frameCount)}%`;
          return mark;
        }),
    );
    if (!trace) where.textContent = error ? `No replay. ${error}` : "Loading the replay…";
    if (error) announce(where.textContent ?? "");
    showFrame();
  };
  const showFrame = () => {
    const { trace, frame, playing: on, speed: place } = playing();
    speed.value = String(place);
    speed.style.setProperty("--part", `${(100 * place) / (SPEEDS.length - 1)}%`);
    speedText.textContent = `${formatNumber(SPEEDS[place])} frames/s`;
    speed.setAttribute("aria-valuetext", `${SPEEDS[place]} frames per second`);
    if (playButton.dataset.on !== String(on)) {
      playButton.dataset.on = String(on);
      playButton.setAttribute("aria-label", on ? "Pause" : "Play");
      playButton.title = on ? "Pause" : "Play";
      fill(playButton, icon(on ? "pause" : "play"));
    }
    startButton.hidden = !trace || frame > 0 || on || get().mode !== "replay";
    if (!trace) return;
    const text = frameText(trace, frame);
    scrubber.value = String(frame);
    scrubber.style.setProperty("--part", `${(100 * frame) / Math.max(1, trace.frameCount)}%`);
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
  bind("ArrowLeft", "Previous frame", () => go(playing().frame - 1), only);
  bind("ArrowRight", "Next frame", () => go(playing().frame + 1), only);
  bind("shift+ArrowLeft", "Previous frame with this label", () => goToSameLabel(-1), only);
  bind("shift+ArrowRight", "Next frame with this label", () => goToSameLabel(1), only);
  bind("ArrowUp", "Faster", () => setSpeed(playing().speed + 1), only);
  bind("ArrowDown", "Slower", () => setSpeed(playing().speed - 1), only);
  bind("Space", "Play or pause", () => play(), only);
  bind("Home", "First frame", () => go(0), only);
  bind("End", "Last frame", () => go(playing().trace?.frameCount ?? 0), only);
}

/** @param {Trace} trace @param {number} frame */
function frameText(trace, frame) {
  const of = `${formatNumber(frame)} of ${formatNumber(trace.frameCount)}`;
  if (frame === 0) return `${of} · start`;
  const moment = frame - 1;
  const changed = trace.first[frame] - trace.first[moment];
  return [
    of,
    trace.labels[trace.label[moment]],
    `step ${trace.step[moment] + 1} of ${trace.steps.length}: ${trace.steps[trace.step[moment]] ?? ""}`,
    trace.attempt[moment] > 0 ? `attempt ${trace.attempt[moment] + 1}` : "",
    changed === 1 ? "1 tile changed" : changed > 0 ? `${formatNumber(changed)} tiles changed` : "",
  ]
    .filter(Boolean)
    .join(" · ");
}
