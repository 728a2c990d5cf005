// Dragging a row of a list to another position.

/** Distance after which a press becomes a drag, in pixels. */
const DRAG_THRESHOLD = 4;

/**
 * Lets `grip` drag `row` among its neighbours.
 * @param {HTMLElement} grip
 * @param {HTMLElement} row
 * @param {(to: number) => void} drop Called with the new position.
 */
export function makeDraggable(grip, row, drop) {
  grip.addEventListener("pointerdown", (down) => {
    if (down.button !== 0) return;
    const rows = /** @type {HTMLElement[]} */ ([...(row.parentElement?.children ?? [])]);
    const from = rows.indexOf(row);
    const middles = rows.map((other) => {
      const { top, height } = other.getBoundingClientRect();
      return top + height / 2;
    });
    let to = from;
    let moved = false;
    grip.setPointerCapture(down.pointerId);
    down.preventDefault();
    grip.focus();

    /** @param {PointerEvent} event */
    const move = (event) => {
      const by = event.clientY - down.clientY;
      moved ||= Math.abs(by) > DRAG_THRESHOLD;
      if (!moved) return;
      row.classList.add("dragging");
      row.style.translate = `0 ${by}px`;
      to = middles.filter((middle, index) => index !== from && middle < event.clientY).length;
      rows.forEach((other, index) => {
        other.classList.toggle("drop-before", to < from && index === to);
        other.classList.toggle("drop-after", to > from && index === to);
      });
    };
    const end = new AbortController();
    const stop = () => {
      end.abort();
      row.classList.remove("dragging");
      row.style.translate = "";
      for (const other of rows) other.classList.remove("drop-before", "drop-after");
    };
    grip.addEventListener("pointermove", move, { signal: end.signal });
    grip.addEventListener("pointercancel", stop, { signal: end.signal });
    grip.addEventListener(
      "pointerup",
      () => {
        stop();
        if (moved && to !== from) drop(to);
      },
      { signal: end.signal },
    );
  });
}
