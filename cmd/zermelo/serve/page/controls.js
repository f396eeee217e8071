// The buttons and keys that move along a line.

import { byId } from './dom.js';
import { listenToKeys } from './keys.js';

/**
 * Connects buttons and keys. actions are what the buttons below the board do, by their
 * ids; settled promises that the position last asked for is shown. The rest is what other
 * keys do: flip, toMoves, forget what was chosen, and choose a move by its number.
 */
export function listen({ actions, settled, flip, editor, toMoves, forget, choose }) {
  // What is pressed while a position is on its way is done when that is shown.
  let waiting = 0;
  let queue = Promise.resolve();
  const enqueue = (act) => {
    waiting++;
    queue = queue.then(async () => {
      if (!byId('explorer').hidden) act();
      await settled();
    }).catch(reportError).finally(() => waiting--);
  };
  for (const [id, act] of Object.entries(actions)) byId(id).addEventListener('click', () => enqueue(act));
  byId('take-back').addEventListener('click', () => enqueue(actions.back));
  byId('new-game').addEventListener('click', () => enqueue(actions.restart));
  byId('flip').addEventListener('click', flip);
  byId('edit-open').addEventListener('click', () => editor.toggle());
  byId('help-open').addEventListener('click', openHelp);
  // Ctrl-Z takes back what was set up last, or else the last move.
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
  // A key that is held down waits for what it has brought about.
  const inTurn = (act) => (event) => !byId('explorer').hidden && !(event.repeat && waiting > 0) && enqueue(act);
  listenToKeys({
    'ArrowLeft': inTurn(actions.back), 'ArrowRight': inTurn(actions.forward), 'Home': inTurn(actions.first), 'End': inTurn(actions.last),
    'ArrowDown': here(toMoves), 'Escape': here(forget),
    'b': inTurn(actions.best), 'p': inTurn(actions.auto), 's': inTurn(actions.restart), 'e': here(editor.open), 'f': here(flip),
    '?': openHelp,
  }, (n, event) => inTurn(() => choose(n))(event));
}

/** Opens the help at its top. */
function openHelp() {
  byId('help').showModal();
  byId('help-title').focus();
}
