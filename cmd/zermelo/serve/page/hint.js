// Hints: first where a best move begins, then the move.

import { byId } from './dom.js';
import { chance } from './values.js';

/** Shows where a best move of a position begins, and when asked again the move. */
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
    said.textContent = 'A best move begins at the cell marked. Ask again for the move.';
  } else {
    board.show(best);
    said.textContent = `A best move is ${best.move}.`;
  }
  said.dataset.hint = pos.position;
}
