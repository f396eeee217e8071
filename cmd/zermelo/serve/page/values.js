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

/**
 * The badge of a move for the role that makes it: a short text and the classes
 * of its colour. Payoffs are shaded by how they compare with those of the other
 * moves of the position, wins and losses by how soon they come. Where a game can be
 * won by more and by less, that counts and not how soon.
 */
export function badge(pos, move) {
  const { plies } = move.value;
  const soon = plies < 0 ? 's1' : plies <= 3 ? 's0' : plies <= 9 ? 's1' : plies <= 19 ? 's2' : 's3';
  const far = plies < 0 ? '' : plies;
  switch (pos.scores ? '' : move.outcome) {
    case 'win':
      return { text: plies === 0 ? 'won' : `+${far}`, classes: ['win', soon] };
    case 'draw':
      return { text: '=', classes: ['draw'] };
    case 'loss':
      return { text: plies === 0 ? 'lost' : `−${far}`, classes: ['loss', soon] };
  }
  const role = Math.max(0, pos.mover);
  const mine = (m) => number(m.value.payoffs?.[role] ?? NaN);
  const own = mine(move);
  if (Number.isNaN(own)) return { text: '?', classes: ['unknown'] };
  const all = pos.moves.map(mine).filter((x) => !Number.isNaN(x));
  return { text: (isLead(move.value.payoffs) ? lead : short)(move.value.payoffs[role]), classes: ['pay', level(own, Math.min(...all), Math.max(...all))] };
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
