// Formatting of values as numbers, words, signs and colour classes. Colours are
// always accompanied by a sign or word.

/** Converts an exact rational such as "100" or "25/2" to a number. */
export function number(exact) {
  const [above, below] = String(exact).split('/');
  if (!below) return Number(above);
  const scale = 1000000n;
  return Number((BigInt(above) * scale) / BigInt(below)) / Number(scale);
}

/** Formats a rational: exactly if it is short, otherwise with two decimal places. */
export function short(exact) {
  return String(exact).length <= 7 ? String(exact) : `≈${number(exact).toFixed(2)}`;
}

/** Formats a probability, as a percentage unless it is 0 or 1. */
export function chance(exact) {
  if (exact === '0') return 'never';
  if (exact === '1') return 'always';
  const percent = `${(100 * number(exact)).toFixed(1)} %`;
  return String(exact).length <= 7 ? `${exact} (${percent})` : percent;
}

/** Formats a share from 0 to 1 as a percentage that is 0 or 100 only if the share is 0 or 1. */
export function percent(share) {
  const text = (100 * share).toFixed(1);
  return `${share > 0 && text === '0.0' ? '< 0.1' : share < 1 && text === '100.0' ? '> 99.9' : text.replace('.0', '')} %`;
}

/** Shortens long rationals in a text. */
export function words(text = '') {
  return text.replace(/-?\d{8,}\/\d+ \((-?[\d.]+)\)/g, '≈$1');
}

/** Capitalizes the first letter. */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether the moves of a position are sorted by value: it is solved or was searched. */
export function isKnown(pos) {
  return Boolean(pos.value.payoffs || pos.searched);
}

/** Whether a position belongs to a two-player constant-sum game. */
export function isContest(pos) {
  return pos.roles.length === 2 && !pos.value.security;
}

/**
 * Returns the leading role, -1 for equal payoffs, or null if there is no
 * leader: in general-sum games, or if nothing is proven.
 */
export function leader(pos) {
  const [a, b] = (pos.value.payoffs ?? []).map(number);
  if (!isContest(pos) || b === undefined) return null;
  return a > b ? 0 : b > a ? 1 : -1;
}

/**
 * Returns the share of the range of payoffs that a role gets, from 0 to 1. It is
 * null if nothing is known or the position has no scale.
 */
export function shareOf({ scale }, { payoffs }, role = 0) {
  if (!scale || !payoffs?.length) return null;
  const share = scale.high > scale.low ? (number(payoffs[0]) - scale.low) / (scale.high - scale.low) : 1;
  return role === 0 ? share : 1 - share;
}

/** Returns the result of a finished game for a role: won, drawn or lost. */
export function resultFor({ value }, role) {
  const payoffs = value.payoffs.map(number);
  const best = Math.max(...payoffs.filter((_, other) => other !== role));
  return payoffs[role] > best ? 'won' : payoffs[role] < best ? 'lost' : 'drawn';
}

/**
 * Returns the moves of one role in a simultaneous choice as {name, probability,
 * total}: the probability in perfect play, and the sum of the role's payoffs
 * over the moves of the others.
 */
export function choices({ moves, movers }, role) {
  const found = new Map();
  for (const { move, keeps, probability = keeps && found.size === 0 ? '1' : '0', value } of moves) {
    const name = move.split('+')[movers.indexOf(role)];
    if (!found.has(name)) found.set(name, { name, probability: 0, total: 0 });
    found.get(name).probability += number(probability);
    found.get(name).total += number(value.payoffs?.[role] ?? 0);
  }
  return [...found.values()];
}

/** The sign of a result for the player who moves. */
const SIGNS = { win: '✓', draw: '=', loss: '✕', unknown: '?' };

/**
 * Returns the result of a move for its player: win, draw, loss or unknown, or
 * pay in games with payoffs.
 */
function kind(pos, move) {
  if (move.outcome) return move.outcome;
  return move.value.payoffs ? 'pay' : 'unknown';
}

/** Whether two moves are equally good. Wins and losses must also have the same length. */
export function isEqual(pos, a, b) {
  const kinds = kind(pos, a);
  if (kinds !== kind(pos, b) || a.keeps !== b.keeps) return false;
  if (kinds === 'unknown') return a.value.words === b.value.words;
  if (String(a.value.payoffs) !== String(b.value.payoffs)) return false;
  return pos.scores || kinds === 'draw' || a.value.remoteness === b.value.remoteness;
}

