// Puzzles: positions on random lines in which only one of several moves keeps
// the value.

const WALKS = 14;
const MAX_PLIES = 80; // maximum length of a random line, in plies
const MIN_MOVES = 3; // minimum number of moves

/** The range of each puzzle length, in plies to the end. */
export const lengths = { short: [1, 5], medium: [6, 15], long: [16, Infinity] };

/**
 * Returns a puzzle of the given length that is not in seen, or null if none was
 * found. position returns the position with a notation.
 */
export async function findPuzzle(position, length, seen) {
  const [from, to] = lengths[length];
  for (let walk = 0; walk < WALKS; walk++) {
    let pos = await position('');
    for (let ply = 0; ply < MAX_PLIES && !pos.terminal; ply++) {
      if (isPuzzle(pos) && pos.value.remoteness >= from && pos.value.remoteness <= to && !seen.has(pos.position)) return pos;
      const good = pos.moves.filter((move) => move.keeps);
      const list = good.length > 0 && Math.random() < 0.5 ? good : pos.moves;
      pos = await position(list[Math.floor(Math.random() * list.length)].child);
    }
  }
  return null;
}

/** Whether exactly one of several moves keeps a win or a draw. */
function isPuzzle({ moves, mover }) {
  return mover >= 0 && moves.length >= MIN_MOVES && ['win', 'draw'].includes(moves[0].outcome)
    && moves[0].keeps && moves.slice(1).every((move) => move.keeps === false);
}
