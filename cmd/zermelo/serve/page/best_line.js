// The line of perfect play from the position shown.

import { lineFrom } from './api.js';
import { byId, element } from './dom.js';
import { isKnown } from './values.js';

const DELAY = 250; // time in ms before a request, so that quick steps send none
const MAX_MOVES = 60; // maximum length of a line

let known = { moves: [], positions: [] }; // the last reply
let timer = 0;

/**
 * Shows the best line from a position of a table. plies is the number of moves
 * before it.
 */
export function showBestLine(table, pos, plies, hidden) {
  const place = byId('best-line');
  clearTimeout(timer);
  place.hidden = true;
  if (hidden || pos.terminal || pos.unstored || table.stochastic || !isKnown(pos) || table.kind === 'proof') return;
  const show = () => {
    const at = known.game === table.game ? known.positions.findIndex(({ position }) => position === pos.position) : -1;
    const moves = known.moves.slice(at);
    place.hidden = at < 0 || moves.length === 0;
    place.querySelector('p').replaceChildren(...moves.flatMap((move, i) => [element('span', { className: 'named' }, `${plies + i + 1}. `, element('code', {}, move)), ' ']), known.moves.length < MAX_MOVES ? '' : '…');
    return !place.hidden;
  };
  if (show()) return;
  const mine = (timer = setTimeout(async () => {
    const found = await lineFrom(table.id, pos.position, MAX_MOVES).catch(() => null);
    if (!found || mine !== timer) return;
    known = found;
    show();
  }, DELAY));
}
