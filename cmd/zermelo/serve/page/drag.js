// Dragging of pieces. A press without movement is left to the click event.

import { figureOf } from './drawing.js';
import { element } from './dom.js';

const SLACK = 8; // maximum movement of a click, in pixels

/**
 * Makes cells draggable. begin is called with the first cell and reports
 * whether a drag may start. end is called with the last cell, or -1 outside the
 * board.
 */
export function dragging(grid, cells, pos, { turned, begin, end }) {
  let from = -1;
  let start = [0, 0];
  let ghost = null;
  let ended = false; // suppresses the click event after a drag
  grid.addEventListener('click', (event) => ended && event.stopPropagation(), { capture: true });
  const cellAt = (event) => cells.indexOf(document.elementFromPoint(event.clientX, event.clientY)?.closest('.cell'));
  const drop = () => {
    from = -1;
    ghost?.remove();
    ghost = null;
  };
  grid.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    from = cells.indexOf(event.target.closest('.cell'));
    start = [event.clientX, event.clientY];
  });
  grid.addEventListener('pointermove', (event) => {
    if (from < 0 || !(event.buttons & 1)) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - start[0], event.clientY - start[1]) < SLACK) return;
      if (!begin(from)) {
        from = -1;
        return;
      }
      ghost = element('div', { className: 'ghost', 'aria-hidden': 'true' }, figureOf(pos.board.cells[from], pos.paints, turned));
      const { width } = cells[from].getBoundingClientRect();
      ghost.style.width = `${width}px`;
      document.body.append(ghost);
      grid.setPointerCapture(event.pointerId);
    }
    ghost.style.left = `${event.clientX}px`;
    ghost.style.top = `${event.clientY}px`;
  });
  grid.addEventListener('pointerup', (event) => {
    if (!ghost) {
      from = -1;
      return;
    }
    const at = cellAt(event);
    const stayed = at === from;
    drop();
    ended = true;
    setTimeout(() => (ended = false), 0);
    if (!stayed) end(at);
  });
  grid.addEventListener('pointercancel', drop);
}
