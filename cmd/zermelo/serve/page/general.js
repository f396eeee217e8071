// Values of general-sum games: the payoff that each role can secure, and the
// best total.

import { element } from './dom.js';
import { short } from './values.js';

/**
 * Creates a table of these values, or nothing for zero-sum games and terminal
 * positions.
 */
export function generalTable(pos) {
  const { security, pure_security: pure, best_joint: best, payoffs } = pos.value;
  if (!security || pos.terminal) return '';
  const head = ['', 'equilibrium', 'secured alone', 'by pure moves', 'best joint outcome'];
  return element('div', { className: 'wide' }, element('table', { className: 'general' },
    element('caption', {}, 'Payoffs'),
    element('thead', {}, element('tr', {}, ...head.map((text, i) => (i === 0 ? element('td') : element('th', { scope: 'col' }, text))))),
    element('tbody', {}, ...pos.roles.map((role, i) =>
      element('tr', {}, element('th', { scope: 'row' }, role),
        ...[payoffs[i], security[i], pure[i], best[i]].map((x) => element('td', {}, short(x))))))));
}
