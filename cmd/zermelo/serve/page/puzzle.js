// Puzzles from the table: positions where one of several moves keeps the value. They
// are found on random lines from the start.

const WALKS = 14;
const LONGEST = 80; // plies of a walk
const LEAST = 3; // moves to choose from

/** The lengths of puzzles, in plies to the end: from, to. */
export const lengths = { short: [1, 5], medium: [6, 15], long: [16, Infinity] };

/**
 * A puzzle of a length that is not among those seen: its position, or null if none
 * was met. position gives the position of a notation.
 */
export async function findPuzzle(position, length, seen) {
  const [from, to] = lengths[length];
  for (let walk = 0; walk < WALKS; walk++) {
    let pos = await position('');
    for (let ply = 0; ply < LONGEST && !pos.terminal; ply++) {
      if (isPuzzle(pos) && pos.value.plies >= from && pos.value.plies <= to && !seen.has(pos.position)) return pos;
      const good = pos.moves.filter((move) => move.keeps);
      const list = good.length > 0 && Math.random() < 0.5 ? good : pos.moves;
      pos = await position(list[Math.floor(Math.random() * list.length)].child);
    }
  }
  return null;
}

/** Whether exactly one of several moves keeps a win or a draw. */
function isPuzzle({ moves, mover }) {
  return mover >= 0 && moves.length >= LEAST && ['win', 'draw'].includes(moves[0].outcome)
    && moves[0].keeps && moves.slice(1).every((move) => move.keeps === false);
}
