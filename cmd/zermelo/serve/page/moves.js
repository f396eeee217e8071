// The list of moves, best first.

import { element } from './dom.js';
import { badge, words } from './values.js';

/** How many moves are listed before the rest is asked for. */
const LISTED = 120;

/**
 * Lists moves of a position in a place of the page. With hidden values they
 * come in the order of their names. The options: play is called with the move
 * chosen, show with the one pointed at, or with none.
 */
export function listMoves(place, pos, moves, { hidden, play, show, listed = LISTED }) {
  const sorted = hidden ? [...moves].sort((a, b) => a.move.localeCompare(b.move, 'en', { numeric: true })) : moves;
  const items = sorted.slice(0, listed).map((move, i) => {
    const button = element('button', { type: 'button', className: 'move' }, ...row(pos, move, i, hidden));
    button.addEventListener('click', () => play(move));
    for (const name of ['mouseenter', 'focus']) button.addEventListener(name, () => show(move));
    for (const name of ['mouseleave', 'blur']) button.addEventListener(name, () => show(null));
    return element('li', {}, button);
  });
  const list = element('ol', { className: 'moves' }, ...items);
  list.style.setProperty('--names', `${Math.min(24, Math.max(...items.map((_, i) => sorted[i].move.length)))}ch`);
  steer(list);
  const title = moves.length === pos.moves.length ? heading(pos, moves, hidden) : `${moves.length} of ${pos.moves.length} moves`;
  place.replaceChildren(element('h2', { id: 'moves-title' }, title), list);
  if (sorted.length > listed) {
    const more = element('button', { type: 'button' }, `Show all ${sorted.length} moves`);
    more.addEventListener('click', () => {
      listMoves(place, pos, moves, { hidden, play, show, listed: Infinity });
      place.querySelectorAll('.move')[listed].focus();
    });
    place.append(more);
  }
}

function heading(pos, moves, hidden) {
  const count = moves.length === 1 ? '1 move' : `${moves.length} moves`;
  if (hidden) return count;
  const keep = moves.filter((m) => m.keeps).length;
  const unknown = moves.filter((m) => m.keeps === null).length;
  if (unknown > 0) return `${count}, ${keep} proven to keep the value, ${unknown} not known`;
  if (moves.length > 1 && keep === 1) return `${count}, only one keeps the value`;
  if (keep > 0 && keep < moves.length) return `${count}, ${keep} keep the value`;
  return keep === moves.length && keep > 1 ? `${count}, all keep the value` : count;
}

/** The parts of one line: rank, badge, move, value in words. */
function row(pos, move, i, hidden) {
  const rank = element('span', { className: 'rank', 'aria-hidden': 'true' }, String(i + 1));
  const name = element('code', {}, move.move);
  if (hidden) return [rank, name];
  const { text, classes } = badge(pos, move);
  let more = words(move.value.words).replace(/^equilibrium payoffs /, '');
  if (move.replies) more += `; ${move.replies.count} of ${move.replies.of} replies keep it`;
  return [
    rank,
    element('span', { className: `badge ${classes.join(' ')}`, 'aria-hidden': 'true' }, text),
    name,
    element('span', { className: 'means' }, more),
    element('span', { className: 'keeps' }, { true: 'keeps', null: 'not known' }[move.keeps] ?? ''),
  ];
}

/** Up, Down, Home and End move among the moves. */
function steer(list) {
  list.addEventListener('keydown', (event) => {
    const all = [...list.querySelectorAll('.move')];
    const at = all.indexOf(document.activeElement);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    all[to]?.focus();
  });
}
