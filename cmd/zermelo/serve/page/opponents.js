// Opponents of different strength. They choose a move, or one side's move if
// several sides move simultaneously.

import { choices, isKnown, number } from './values.js';

/** The levels, strongest first. */
export const levels = ['perfect', 'strong', 'mcts', 'casual', 'random'];

/** Share of the moves that the strong opponent chooses like the casual one. */
const LAPSES = 0.1;

/** The worth of each result. */
const WORTH = { win: 1, draw: 0.5, loss: 0 };

/**
 * Returns the weight of a move for the casual opponent: the probability of a
 * move is its weight divided by the sum of all. worth is the value of the move
 * from 0, a loss, to 1, a win, and plies the number of plies to the end, or a
 * negative number if that does not count.
 *
 * A result in d plies appears as 1/2 + (worth − 1/2) · 2^(−d/6), so distant
 * wins and losses look like draws. The weight is e^(appearance/0.1), without
 * the constant factor e^5. A result that has no distance appears as one in 6
 * plies.
 */
const weight = (worth, plies) => Math.exp(((worth - 0.5) * (plies < 0 ? 0.5 : 2 ** (-plies / 6))) / 0.1);

/** Scales the numbers of a list from 0 to 1. Unknown numbers become 1/2. */
function scaled(list) {
  const known = list.filter(Number.isFinite);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return list.map((x) => (high > low && Number.isFinite(x) ? (x - low) / (high - low) : 0.5));
}

/** Returns the weights of the moves of a position for the casual opponent. */
function weights({ moves, mover, scores }) {
  const worths = scaled(moves.map(({ value }) => number(value.payoffs?.[mover])));
  return moves.map(({ outcome, value }, i) => (scores || !(outcome in WORTH) ? weight(worths[i], -1) : weight(WORTH[outcome], value.remoteness)));
}

/** Returns a random element of a list, with probabilities proportional to weights. */
function drawn(list, weights, random) {
  let left = random() * weights.reduce((a, b) => a + b, 0);
  return list.find((_, i) => (left -= weights[i]) < 0) ?? list[Math.floor(random() * list.length)];
}

/** Returns a random move of a position where the next move is random. */
export function roll({ moves }, random = () => crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32) {
  return drawn(moves, moves.map(({ probability }) => number(probability)), random);
}

const errs = (level, random) => level === 'casual' || (level === 'strong' && random() < LAPSES);

/** Returns the move of an opponent. random returns numbers from 0 to 1. */
export function choose(level, pos, random = Math.random) {
  const { moves } = pos;
  if (pos.mover < 0) {
    const joint = pos.movers.map((role) => chooseSide(level, pos, role, random)).join('+');
    return moves.find(({ move }) => move === joint);
  }
  if (level === 'random' || !isKnown(pos)) return drawn(moves, moves.map(() => 1), random);
  return errs(level, random) ? drawn(moves, weights(pos), random) : moves[0];
}

/** Returns the name of a role's move after a Monte Carlo tree search with the given result. */
export function chooseSearched({ mover, line, moves }, role, random = Math.random) {
  if (mover) return line[0];
  const own = moves.filter(({ by }) => by === role);
  return drawn(own, own.map(({ probability }) => probability), random).move;
}

/**
 * Returns the name of an opponent's move for one role of a simultaneous choice.
 * The worth of a move is the sum of its payoffs over the moves of the others.
 */
export function chooseSide(level, pos, role, random = Math.random) {
  const list = choices(pos, role);
  const shares = level === 'random' ? list.map(() => 1)
    : errs(level, random) ? scaled(list.map(({ total }) => total)).map((worth) => weight(worth, -1)) : list.map(({ probability }) => probability);
  return drawn(list, shares, random).name;
}
