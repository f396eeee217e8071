// The list of moves, best first, grouped by value.

import { element } from './dom.js';
import { grouped, percent, shareOf, signal, words, worth } from './values.js';

/** Maximum number of moves listed initially. */
const MAX_LISTED = 120;

/**
 * Lists the moves of a position, as one group if values are hidden.
 * play is called with the chosen move, show with the hovered or focused move,
 * or undefined.
 */
export function listMoves(place, pos, moves, options) {
  const { hidden, listed = MAX_LISTED } = options;
  const groups = hidden ? [moves] : grouped(pos, moves);
  let left = listed;
  const items = [];
  for (const group of groups) {
    const seen = group.slice(0, left);
    left -= seen.length;
    if (seen.length > 0) items.push(item(pos, group, seen, options));
  }
  const list = element('ol', { className: 'moves' }, ...items);
  steer(list);
  const title = moves.length === pos.moves.length ? heading(pos, moves, hidden) : `${moves.length} of ${pos.moves.length} moves`;
  place.replaceChildren(element('h2', { id: 'moves-title' }, title), list);
  if (moves.length > listed) {
    const more = element('button', { type: 'button' }, `Show all ${moves.length} moves`);
    more.addEventListener('click', () => {
      listMoves(place, pos, moves, { ...options, listed: Infinity });
      place.querySelectorAll('.move')[listed].focus();
    });
    place.append(more);
  }
}

function heading(pos, moves, hidden) {
  if (pos.chance) return moves.length === 1 ? '1 outcome' : `${moves.length} outcomes`;
  const count = moves.length === 1 ? '1 move' : `${moves.length} moves`;
  if (hidden) return count;
  const keep = moves.filter((m) => m.keeps).length;
  const unknown = moves.filter((m) => m.keeps === null).length;
  if (unknown > 0) return `${count}, ${keep} proven to keep the value, ${unknown} not known`;
  if (moves.length > 1 && keep === 1) return `${count}, only one keeps the value`;
  if (keep > 0 && keep < moves.length) return `${count}, ${keep} keep the value (${Math.round((100 * keep) / moves.length)} %)`;
  return keep === moves.length && keep > 1 ? `${count}, all keep the value` : count;
}

/** Creates a group: its value, and a button per move. */
function item(pos, group, seen, { hidden, locked, play, show }) {
  const buttons = element('span', { className: 'chips' }, ...seen.map((move) => {
    const button = chip(pos, move, hidden);
    button.setAttribute('aria-disabled', String(locked));
    button.addEventListener('click', () => play(move));
    for (const name of ['mouseenter', 'focus']) button.addEventListener(name, () => show(move));
    for (const name of ['mouseleave', 'blur']) button.addEventListener(name, () => show(null));
    return button;
  }));
  if (hidden) return element('li', {}, buttons);
  const title = worth(pos, group[0]) + (group.length > 1 ? `: ${group.length} ${pos.chance ? 'outcomes' : 'moves'}` : '');
  return element('li', {}, element('span', { className: 'worth' }, title, ...bar(pos, group[0].value)), buttons);
}

/** Creates a bar that divides the range of payoffs between the roles. */
function bar(pos, value) {
  const share = shareOf(pos, value);
  if (share === null) return [];
  const [own, other = 'even'] = pos.paints;
  const filled = element('span', { className: `c-${own}` });
  filled.style.width = `${100 * share}%`;
  return [element('span', { 'className': `probability c-${other}`, 'role': 'img', 'aria-label': pos.scale.probability ? `${pos.roles[0]} ${percent(share)}` : `${percent(share)} of the range` }, filled)];
}

/** Creates the button of a move, with its signal unless values are hidden. */
function chip(pos, move, hidden) {
  // Without a board, the buttons show words.
  const text = pos.board.width ? move.move : move.move.replace(/[.:]+/g, ' ');
  const name = element('code', {}, text);
  if (hidden) return element('button', { type: 'button', className: 'move' }, name);
  const { sign, number, classes } = signal(pos, move);
  let said = `${text}${sign ? '' : ` ${number}`}: ${words(move.value.words)}`; // contains the visible text
  if (pos.chance) said += `; probability ${move.probability}`;
  if (move.replies) said += `; ${move.replies.count} of ${move.replies.of} replies keep it`;
  if (move.keeps === null) said += '; not known whether it keeps the value';
  const shown = sign || number;
  return element('button', { type: 'button', className: `move badge ${classes.join(' ')}`, title: said, 'aria-label': said },
    name, ' ', shown && element('span', { className: 'sign' }, shown));
}

/** Up, Down, Home and End move between the moves. */
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
