// The buttons and keys that move along a line.

import { byId } from './dom.js';

/**
 * Connects buttons and keys. actions maps the ids of the buttons below the
 * board to functions. settled returns a promise that resolves when the last
 * requested position is shown. isLocked reports whether all actions but restart
 * are ignored. The other functions handle further keys; choose receives the
 * number of a move.
 */
export function listen({ actions, settled, isLocked, flip, editor, toMoves, forget, choose }) {
  // Actions wait until the previous position is shown.
  let waiting = 0;
  let queue = Promise.resolve();
  const enqueue = (act) => {
    if (isLocked() && act !== actions.restart) return;
    waiting++;
    queue = queue.then(async () => {
      if (!byId('explorer').hidden) act();
      await settled();
    }).catch(reportError).finally(() => waiting--);
  };
  for (const [id, act] of Object.entries(actions)) byId(id).addEventListener('click', () => enqueue(act));
  byId('new-game').addEventListener('click', () => enqueue(actions.restart));
  byId('flip').addEventListener('click', flip);
  byId('edit-open').addEventListener('click', () => editor.toggle());
  byId('help-open').addEventListener('click', openHelp);
  // Ctrl-Z undoes the last edit or the last move.
  document.addEventListener('keydown', (event) => {
    if (byId('explorer').hidden || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
    if (event.target.closest('textarea, dialog[open]')) return;
    if (!editor.undo()) {
      if (event.target.closest('input')) return;
      enqueue(actions.back);
    }
    event.preventDefault();
  });
  const here = (act) => () => !byId('explorer').hidden && act();
  // Ignores key repeats while an action is pending.
  const inTurn = (act) => (event) => !byId('explorer').hidden && !(event.repeat && waiting > 0) && enqueue(act);
  listenToKeys({
    'ArrowLeft': inTurn(actions.back), 'ArrowRight': inTurn(actions.forward), 'Home': inTurn(actions.first), 'End': inTurn(actions.last),
    'ArrowDown': here(toMoves), 'Escape': here(forget),
    'b': inTurn(actions.best), 'p': inTurn(actions.auto), 's': inTurn(actions.restart), 'e': here(editor.open), 'f': here(flip),
    '?': openHelp,
  }, (n, event) => inTurn(() => choose(n))(event));
}

/** Opens the help dialog, scrolled to the top. */
function openHelp() {
  byId('help').showModal();
  byId('help-title').focus();
}

/**
 * Calls the actions, named by key, and digit with the number of a digit key.
 * Both receive the event. Single-character shortcuts can be switched off, because
 * speech input may trigger them (WCAG 2.2, 2.1.4).
 */
function listenToKeys(actions, digit) {
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
