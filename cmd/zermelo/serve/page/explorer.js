// The part of the page about one position: the board, the value, the moves, and
// the controls.

import { showBar } from './bar.js';
import { notes, tracks } from './extras.js';
import { showBestLine } from './best_line.js';
import { drawBoard } from './board.js';
import { listen } from './controls.js';
import { announce, byId, element } from './dom.js';
import { createEditor } from './edit.js';
import { showFacts } from './facts.js';
import { showLine } from './history.js';
import { showMatrix } from './matrix.js';
import { listMoves } from './moves.js';
import { CHANCE, cut } from './marks.js';
import { roll } from './opponents.js';
import { generalTable, listJoint } from './payoffs.js';
import { createPlay } from './play.js';
import { createShare } from './share.js';
import { createTabs } from './tabs.js';
import { createTree } from './tree.js';
import { HOME, position, treeSearch } from './api.js';
import { addGame, addPuzzle, describe, scoreOf, showCard } from './card.js';
import { findPuzzle } from './puzzle.js';
import { showRules } from './rules.js';
import { choices, isKnown } from './values.js';
import { button, showVerdict, situation } from './verdict.js';

/**
 * Creates the explorer of positions. The caller owns the state. step moves to
 * an entry of the line, play makes a move, show replaces the line, viewOf
 * returns the part of a position stored in a line, searchFor searches a
 * position that is not stored, and settled returns a promise that resolves when
 * the last requested position is shown.
 */
