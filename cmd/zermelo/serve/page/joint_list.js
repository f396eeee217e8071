// The list of joint moves where several roles move simultaneously, with the
// payoff of each role.

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
  const title = (text) => element('h2', { id: 'moves-title' }, text);
  if (pick) {
    place.replaceChildren(title(`Choose a move for ${roles[role]}`), element('p', { className: 'sub' }, 'The other sides move simultaneously.'),
      element('p', { className: 'chips' }, ...choices(pos, role).map(({ name }) => button(name, '', () => pick(name)))));
    if (hidden) return;
  } else {
    place.replaceChildren(title(`${moves.length === 1 ? '1 joint move' : `${moves.length} joint moves`}, with the payoffs`));
  }
  const head = [movers.map((r) => roles[r]).join('+'), ...(hidden ? [] : roles.map((name, r) => named(paints[r], name)))];
  place.append(tableOf(moves[0].keeps && !hidden ? 'Filled: perfect play can choose this joint move.' : '', head, moves.map((move) => [
    pick ? code(move.move) : button(move.move, hidden ? '' : `badge ${signal(pos, move).classes.join(' ')}`, () => play(move)),
    ...(hidden ? [] : roles.map((_, r) => (move.value.payoffs ? short(move.value.payoffs[r]) : '?')))])));
}
