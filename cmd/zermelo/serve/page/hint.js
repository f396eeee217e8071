// Hints: the first shows where a best move starts, the second shows the move.

import { byId } from './dom.js';
import { chance } from './values.js';

/** Shows the next hint for a position. */
export function hint(pos, board, role) {
  if (pos.terminal) return;
  const said = byId('play-said');
  if (pos.matrix) {
    const likely = pos.matrix.strategies[Math.max(0, role)].filter((c) => c.probability !== '0');
    said.textContent = `Perfect play: ${likely.map((c) => `${c.move} ${chance(c.probability)}`).join(', ')}.`;
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
