// Keyboard shortcuts. Single-character shortcuts can be switched off, because
// speech input may trigger them (WCAG 2.2, 2.1.4).

import { byId } from './dom.js';

/**
 * Calls the actions, named by key, and digit with the number of a digit key.
 * Both receive the event.
 */
export function listenToKeys(actions, digit) {
  const letters = byId('letters');
  letters.checked = localStorage.getItem('letters') !== 'off';
  letters.addEventListener('change', () => localStorage.setItem('letters', letters.checked ? 'on' : 'off'));
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest('input:not([type=checkbox]), select, textarea, dialog[open]')) return;
    const { key } = event;
    if (key.length === 1 && !letters.checked) return;
    const act = actions[key.length === 1 ? key.toLowerCase() : key];
    if (act) act(event);
    else if (/^[1-9]$/.test(key)) digit(Number(key), event);
    else return;
    event.preventDefault();
  });
}
