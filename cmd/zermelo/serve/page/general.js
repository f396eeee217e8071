// What else is known about a position of a game that is no contest: what each
// role can secure alone, and what they could get together.

import { element } from './dom.js';
import { short } from './values.js';

/** A table of those values; nothing for contests and at the end of the game. */
export function generalTable(pos) {
  const { security, pure_security: pure, best_joint: best, payoffs } = pos.value;
  if (!security || pos.terminal) return '';
  const head = ['', 'equilibrium', 'secured alone', 'by pure moves', 'best together'];
  return element('div', { className: 'wide' }, element('table', { className: 'general' },
    element('caption', {}, 'What each role gets'),
    element('thead', {}, element('tr', {}, ...head.map((text, i) => (i === 0 ? element('td') : element('th', { scope: 'col' }, text))))),
    element('tbody', {}, ...pos.roles.map((role, i) =>
      element('tr', {}, element('th', { scope: 'row' }, role),
        ...[payoffs[i], security[i], pure[i], best[i]].map((x) => element('td', {}, short(x))))))));
}