export function createExplorer({ state, step, play, show, searchFor, viewOf, settled }) {
  let pos = null;
  let previous = null;
  let board = null;
  let turned = false;
  let puzzle = null; // the position of the current puzzle
  const seen = new Set(); // puzzles already used
  const isOver = () => Boolean(state.line.at(-1)?.view?.over);
  const hidden = () => (opponent.role() !== null && !isOver()) || (puzzle !== null && puzzle === pos?.position);
  const tabs = createTabs(document.querySelector('.tabs'));
  const opponent = createPlay({
    play: (move, record) => play(pos, move, record), position: () => pos, isOver, repeated, treeSearch: (p) => treeSearch(state.table.id, p),
    over() {
      addGame(state.table.id, opponent.level(), score());
      head();
      announce(announcement());
    },
    changed: () => (head(), dim()),
  });
  const editor = createEditor({ go: (text) => show([{ p: text }], 0, 'push'), table: () => state.table });

  const score = (end = pos) => scoreOf(end, state.line.slice(0, state.at + 1), opponent.role());
  /** Returns the score of a game whose position occurred for the third time, or null. */
  const endless = () => (opponent.role() === null || pos.terminal || state.table.stochastic || state.line.slice(0, state.at + 1).filter(({ p }) => p === pos.position).length < 3 ? null
    : score({ ...pos, terminal: true, value: { payoffs: state.table.endless } }));
  /** Ends play and says its result. */
  const leave = (done) => {
    const said = done ? describe(state.table.id, opponent.level(), done, pos) : '';
    take(null);
    render(pos, previous);
    byId('play-said').textContent = said;
    byId('play-open').focus();
  };
  /** Gives the person a role, or none if it is null. */
  const take = (role) => {
    puzzle = null;
    opponent.take(role);
    sessionStorage.setItem(`side ${state.table.id}`, JSON.stringify(role)); // not shared between tabs, so that a link shows its position in full
    if (role === null) return;
    editor.close();
    tabs.show('moves');
  };
  /** Starts a game from the position shown, so that only moves of the person count. */
  const start = (role) => {
    take(role);
    show([{ p: pos.terminal ? '' : pos.position }], 0, 'push').then(opponent.answer);
  };
  const follow = (line) => {
    opponent.stop();
    show(line, line.length - 1, 'push');
  };
  const tree = createTree({ go: follow });
  const share = createShare({ line: () => state.line.slice(0, state.at + 1), table: () => state.table, viewOf, go: follow });

  /** Whether the position occurred earlier in the line. */
  function repeated() {
    return !state.table.stochastic && state.line.slice(0, state.at).some((entry) => entry.p === pos.position);
  }

  /** Returns the move of perfect play, or a random one if the next move is random. */
  const next = () => (pos.chance ? roll(pos) : pos.moves[0]);

  async function choose(move) {
    if (!move || opponent.isDue()) return;
    opponent.stop();
    if (puzzle !== null && puzzle === pos.position) {
      addPuzzle(state.table.id, move.keeps);
      if (move.keeps) puzzle = null;
    }
    opponent.played(play(pos, move));
  }

  function render(shown, before = previous) {
    const focus = focusedPart();
    [pos, previous] = [shown, before];
    byId('banner').replaceChildren();
    byId('play-said').textContent = '';
    byId('explorer').classList.toggle('playing', opponent.role() !== null);
    byId('explorer').classList.toggle('hiding', hidden());
    head();
    answer();
    showLine(state.line, state.at, { hidden: hidden(), go: whileFree(step0) });
    showBestLine(state.table, pos, state.at, hidden());
    tree.add(state.line, state.at, hidden());
    share.attach(pos);
    dim();
    showFacts(state.table, hidden());
    editor.attach(pos, board);
    restore(focus);
    announce(announcement());
    document.title = `${state.line[state.at].move ?? 'Position'} – ${state.table.title} – Zermelo`;
  }

  /** Draws the board with its bar, and the moves or the matrix. */
  function answer() {
    const place = byId('answer');
    // The order of the moves would show which are best.
    const shown = hidden() ? { ...pos, moves: pos.moves.toSorted((a, b) => a.move.localeCompare(b.move, 'en', { numeric: true })) } : pos;
    const options = { hidden: hidden(), play: choose, show: (move) => board.show(move), role: opponent.role(), pick: pick(), locked: opponent.isDue() };
    board = drawBoard(byId('board'), shown, {
      ...options, previous, turned, line: state.line.slice(0, state.at + 1),
      narrowed: (moves, all) => (pos.mover >= 0 || pos.chance) && listMoves(place, shown, all ? shown.moves : moves, options),
    });
    byId('tracks').replaceChildren(...(pos.board.width ? tracks(pos) : []));
    showBar(byId('bar'), pos, { hidden: hidden(), turned });
    byId('notes').textContent = pos.board.width ? notes(pos).join('; ') : '';
    tabs.offer('matrix', Boolean(pos.matrix));
    byId('matrix').replaceChildren();
    if (pos.matrix) showMatrix(byId('matrix'), pos, options);
    if (pos.terminal) place.replaceChildren();
    else if (pos.mover < 0 && !pos.chance) listJoint(place, shown, options);
    else listMoves(place, shown, shown.moves, options);
    if (!hidden()) (pos.matrix ? byId('matrix') : place).append(generalTable(pos));
  }

  function head() {
    const own = opponent.role();
    const done = pos.terminal && own !== null ? score() : null;
    const lost = done?.result === 'lost' && !state.table.stochastic ? state.line.findLastIndex(({ right }, i) => i <= state.at && right?.[own] === false) : -1;
    const judged = state.line.slice(0, state.at + 1).findLast(({ by }, i) => (own === null ? i === state.at : by === own)) ?? state.line[0];
    showVerdict(pos, judged, {
      hidden: hidden(), rolled: state.line[state.at].by === CHANCE ? state.line[state.at].move : '', isPuzzle: puzzle === pos.position, result: done ? describe(state.table.id, opponent.level(), done, pos) : '', lost: lost < 0 ? null : { at: lost, move: state.line[lost].move },
      waiting: opponent.isThinking() ? 'thinking' : opponent.isDue() || pos.chance ? 'due' : '',
      endless: { won: 'win', drawn: 'draw', lost: 'loss' }[endless()?.result] ?? '',
      takeBack: backward, tryAgain: () => show(cut(state.line, lost), lost - 1, 'push'), goOn: () => (opponent.isDue() ? opponent.answer() : choose(next())),
      finish: () => (addGame(state.table.id, opponent.level(), endless()), leave(endless())),
    });
  }

  /** Returns a function that adds the opponents' choices to the person's, or null. */
  function pick() {
    const before = pos;
    const join = async (name) => {
      const move = await opponent.join(name);
      if (before === pos) choose(move); // else the person has gone elsewhere in the meantime
    };
    return opponent.role() !== null && pos.movers.includes(opponent.role()) ? join : null;
  }

  function dim() {
    const { at, line } = state;
    const [busy, off] = [opponent.isThinking(), pos.terminal || opponent.isDue() || !isKnown(pos)];
    const [isFirst, isLast] = [busy || at === 0, busy || at === line.length - 1];
    const plays = opponent.role() !== null;
    const dull = { 'first': isFirst, 'back': isFirst, 'take-back': isFirst, 'forward': isLast, 'last': isLast, 'best': off || plays, 'auto': off || plays, 'hint': off || pos.chance === true, 'edit-open': hidden(), 'restart': pos.start && line.length === 1 };
    for (const [id, isDull] of Object.entries(dull)) byId(id).setAttribute('aria-disabled', String(isDull));
  }

  /** Returns the announcement for a new position. */
  function announcement() {
    const { move } = state.line[state.at];
    return `${move ? `${move}. ` : ''}${situation(pos, hidden())} ${byId('remark').textContent}`;
  }

  /** Returns the focused part of the page, if it is about to be redrawn. */
  function focusedPart() {
    const active = document.activeElement;
    if (active?.closest('.grid')) return { cell: board.cells.indexOf(active) };
    if (active?.closest('#answer, #waiting')) return { answer: true };
    if (active?.closest('#matrix')) return { matrix: true };
    if (active?.closest('#line')) return { line: true };
    return null;
  }

  function restore(focus) {
    if (!focus) return;
    const quietly = { preventScroll: true };
    if (focus.cell >= 0 && board.focus(focus.cell)) return;
    const to = focus.line ? byId('line').querySelector('[aria-current]')
      : focus.matrix ? byId('matrix').querySelector('td button:enabled, .pick') : byId('roll') ?? byId('answer').querySelector('.move');
    (to ?? byId('value')).focus(quietly);
  }

  const whileFree = (act) => (i) => opponent.isThinking() || act(i);
  const step0 = (to) => {
    opponent.stop();
    step(to);
  };
  /** Returns the index of the previous position, or of the previous turn of the person. */
  const previousTurn = () => {
    let to = state.at - 1;
    while (to > 0 && opponent.role() !== null && ![undefined, -1, opponent.role()].includes(state.line[to].view?.mover)) to--;
    return to;
  };
  const backward = () => step0(previousTurn());
  const isDull = (id) => byId(id).getAttribute('aria-disabled') === 'true';
  const actions = {
    first: () => step0(0),
    back: backward,
    forward: () => step0(state.at + 1),
    last: () => step0(state.line.length - 1),
    best: () => isDull('best') || choose(next()),
    auto: () => isDull('auto') || opponent.toggle(),
    restart: () => {
      opponent.stop();
      show([{ p: '' }], 0, 'push').then(() => opponent.answer());
    },
    'take-back': () => isDull('take-back') || follow(cut(state.line, previousTurn() + 1)),
    'play-open'() {
      start(pos.terminal ? 0 : pos.mover >= 0 ? pos.mover : pos.movers[0] ?? 0);
      byId('value').focus();
    },
  };

  /** Finds and shows a puzzle. */
  async function setPuzzle() {
    const say = (text) => (byId('play-said').textContent = text);
    const { table } = state;
    say('Looking for a position …');
    const found = await findPuzzle((p) => position(table.id, p), byId('puzzle-length').value, seen).catch(() => null);
    if (state.table !== table) return;
    if (!found) {
      say('No such position was found. Try another length.');
      return;
    }
    say('');
    seen.add(found.position);
    take(null);
    puzzle = found.position;
    follow([{ p: found.position }]);
  }

  /** Shows a best move on the board, and returns a sentence about it or about the probabilities of perfect play. */
  function hint() {
    const [best] = pos.moves;
    if (pos.mover < 0) {
      const likely = choices(pos, opponent.role()).filter((c) => c.probability > 0);
      return `Perfect play: ${likely.map((c) => `${c.name} ${Math.round(100 * c.probability)} %`).join(', ')}.`;
    }
    board.hint(best);
    board.show(best);
    return `A good move is ${best.move}.`;
  }

  const flip = () => {
    turned = !turned;
    byId('flip').setAttribute('aria-pressed', String(turned));
    render(pos, previous);
  };
  byId('side').addEventListener('change', () => start(Number(byId('side').value)));
  byId('quit').addEventListener('click', () => {
    leave(pos.terminal || state.at === 0 ? null : score());
  });
  byId('hint').addEventListener('click', () => {
    if (isDull('hint')) return;
    state.line[state.at].hinted = true;
    byId('play-said').textContent = hint();
  });
  byId('puzzle').addEventListener('click', setPuzzle);
  byId('edit-search').addEventListener('click', () => searchFor(editor.text()));
  listen({
    actions, settled, flip, isLocked: opponent.isThinking,
    editor: { undo: editor.undo, open: () => hidden() || editor.open(), toggle: () => hidden() || editor.toggle() },
    toMoves: () => {
      tabs.show('moves');
      byId('answer').querySelector('button')?.focus();
    },
    forget: whileFree(() => (opponent.stop(), board.clear())),
    choose(n) {
      if (pos.moves.some(({ move }) => /^\d+$/.test(move))) choose(pos.moves.find(({ move }) => move === String(n)));
      else byId('answer').querySelectorAll('.move')[n - 1]?.click();
    },
  });

  return {
    render,
    stop: opponent.stop,
    answer: () => !byId('explorer').hidden && opponent.answer(),
    /**
     * Shows an error above the current position and offers a retry. Returns
     * false if no position is shown.
     */
    failed(error, retry) {
      if (byId('explorer').hidden || state.line.length === 0) return false;
      opponent.stop();
      head();
      dim();
      byId('banner').replaceChildren(`${error.message} ${error.hint}`, button('Try again', retry));
      return true;
    },
    /** Prepares for the positions of a table. */
    open(table) {
      tree.open(table.id);
      showCard(table.id);
      puzzle = null;
      byId('game').textContent = table.title;
      byId('variant').textContent = table.variation;
      showRules(table);
      byId('puzzle').parentElement.hidden = table.stochastic;
      turned = false;
      byId('flip').setAttribute('aria-pressed', 'false');
      editor.close();
      opponent.offer(table);
      opponent.take(JSON.parse(sessionStorage.getItem(`side ${table.id}`)));
    },
    /** Starts a game: the person plays the side last chosen, or the first. */
    begin: () => take(opponent.role() ?? 0),
    /** Shows an error and the possible actions in place of a position. */
    trouble(error, p, { retry, restart }) {
      const ways = [];
      if (error.status === 0 || error.status >= 500) ways.push(button('Try again', retry));
      if (state.table) ways.push(button('Go to the start', restart));
      byId('trouble-title').textContent = error.notStored ? 'This position is not stored' : 'Something went wrong';
      byId('trouble-text').textContent = error.message;
      byId('trouble-hint').textContent = error.hint;
      byId('trouble-ways').replaceChildren(...ways, element('a', { href: HOME }, 'All games'));
    },
    /** Updates the current position with search results. */
    update(shown) {
      const focus = focusedPart();
      pos = shown;
      head();
      answer();
      dim();
      restore(focus);
    },
  };
}
