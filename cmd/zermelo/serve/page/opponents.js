// Opponents of different strength. They choose a move, or one side's move if
// both move simultaneously.

import { choices, isKnown } from './values.js';

/** The opponents by name, strongest first. */
export const opponents = {
  'perfect': 'perfect play',
  'hardest': 'perfect play, hardest to beat',
  'errs-10': 'errs in 10 % of its moves',
  'errs-30': 'errs in 30 % of its moves',
  'greedy': 'greedy: looks one move ahead',
  'random': 'plays at random',
};

/** Maximum number of moves compared by the hardest defence. */
const MAX_COMPARED = 12;

const any = (list) => list[Math.floor(Math.random() * list.length)];
const errs = (name) => Math.random() < Number(name.match(/\d+/) ?? 0) / 100;

/** Returns the move of an opponent. child returns the position after a move. */
export async function choose(name, pos, child) {
  const { moves } = pos;
  if (pos.mover < 0) {
    const joint = pos.movers.map((role) => chooseSide(name, pos, role)).join('+');
    return moves.find(({ move }) => move === joint);
  }
  if (name === 'random' || !isKnown(pos)) return any(moves);
  if (name === 'greedy') return greedy(pos);
  if (errs(name)) {
    const errors = moves.filter((move) => move.keeps === false);
    if (errors.length > 0) return any(errors);
  }
  return name === 'hardest' ? hardest(pos, child) : moves[0];
}

/**
 * Returns a move that ends the game favourably, or else a move that does not
 * end it unfavourably.
 */
function greedy({ moves }) {
  const rating = (move) => (move.value.remoteness === 0 ? { win: 1, loss: -1 }[move.outcome] ?? 0 : 0);
  const best = Math.max(...moves.map(rating));
  return any(moves.filter((move) => rating(move) === best));
}

/**
 * Of several equally good moves, returns the move after which the other side
 * has the fewest value-keeping replies.
 */
async function hardest(pos, child) {
  const same = pos.moves.filter((move) => move.keeps !== false).slice(0, MAX_COMPARED);
  if (same.length < 2 || pos.moves[0].outcome === 'win') return pos.moves[0];
  const shares = await Promise.all(same.map(async (move) => {
    const next = await child(move);
    return next.moves.length === 0 ? 0 : next.moves.filter((m) => m.keeps !== false).length / next.moves.length;
  }));
  return same[shares.indexOf(Math.min(...shares))];
}

/** Returns the name of an opponent's move for one role of a simultaneous choice. */
export function chooseSide(name, pos, role) {
  const list = choices(pos, role);
  if (name === 'random' || errs(name)) return any(list).name;
  if (name === 'greedy') return list.reduce((best, c) => (c.total > best.total ? c : best)).name;
  let left = Math.random();
  return (list.find((c) => (left -= c.probability) < 0) ?? any(list)).name;
}
