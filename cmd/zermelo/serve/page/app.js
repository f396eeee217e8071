// The explorer. This module holds the state: the table, the position and the
// line of moves, and keeps it in sync with the URL and the browser history.
// Other modules draw the parts of the page and call back.
//
// The URL contains the table and the position. The line of moves that leads to
// the position is stored in the history entry.

import * as api from './api.js';
import { byId, element } from './dom.js';
import { createExplorer } from './explorer.js';
import { showGames } from './games.js';
import { createLive } from './live.js';
import { cut, entryOf, moverOf } from './marks.js';
import { leader } from './values.js';

/**
 * The state of the page. The line is a list of entries {p, move, view, keeps,
 * kept, was, by, mark, cells}: the notation of the position, the move that led
 * to it, its value for the graph, whether the move kept the value (true, false,
 * or null if unknown) and which ("win", "draw" or "value"), the value before
 * the move, the role that moved, the mark of the move, and the cells that it
 * changed. right contains keeps for each role that moved. gain is the change of
 * the share of role 0 in games with chance. hinted is true if
 * a hint was given in the position. dropped lists entries that followed and were
 * taken back.
 */
const state = { tables: [], others: [], table: null, line: [], at: 0 };

let requests = 0; // number of the last request; replies to earlier requests are dropped
let latest = Promise.resolve(); // resolves when the last requested position is shown

const live = createLive({
  show: (pos) => explorer.update(pos),
  done(pos) {
    state.line[state.at] = { ...state.line[state.at], view: view(pos) };
    history.replaceState({ line: state.line, at: state.at }, '');
    explorer.render(pos);
  },
});
const explorer = createExplorer({ state, step, play, show, searchFor, viewOf: view, settled: () => latest });

/** Whether the page shows only the board, in a frame. */
const embedded = document.documentElement.classList.contains('embed');

/** Returns the URL of a position. Common punctuation stays unescaped for readability. */
function address(table, p) {
  const part = (text) => encodeURIComponent(text).replace(/%(2F|3A|2C|3D|40)/g, decodeURIComponent);
  return `${embedded ? location.pathname : api.HOME}?table=${part(table)}${p ? `&p=${part(p)}` : ''}`;
}

/** Shows one section of the page and hides the others. */
function reveal(part) {
  for (const id of ['games', 'explorer', 'trouble']) byId(id).hidden = id !== part;
  byId('title').hidden = part !== 'explorer';
  byId('tagline').hidden = part === 'explorer';
}

/**
 * Shows an entry of a line. record is the change of the browser history:
 * "push", "replace", or undefined if the browser navigated.
 */
function show(line, at, record) {
  latest = bring(line, at, record);
  return latest;
}

async function bring(line, at, change) {
  const record = embedded && change ? 'replace' : change; // the history belongs to the page around the frame
  const mine = ++requests;
  const table = state.table.id;
  byId('main').setAttribute('aria-busy', 'true');
  try {
    const before = at > 0 ? find(line[at - 1].p).catch(() => null) : null;
    const pos = await find(line[at].p);
    const previous = await before;
    if (mine !== requests) return null;
    line[at] = { ...line[at], p: pos.position, view: view(pos) };
    Object.assign(state, { line, at });
    const url = pos.start ? address(table) : address(table, pos.position);
    if (record) history[`${record}State`]({ line, at }, '', url);
    reveal('explorer');
    explorer.render(pos, previous);
    byId('whole').href = api.HOME + location.search;
    live.attach(state.table, pos);
    return pos;
  } catch (error) {
    if (mine !== requests) return null;
    live.stop();
    if (!error.isAboutPosition && explorer.failed(error, () => show(line, at, record))) return null;
    if (record) history[`${record}State`]({ line, at }, '', address(table, line[at].p));
    trouble(error, line[at].p, () => show(line, at, 'replace'));
    return null;
  } finally {
    if (mine === requests) byId('main').removeAttribute('aria-busy');
  }
}

/** Returns a position. If it is not stored but can be searched, its value is missing. */
async function find(p) {
  const { table } = state;
  try {
    return live.known(table, await api.position(table.id, p));
  } catch (error) {
    if (!table.search || !error.position || error.position.terminal) throw error;
    return live.known(table, error.position);
  }
}

/**
 * Returns the parts of a position needed for the graph and for the trails on
 * the board.
 */
