// One position of a solved game: its board, its value, what can be played, and
// the controls around them.

import { drawBoard } from './board.js';
import { announce, byId, chip, element } from './dom.js';
import { createEditor } from './edit.js';
import { generalTable } from './general.js';
import { showLine } from './history.js';
import { listenToKeys } from './keys.js';
import { showMatrix } from './matrix.js';
import { listMoves } from './moves.js';
import * as keep from './keep.js';
import { createPlay } from './play.js';
import { reportAddress } from './api.js';
import { breakable, called } from './games.js';
import { leader, sentence, words } from './values.js';

/**
 * The part of the page about one position. The state belongs to the caller, as
 * do step (to an entry of the line), play (a move), show (another line),
 * searchFor (a position that is not stored) and settled, which promises that the
 * position last asked for is shown.
 */
export function createExplorer({ state, step, play, show, searchFor, settled }) {
  let pos = null;
  let previous = null;
  let board = null;
  const hidden = () => byId('hide').checked;
  const opponent = createPlay({ play: (move, record) => play(pos, move, record), position: () => pos, repeated });
  const editor = createEditor({ go: (text) => show([{ p: text }], 0, 'push'), table: () => state.table });

  /** Whether the position shown was met before on the line. */
  function repeated() {
    return state.line.slice(0, state.at).some((entry) => entry.p === pos.position);
  }

  async function choose(move) {
    opponent.stop();
    if (await play(pos, move)) opponent.answer();
  }

  function render(shown, before) {
    const focus = remembered();
    [pos, previous] = [shown, before];
    head();
    answer();
    showLine(state.line, state.at, { hidden: hidden(), go: (i) => step(i) });
    controls();
    editor.attach(pos, board);
    restore(focus);
    announce(spoken());
    document.title = `${state.line[state.at].move ?? 'Position'} – ${state.table.game} – Zermelo`;
  }

  /** The board with the moves, or the matrix, beside it. */
  function answer() {
    const place = byId('answer');
    const options = { hidden: hidden(), play: choose, show: (move) => board.show(move) };
    board = drawBoard(byId('board'), pos, {
      ...options, previous,
      narrowed: (moves, all) => pos.mover >= 0 && listMoves(place, pos, all ? pos.moves : moves, options),
    });
    if (pos.terminal) place.replaceChildren();
    else if (pos.matrix) showMatrix(place, pos, { ...options, role: opponent.role(), pick: opponent.picker() });
    else listMoves(place, pos, pos.moves, options);
    if (!hidden()) place.append(generalTable(pos));
  }

  function head() {
    const title = situation(pos, hidden());
    const who = leader(pos);
    const spot = hidden() || who === null ? '' : chip(who < 0 ? 'even' : pos.paints[who]);
    byId('value').replaceChildren(spot, title);
    const { move, keeps, was } = state.line[state.at];
    const remark = byId('remark');
    remark.textContent = !move || hidden() || previous?.matrix ? '' : remarkOn(move, keeps, words(was));
    if (!pos.value.payoffs && state.table.search) remark.append(button('Search it', () => searchFor(pos.position)));
  }

  function controls() {
    const { at, line } = state;
    const dull = { first: at === 0, back: at === 0, forward: at === line.length - 1, last: at === line.length - 1, best: pos.terminal, auto: pos.terminal, restart: pos.start && line.length === 1 };
    for (const [id, off] of Object.entries(dull)) byId(id).setAttribute('aria-disabled', String(off));
    byId('copied').textContent = '';
  }

  /** What a listener hears when the position changes. */
  function spoken() {
    const { move } = state.line[state.at];
    return `${move ? `${move}. ` : ''}${situation(pos, hidden())} ${byId('remark').textContent}`;
  }

  /** Where the focus is, if that is in a part that is about to be drawn anew. */
  function remembered() {
    const active = document.activeElement;
    if (active?.closest('.grid')) return { cell: board.cells.indexOf(active) };
    if (active?.closest('#answer')) return { answer: true };
    if (active?.closest('#line')) return { line: true };
    return null;
  }

  function restore(focus) {
    if (!focus) return;
    const quietly = { preventScroll: true };
    if (focus.cell >= 0 && board.focus(focus.cell)) return;
    const to = focus.line ? byId('line').querySelector('[aria-current]') : byId('answer').querySelector('.move, .matrix td button:enabled, .pick');
    (to ?? byId('value')).focus(quietly);
  }

  const step0 = (to) => {
    opponent.stop();
    step(to);
  };
  const backward = () => {
    let to = state.at - 1;
    // Who plays one side takes back to a position where that side moves.
    while (to > 0 && opponent.role() !== null && state.line[to].view?.mover === 1 - opponent.role()) to--;
    step0(to);
  };
  const actions = {
    first: () => step0(0),
    back: backward,
    forward: () => step0(state.at + 1),
    last: () => step0(state.line.length - 1),
    best: () => !pos.terminal && choose(pos.moves[0]),
    auto: () => !pos.terminal && opponent.toggle(),
    restart: () => {
      opponent.stop();
      show([{ p: '' }], 0, 'push').then(() => opponent.answer());
    },
  };
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
  byId('side').addEventListener('change', () => {
    keep.side(state.table.id, byId('side').value);
    render(pos, previous);
    opponent.answer();
  });
  byId('hide').checked = keep.isHiding();
  byId('hide').addEventListener('change', () => {
    keep.hide(hidden());
    render(pos, previous);
  });
  byId('copy').addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      byId('copied').textContent = 'Copied.';
    } catch {
      byId('copied').textContent = 'The browser does not allow it: copy the address of this page.';
    }
  });
  byId('edit-search').addEventListener('click', () => searchFor(editor.text()));
  byId('help-open').addEventListener('click', openHelp);
  const here = (act) => () => !byId('explorer').hidden && act();
  // A key that is held down waits for what it has brought about.
  const inTurn = (act) => (event) => !byId('explorer').hidden && !(event.repeat && waiting > 0) && enqueue(act);
  listenToKeys({
    'ArrowLeft': inTurn(actions.back), 'ArrowRight': inTurn(actions.forward), 'Home': inTurn(actions.first), 'End': inTurn(actions.last),
    'ArrowDown': here(() => byId('answer').querySelector('button')?.focus()),
    'Escape': here(() => (opponent.stop(), board.clear())),
    'b': inTurn(actions.best), 'p': inTurn(actions.auto), 's': inTurn(actions.restart), 'e': here(editor.open),
    '?': openHelp,
  }, (n, event) => inTurn(() => pos.mover >= 0 && byId('answer').querySelectorAll('.move')[n - 1]?.click())(event));

  return {
    render,
    stop: opponent.stop,
    answer: () => !byId('explorer').hidden && opponent.answer(),
    /** Makes ready for the positions of a table. */
    open(table) {
      byId('game').textContent = table.title;
      const states = table.kind === 'proof' ? 'solved by search' : `${table.states.toLocaleString('en')} positions`;
      byId('facts').replaceChildren(element('code', { title: table.rules }, ...breakable(called(table))), ` · ${words(table.value)} · ${states} · `,
        element('a', { href: reportAddress(table.id) }, 'Report'));
      byId('edit').open = false;
      opponent.offer(table.roles, keep.sideOf(table.id));
    },
    /** Says what went wrong, with the ways out of it. */
    trouble(error, p, { retry, restart }) {
      const ways = [];
      if (error.notStored && state.table?.search) ways.push(button('Search it', () => searchFor(p)));
      if (error.status === 0 || error.status >= 500) ways.push(button('Try again', retry));
      if (state.table) ways.push(button('To the start of the game', restart));
      explain(error.notStored ? 'This position is not stored' : 'That did not work', [error.message], error.hint, ways);
    },
    /** Shows what a search found. */
    found(answer, { restart }) {
      const { board, value, proven, line, nodes, seconds } = answer;
      const verdict = proven ? words(value) : 'a search of this length proves nothing';
      const facts = [`${nodes.toLocaleString('en')} ${nodes === 1 ? 'position' : 'positions'} looked at in ${seconds.toFixed(1)} s`];
      if (line?.length) facts.push(`best line found: ${line.join(' ')}`);
      explain(sentence(verdict), [element('span', { className: 'textboard' }, board.join('\n'))], facts.join('; '), [button('To the start of the game', restart)]);
      announce(verdict);
    },
  };
}

/** What there is to say about a move: keeps is true, false, or null where that is not known. */
function remarkOn(move, keeps, was) {
  if (keeps === false) return `${move} gave something away: before it, ${was}.`;
  return keeps === null ? `Whether ${move} keeps the value is not known.` : '';
}

/** Opens the help at its top. */
function openHelp() {
  byId('help').showModal();
  byId('help-title').focus();
}

function button(text, act) {
  return element('button', { type: 'button', onclick: act }, text);
}

/** Fills the panel that stands in for a position. */
function explain(title, text, hint, ways) {
  byId('trouble-title').textContent = title;
  byId('trouble-text').replaceChildren(...text);
  byId('trouble-hint').textContent = hint;
  byId('trouble-ways').replaceChildren(...ways, element('a', { href: '/' }, 'All games'));
}

/** Whose turn it is, and what comes of it unless values are hidden. */
function situation(pos, hidden) {
  if (pos.terminal) return `The game is over: ${words(pos.value.words)}.`;
  const who = pos.mover >= 0 ? `${sentence(pos.roles[pos.mover])} to move` : 'Both choose at once';
  return hidden ? `${who}.` : `${who}: ${words(pos.value.words)}.`;
}
