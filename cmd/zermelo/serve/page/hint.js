// Hints: a best move, or the probabilities of perfect play.

import { choices } from './values.js';

/** Shows a best move of a solved position on the board. Returns a sentence about it. */
export function hint(pos, board, role) {
  if (pos.mover < 0) {
    const likely = choices(pos, role).filter((c) => c.probability > 0);
    return `Perfect play: ${likely.map((c) => `${c.name} ${Math.round(100 * c.probability)} %`).join(', ')}.`;
  }
  const [best] = pos.moves;
  board.hint(best);
  board.show(best);
  return `A good move is ${best.move}.`;
}