function view(pos) {
  const { words, remoteness, payoffs } = pos.value;
  const heads = pos.roles.map((_, role) => pos.board.cells.findIndex((cell) => cell.figure === 'head' && cell.role === role));
  return { words, remoteness, payoffs: payoffs ?? [], over: pos.terminal, roles: pos.roles, paints: pos.paints, mover: moverOf(pos), scale: pos.scale, leader: pos.scores || state.table.stochastic ? null : leader(pos), ...(heads.some((at) => at >= 0) && { heads }) };
}

/** Moves to another entry of the line. */
function step(at) {
  if (at < 0 || at >= state.line.length || at === state.at) return null;
  return show(state.line, at, 'push');
}

/** Plays a move. It discards the entries after the current position. */
function play(pos, move, record = 'push') {
  const { line, at } = state;
  if (line[at + 1]?.move === move.move) return show(line, at + 1, record);
  return show([...cut(line, at + 1), entryOf(pos, move)], at + 1, record);
}

/** Shows an error and possible actions. retry repeats the request. */
function trouble(error, p, retry) {
  explorer.trouble(error, p, { retry, restart });
  reveal('trouble');
  byId('trouble-title').focus();
}

/** Goes to the start of the game. */
function restart() {
  return show([{ p: '' }], 0, 'push');
}

/** Searches a position, after showing it. */
async function searchFor(p) {
  const shown = state.line[state.at]?.p === p && !byId('explorer').hidden;
  const pos = shown ? await find(p) : await show([{ p }], 0, 'push');
  if (pos && !pos.terminal && state.table.search) live.search(state.table, pos);
}

/** Shows the table and the position in the URL. */
async function route(entry) {
  explorer.stop();
  live.stop();
  const query = new URLSearchParams(location.search);
  const id = query.get('table');
  if (!id) {
    requests++;
    state.table = null;
    document.title = 'Zermelo';
    showGames(state.tables, state.others, (table) => address(table));
    reveal('games');
    if (!embedded && (location.hash.startsWith('#token=') || sessionStorage.getItem('token'))) { // a page around a frame could mislead clicks
      import('./solve.js').then(({ offerSolving }) => offerSolving({ solved: reload, link: (game) => address(state.tables.find((t) => t.game === game)?.id ?? game) })).catch(reportError);
    }
    return;
  }
  const table = await findTable(id);
  if (new URLSearchParams(location.search).get('table') !== id) return; // the URL has changed in the meantime
  if (!table) {
    state.table = null;
    trouble(new api.ApiError(404, { detail: `No table "${id}".`, hint: 'It may have been deleted. Choose another game.' }), '', start);
    return;
  }
  let opened = false;
  if (state.table !== table) {
    Object.assign(state, { table, line: [] });
    explorer.open(table);
    opened = true;
  }
  if (query.has('play')) explorer.begin();
  if (entry?.line?.[entry.at]) await show(longer(entry.line), entry.at);
  else await show([{ p: query.get('p') ?? '' }], 0, 'replace');
  if (opened || query.has('play')) explorer.answer();
}

/** Finds a table by ID or by another name of its variant, which the server resolves. */
async function findTable(id) {
  const known = state.tables.find((t) => t.id === id || t.game === id || t.presets?.includes(id));
  if (known || !id.includes(':')) return known;
  const { game } = await api.position(id, '').catch(() => ({}));
  return state.tables.find((t) => t.game === game);
}

/** Returns the current line if it starts with the given line, and else the given line. */
function longer(line) {
  return line.every((entry, i) => entry.p === state.line[i]?.p) ? state.line : line;
}

/** Reloads the list of tables and redraws it if it is visible. */
async function reload() {
  const { tables, others } = await api.tables();
  Object.assign(state, { tables, others: others ?? [] });
  if (!state.table) showGames(state.tables, state.others, (table) => address(table));
}

/** Loads the list of tables and shows the page for the URL. */
async function start() {
  try {
    const { tables, others } = await api.tables();
    Object.assign(state, { tables, others: others ?? [] });
  } catch (error) {
    trouble(error, '', start);
    return;
  }
  await route(history.state);
}

addEventListener('popstate', (event) => route(event.state));
document.addEventListener('click', (event) => {
  const link = event.target.closest(`a[href^="${api.HOME}?"], a[href="${api.HOME}"]`);
  if (!link || embedded || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  history.pushState(null, '', link.href);
  route(null).then(() => (byId('games').hidden ? byId('value') : byId('games-title')).focus({ preventScroll: true }));
  scrollTo(0, 0);
});
document.querySelector('.brand').setAttribute('href', api.HOME);
if (embedded) document.head.append(element('base', { target: '_blank' }));
start();
