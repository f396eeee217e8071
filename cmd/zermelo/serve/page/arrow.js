// The arrow on the board that shows a move.

import { shape } from './dom.js';

const HEAD = 13; // length of the arrowhead, in units of the drawing
const RING = 17; // radius of the ring around a placed piece

/**
 * Draws an arrow between two points, or a ring if they are equal. style is a
 * list of classes.
 */
export function arrow(from, to, style) {
  if (!from || (from[0] === to[0] && from[1] === to[1])) {
    return shape('circle', { class: `ring ${style}`, cx: to[0], cy: to[1], r: RING });
  }
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const far = Math.hypot(dx, dy);
  const along = (d, aside) => `${(from[0] + (dx * d - dy * aside) / far).toFixed(1)} ${(from[1] + (dy * d + dx * aside) / far).toFixed(1)}`;
  const neck = far - HEAD;
  return shape('path', {
    class: `arrow ${style}`,
    d: `M${along(0, 3)}L${along(neck, 3)}L${along(neck, 8)}L${along(far, 0)}L${along(neck, -8)}L${along(neck, -3)}L${along(0, -3)}Z`,
  });
}
