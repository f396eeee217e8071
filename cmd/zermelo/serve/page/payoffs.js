// The payoffs of each role, in games of varying sum and after joint moves.

import { element, named, tableOf } from './dom.js';
import { choices, short, signal } from './values.js';

/**
 * Lists the joint moves of a position. play is called with the chosen move. If
 * the person plays one role, pick is called with that role's move instead.
 * hidden hides the payoffs.
 */
export function listJoint(place, pos, { hidden, play, pick, role }) {
  const { roles, paints, moves, movers } = pos;
  const code = (name) => element('code', {}, name);
  const button = (name, quality, act) => element('button', { type: 'button', className: `move ${quality}`, onclick: act }, code(name));
  place.replaceChildren(element('h2', { id: 'moves-title' }, pick ? `Choose a move for ${roles[role]}` : moves.length === 1 ? '1 joint move' : `${moves.length} joint moves`));
  if (pick) {
    place.append(element('p', { className: 'sub' }, 'The other sides move simultaneously.'),
      element('p', { className: 'chips' }, ...choices(pos, role).map(({ name }) => button(name, '', () => pick(name)))));
    if (hidden) return;
  }
  const head = [movers.map((r) => roles[r]).join('+'), ...(hidden ? [] : roles.map((name, r) => named(paints[r], name)))];
  place.append(tableOf(moves[0].keeps && !hidden ? 'Filled: perfect play can choose this joint move.' : '', head, moves.map((move) => [
    pick ? code(move.move) : button(move.move, hidden ? '' : `badge ${signal(pos, move).classes.join(' ')}`, () => play(move)),
    ...(hidden ? [] : roles.map((_, r) => (move.value.payoffs ? short(move.value.payoffs[r]) : '?')))])));
}

/**
 * Creates a table of the payoff that each role can secure and of the best total,
 * or nothing for zero-sum games and terminal positions.
 */
export function generalTable({ value, roles, paints, terminal }) {
  const { security, pure_security: pure, best_joint: best, payoffs } = value;
  if (!security || terminal) return '';
  return tableOf('Payoffs', ['', 'equilibrium', 'secured alone', 'by pure moves', 'best joint outcome'], roles.map((name, i) =>
    [named(paints[i], name), payoffs ? short(payoffs[i]) : 'not solved', short(security[i]), short(pure[i]), short(best[i])]));
}