/**
 * Returns the signal of a move for the role that makes it: a sign, a short
 * number, and CSS classes. The first class is the quality: best, keeps (keeps
 * the value but is not best), gives (loses value) or unknown. The second class
 * is the result. In games with scores, the score counts and not the length.
 */
export function signal(pos, move) {
  if (pos.chance) return { sign: '', number: percent(number(move.probability)), classes: [] };
  const what = kind(pos, move);
  const best = pos.moves[0];
  const quality = { false: 'gives', null: 'unknown' }[move.keeps] ?? (pos.mover < 0 || isEqual(pos, move, best) ? 'best' : 'keeps');
  return { sign: SIGNS[what] ?? '', number: amount(pos, move, what), classes: [quality, what === 'unknown' ? 'pay' : what] };
}

/** Returns a score, a payoff or a number of plies, or ''. */
function amount(pos, move, what) {
  const { remoteness: plies, payoffs } = move.value;
  if (what === 'unknown') return '';
  if (!pos.scores && what !== 'pay') return what === 'draw' || plies <= 0 ? '' : String(plies);
  if (pos.scale?.probability) return percent(shareOf(pos, move.value, Math.max(0, pos.mover)));
  const own = payoffs[Math.max(0, pos.mover)];
  return isLead(payoffs) ? lead(own) : short(own);
}

/** Describes the value of a move next to its signal: plies, the score, or a probability. */
export function worth(pos, move) {
  const what = kind(pos, move);
  const { remoteness: plies, expected_plies: expected = 0 } = move.value;
  if (pos.scale?.probability && plies !== 0) return `${pos.roles[0]} ${percent(shareOf(pos, move.value))}, ${expected.toFixed(1)} plies`;
  const said = words(move.value.words).replace(/^(equilibrium|final) payoffs /, '');
  if (pos.scores) return said.replace(/ in \d+ (ply|plies)$/, '');
  if (what === 'draw') return 'draw';
  if (what === 'pay' || what === 'unknown' || plies < 0) return said;
  return plies === 0 ? said : `${plies} ${plies === 1 ? 'ply' : 'plies'}`;
}

/** Groups the moves of a position by value, preserving the order. */
export function grouped(pos, moves) {
  const groups = [];
  for (const move of moves) {
    const group = groups.find(([first]) => isEqual(pos, first, move));
    if (group) group.push(move);
    else groups.push([move]);
  }
  return groups;
}

/** Whether the payoffs sum to zero. */
function isLead(payoffs) {
  return payoffs.length === 2 && number(payoffs[0]) + number(payoffs[1]) === 0;
}

/** Formats the lead of a role, such as +8 or −8; = if there is none. */
function lead(exact) {
  const x = number(exact);
  return x === 0 ? '=' : x > 0 ? `+${short(exact)}` : short(exact).replace('-', '−');
}

/** Returns one of four classes for a number between low and high. */
export function level(x, low, high) {
  return high > low ? `p${Math.round((3 * (x - low)) / (high - low))}` : 'p3';
}

/**
 * Returns the division of the evaluation bar: the share of role 0, from 0 to 1,
 * and a short text. Faster wins fill more of the bar. Returns null for
 * general-sum games.
 */
export function balance(pos) {
  const { remoteness: plies, payoffs, estimate } = pos.value;
  if (!isContest(pos)) return null;
  if (!payoffs) return { share: (1 + (estimate ?? 0)) / 2, text: '?' };
  const [a, b] = payoffs.map(number);
  const share = shareOf(pos, pos.value);
  if (share !== null) return { share, text: pos.scale.probability ? String(Math.round(100 * Math.max(share, 1 - share))) : short(payoffs[share < 0.5 ? 1 : 0]) };
  const leads = a > b ? 1 : a < b ? -1 : 0;
  if (pos.scores) {
    const ahead = Math.abs(a - b) / 2;
    return { share: 0.5 + (leads * ahead) / (2 * (ahead + 3)), text: leads === 0 ? '' : isLead(payoffs) ? lead(payoffs[leads < 0 ? 1 : 0]) : short(payoffs[leads < 0 ? 1 : 0]) };
  }
  if (plies < 0 && a * b > 0 && a !== b) return { share: a / (a + b), text: short(payoffs[0]) };
  const near = plies < 0 ? 0.9 : 1 - (0.3 * plies) / (plies + 20);
  return { share: 0.5 + (leads * near) / 2, text: leads === 0 ? '' : plies > 0 ? String(plies) : '' };
}
