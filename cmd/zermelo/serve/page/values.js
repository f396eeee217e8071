// Values in numbers, words, signs and classes of colour. A colour never stands
// alone: wherever one is used there is a sign or a word too.

/** An exact rational, as in "100" or "25/2", as a number near it. */
export function number(exact) {
  const [above, below] = String(exact).split('/');
  if (!below) return Number(above);
  const scale = 1000000n;
  return Number((BigInt(above) * scale) / BigInt(below)) / Number(scale);
}

/** A rational for people: exact while it is short, else two digits. */
export function short(exact) {
  return String(exact).length <= 7 ? String(exact) : `≈${number(exact).toFixed(2)}`;
}

/** A probability for people, in per cent where it is neither 0 nor 1. */
export function chance(exact) {
  if (exact === '0') return 'never';
  if (exact === '1') return 'always';
  const percent = `${(100 * number(exact)).toFixed(1)} %`;
  return String(exact).length <= 7 ? `${exact} (${percent})` : percent;
}

/** Words, if there are any, with rationals of more digits than anyone reads shortened. */
export function words(text = '') {
  return text.replace(/-?\d{8,}\/\d+ \((-?[\d.]+)\)/g, '≈$1');
}

/** The text with a capital first letter. */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether a position is of a game where one role's gain is the other's loss. */
export function isContest(pos) {
  return pos.roles.length === 2 && !pos.value.security;
}

/**
 * Who is better off: 0 or 1 for the role that gets more, -1 for equal shares,
 * null where that says nothing: no contest, or nothing proven.
 */
export function leader(pos) {
  const [a, b] = (pos.value.payoffs ?? []).map(number);
  if (!isContest(pos) || b === undefined) return null;
  return a > b ? 0 : b > a ? 1 : -1;
}

/** The sign of a result for the player who moves. */
const SIGNS = { win: '✓', draw: '=', loss: '✕', unknown: '?' };

/** What a move brings its player: win, draw, loss or unknown; pay where there is more than that. */
function kind(pos, move) {
  if (move.outcome) return move.outcome;
  return move.value.payoffs ? 'pay' : 'unknown';
}

/** Whether two moves of a position are worth the same: wins and losses also by how soon they come. */
export function isEqual(pos, a, b) {
  const kinds = kind(pos, a);
  if (kinds !== kind(pos, b) || a.keeps !== b.keeps) return false;
  if (kinds === 'unknown') return a.value.words === b.value.words;
  if (String(a.value.payoffs) !== String(b.value.payoffs)) return false;
  return pos.scores || kinds === 'draw' || a.value.plies === b.value.plies;
}

/**
 * The signal of a move for the role that makes it: a sign, a short number, and
 * the classes of its look. The first class says how good the move is: best,
 * keeps (what the position is worth, but not the best), gives (something away)
 * or unknown; the second what it brings. Where a game can be won by more and by
 * less, the score counts and not how soon.
 */
export function signal(pos, move) {
  const what = kind(pos, move);
  const best = pos.moves[0];
  const quality = { false: 'gives', null: 'unknown' }[move.keeps] ?? (isEqual(pos, move, best) ? 'best' : 'keeps');
  return { sign: SIGNS[what] ?? '', number: amount(pos, move, what), classes: [quality, what === 'unknown' ? 'pay' : what] };
}

/** A score, a payoff or a number of plies; '' where there is nothing to say. */
function amount(pos, move, what) {
  const { plies, payoffs } = move.value;
  if (what === 'unknown') return '';
  if (!pos.scores && what !== 'pay') return what === 'draw' || plies <= 0 ? '' : String(plies);
  const own = payoffs[Math.max(0, pos.mover)];
  return isLead(payoffs) ? lead(own) : short(own);
}

/** What a move is worth, in words beside its signal: plies, or the score. */
export function worth(pos, move) {
  const what = kind(pos, move);
  const { plies } = move.value;
  const said = words(move.value.words).replace(/^(equilibrium|final) payoffs /, '');
  if (pos.scores) return said.replace(/ in \d+ (ply|plies)$/, '');
  if (what === 'draw') return 'draw';
  if (what === 'pay' || what === 'unknown' || plies < 0) return said;
  return plies === 0 ? said : `${plies} ${plies === 1 ? 'ply' : 'plies'}`;
}

/** Moves of a position, in its order, in groups of those that are worth the same. */
export function grouped(pos, moves) {
  const groups = [];
  for (const move of moves) {
    const group = groups.find(([first]) => isEqual(pos, first, move));
    if (group) group.push(move);
    else groups.push([move]);
  }
  return groups;
}

/** Whether what one role gets is what the other one loses. */
function isLead(payoffs) {
  return payoffs.length === 2 && number(payoffs[0]) + number(payoffs[1]) === 0;
}

/** By how much a role is ahead, as in +8 and −8; = for not at all. */
function lead(exact) {
  const x = number(exact);
  return x === 0 ? '=' : x > 0 ? `+${short(exact)}` : short(exact).replace('-', '−');
}

/** One of four classes for how near a number is to the upper of two ends. */
export function level(x, low, high) {
  return high > low ? `p${Math.round((3 * (x - low)) / (high - low))}` : 'p3';
}

/**
 * How the evaluation bar is divided: the share of role 0, from 0 to 1, and a
 * short text. A win fills it the more the sooner it comes. Null where one role's
 * gain is not the other's loss.
 */
export function balance(pos) {
  const { plies, payoffs, estimate } = pos.value;
  if (!isContest(pos)) return null;
  if (!payoffs) return { share: (1 + (estimate ?? 0)) / 2, text: '?' };
  const [a, b] = payoffs.map(number);
  const leads = a > b ? 1 : a < b ? -1 : 0;
  if (pos.scores) {
    const ahead = Math.abs(a - b) / 2;
    return { share: 0.5 + (leads * ahead) / (2 * (ahead + 3)), text: leads === 0 ? '' : isLead(payoffs) ? lead(payoffs[leads < 0 ? 1 : 0]) : short(payoffs[leads < 0 ? 1 : 0]) };
  }
  if (plies < 0 && a * b > 0 && a !== b) return { share: a / (a + b), text: short(payoffs[0]) };
  const near = plies < 0 ? 0.9 : 1 - (0.3 * plies) / (plies + 20);
  return { share: 0.5 + (leads * near) / 2, text: leads === 0 ? '' : plies > 0 ? String(plies) : '' };
}
