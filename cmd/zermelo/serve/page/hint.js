// Hints: the first shows where a best move starts, the second shows the move.

import { byId } from './dom.js';
import { choices, isKnown } from './values.js';

/** Shows the next hint for a position. */
export function hint(pos, board, role) {
  if (pos.terminal) return;
  const said = byId('play-said');
  if (!isKnown(pos)) {
    said.textContent = 'The best move is not known.';
    return;
  }
  if (pos.mover < 0) {
    const likely = choices(pos, pos.movers.includes(role) ? role : pos.movers[0]).filter((c) => c.probability > 0);
    said.textContent = `Perfect play: ${likely.map((c) => `${c.name} ${Math.round(100 * c.probability)} %`).join(', ')}.`;
    return;
  }
  const [best] = pos.moves;
  if (board.hint(best) && said.dataset.hint !== pos.position) {
    said.textContent = 'A best move starts at the marked cell. Ask again to see the move.';
  } else {
    board.show(best);
    said.textContent = `A best move is ${best.move}.`;
  }
  said.dataset.hint = pos.position;
}
