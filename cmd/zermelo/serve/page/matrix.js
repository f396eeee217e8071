// The payoff matrix of simultaneous moves, with the probabilities of perfect
// play.

import { element, named, roving } from './dom.js';
import { chance, isContest, level, number, short } from './values.js';

/**
 * Shows the matrix of a position. play is called with the chosen joint move. If
 * the person plays one role, pick is called with that role's move instead.
 * hidden hides payoffs and probabilities.
 */
export function showMatrix(place, pos, { hidden, play, pick, role }) {
  const { matrix: m, roles } = pos;
  const general = !isContest(pos);
  const strategies = m.strategies.map((list) => new Map(list.map((c) => [c.move, c])));
  const moves = new Map(pos.moves.map((move) => [move.move, move]));
  const shades = m.cells.flat().map((pair) => number(pair[0]));
  const [low, high] = [Math.min(...shades), Math.max(...shades)];

  const side = (which, name) => {
    const probability = strategies[which].get(name)?.probability ?? '0';
    const title = pick && which === role ? element('button', { type: 'button', className: 'pick' }, element('code', {}, name)) : element('code', {}, name);
    if (pick && which === role) title.addEventListener('click', () => pick(name));
    const cell = element('th', { scope: which === 0 ? 'row' : 'col', className: probability === '0' || hidden ? '' : 'likely' }, title);
    if (!hidden) cell.append(element('span', { className: 'chance' }, chance(probability)), bar(pos.paints[which], number(probability)));
    return cell;
  };
  const buttons = [];
  const lines = m.cells.map((line, i) => {
    const row = element('tr', {}, side(0, m.rows[i]));
    line.forEach((pair, j) => {
      const joint = `${m.rows[i]}+${m.columns[j]}`;
      const move = moves.get(joint);
      const worth = general ? pair.map(short).join(', ') : short(pair[0]);
      const button = element('button', { type: 'button', tabIndex: buttons.length === 0 ? 0 : -1, disabled: Boolean(pick) }, hidden ? '' : worth);
      button.setAttribute('aria-label', hidden ? joint : `${joint}: ${worth} for ${general ? roles.join(', ') : roles[0]}`);
      button.addEventListener('click', () => play(move));
      buttons.push(button);
      const likely = !hidden && move?.keeps;
      row.append(element('td', { className: `${hidden ? '' : level(number(pair[0]), low, high)}${likely ? ' likely' : ''}` }, button));
    });
    return row;
  });
  const corner = element('td', { className: 'corner' }, element('div', {}, named(pos.paints[0], roles[0]), ' ↓'), element('div', {}, named(pos.paints[1], roles[1]), ' →'));
  const table = element('table', { className: 'matrix', 'aria-labelledby': 'matrix-title', 'aria-describedby': 'matrix-about' },
    element('thead', {}, element('tr', {}, corner, ...m.columns.map((name) => side(1, name)))),
    element('tbody', {}, ...lines));
  roving(table, buttons, m.columns.length);
  place.replaceChildren(element('h2', { id: 'matrix-title' }, 'Payoffs'),
    element('p', { className: 'sub', id: 'matrix-about' }, about(pos, general, hidden, pick && roles[role])), element('div', { className: 'wide' }, table));
  if (!hidden && m.equilibria?.length) place.append(equilibria(pos));
}

/** Draws a bar in the colour of a role whose length is a probability. */
function bar(paint, probability) {
  const filled = element('span', { className: `c-${paint}` });
  filled.style.width = `${100 * probability}%`;
  return element('span', { className: 'probability', 'aria-hidden': 'true' }, filled);
}

/** Returns the explanation above the matrix. */
function about(pos, general, hidden, own) {
  if (own) return `Choose a move for ${own}. The other side moves simultaneously.`;
  if (hidden) return 'Choose a pair of moves.';
  const what = general ? `What ${pos.roles.join(' and ')} get` : `What ${pos.roles[0]} gets`;
  return `${what} after each pair of moves, and the probability of each move in perfect play. Framed: possible outcomes of perfect play. Choose a pair to continue.`;
}

/** Lists all pure equilibria of a general-sum game. */
function equilibria(pos) {
  const items = pos.matrix.equilibria.map((e) =>
    element('li', {}, element('code', {}, e.move), ` ${pos.roles.map((r, i) => `${r} ${short(e.payoffs[i])}`).join(', ')}`, e.selected ? ' (used by the solution)' : ''));
  return element('div', {}, element('h3', {}, 'Pure equilibria'), element('ul', { className: 'plain' }, ...items));
}
