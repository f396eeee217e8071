// The evaluation bar next to the board.

import { element } from './dom.js';
import { balance, words } from './values.js';

/**
 * Shows the evaluation bar of a position. The bar is empty if the position has
 * no such value or values are hidden.
 */
export function showBar(place, pos, { hidden, turned }) {
  const divided = balance(pos);
  place.hidden = divided === null;
  place.classList.toggle('turned', turned);
  if (divided === null) return;
  const { share, text } = hidden ? { share: 0.5, text: '' } : divided;
  const parts = pos.paints.map((paint, role) => {
    const part = element('div', { className: `part c-${paint}` });
    part.style.flexGrow = Math.max(0.02, role === 0 ? share : 1 - share);
    if (text && role === (share < 0.5 ? 1 : 0)) part.append(element('span', {}, text));
    return part;
  });
  place.setAttribute('role', 'img');
  place.setAttribute('aria-label', hidden ? 'The value is hidden' : `Value: ${words(pos.value.words)}`);
  place.replaceChildren(...parts);
}
