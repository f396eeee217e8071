// Marks derived from the line rather than from the position: trails, dominoes
// and closed boxes.

import { diamond, geometry, hasMark } from './drawing.js';
import { shape } from './dom.js';

const WIDTH = 14; // width of a trail, in units of the drawing
const HEAD = 15; // radius of a head
const INSET = 4; // distance of a domino from the edge of its cells

/**
 * Draws the traces of a line on the board of its last position. place maps a
 * cell of an entry to a cell of the board.
 */
export function traces({ board, paints }, line, place) {
  const where = geometry(board);
  const group = shape('svg', { class: 'traces', viewBox: `0 0 ${where.wide} ${where.high}`, 'aria-hidden': 'true' });
  const isBlocked = (at) => board.cells[at]?.kind === 'blocked';
  const heads = paints.map((_, role) => line.map(({ view }) => view?.heads?.[role]).filter((at, i, all) => at >= 0 && at !== all[i - 1]).map(place));
  const rect = (first, last, paint, style) => {
    const [a, b] = [where.at(first), where.at(last)];
    const half = 20 - INSET;
    group.append(shape('rect', {
      class: `${style} t-${paint}`, x: Math.min(a[0], b[0]) - half, y: Math.min(a[1], b[1]) - half, rx: 6,
      width: Math.abs(a[0] - b[0]) + 2 * half, height: Math.abs(a[1] - b[1]) + 2 * half,
    }));
  };
  if (heads.some((cells) => cells.length > 1)) {
    heads.forEach((cells, role) => {
      if (cells.length < 2) return;
      const points = cells.map((at) => where.at(at));
      points.push(short(points.at(-2), points.pop()));
      const d = points.map((point, i) => `${i === 0 ? 'M' : 'L'}${point.join(' ')}`).join('');
      group.append(shape('path', { class: `trail t-${paints[role]}`, d, 'stroke-width': WIDTH }));
      if (hasMark(paints[role])) group.append(shape('path', { class: 'trail core', d, 'stroke-width': 3 }));
    });
    return group;
  }
  for (const { cells = [], by } of line) {
    const closed = cells.map(place).filter(isBlocked);
    if (!(by >= 0) || closed.length === 0) continue;
    if (closed.length === 2 && cells.length === 2) {
      rect(closed[0], closed[1], paints[by], 'domino');
      for (const at of closed) group.append(shape('circle', { class: `pip t-${paints[by]}`, cx: where.at(at)[0], cy: where.at(at)[1], r: 4 }));
    } else {
      for (const at of closed) {
        rect(at, at, paints[by], 'box');
        group.append(...diamond(...where.at(at), paints[by]));
      }
    }
  }
  return group;
}

/** Returns the point at which a trail meets the head. */
function short([x, y], [toX, toY]) {
  const left = 1 - (HEAD + WIDTH / 2) / Math.hypot(toX - x, toY - y);
  return [x + (toX - x) * left, y + (toY - y) * left];
}
