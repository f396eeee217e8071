// Requests to the server. Positions are cached, so that stepping back and forth
// along a line sends no requests.

import { reportOf, send } from './send.js';

/** The base path of the page. A published page may be in any folder of its host. */
export const HOME = new URL('.', location.href).pathname;

const CACHE_SIZE = 400; // maximum number of cached positions

/** An error reply of the server, a problem (RFC 9457). The status is 0 if the server did not respond. */
export class ApiError extends Error {
  constructor(status, body) {
    super(body?.detail || `The server answered with status ${status}.`);
    this.status = status;
    // A position that is not stored: its value is missing.
    this.position = body?.position && Object.assign(whole(body.position), { unstored: true });
    // Hints about invalid requests address API users, not users of the page.
    this.hint = status === 400 || status === 422 ? '' : body?.hint ?? '';
  }

  /** Whether the position is invalid or not stored. */
  get isAboutPosition() {
    return this.status >= 400 && this.status < 500;
  }

  /** Whether the position is well-formed but not in the table. */
  get notStored() {
    return this.status === 422;
  }
}

const kept = new Map();

/**
 * Returns the tables that the server serves, and other tables with the reason
 * why not.
 */
export async function tables() {
  return get(`${HOME}api/tables`);
}

/** Returns the position of a table with the given notation; '' is the start. */
export async function position(table, p) {
  const key = `${table} ${p}`;
  let found = kept.get(key);
  if (found) {
    kept.delete(key); // mark as most recently used
  } else {
    found = whole(await get(address(table, 'position', p)));
  }
  kept.set(key, found);
  if (!p) kept.set(`${table} ${found.position}`, found); // also cache the start under its notation
  while (kept.size > CACHE_SIZE) kept.delete(kept.keys().next().value);
  return found;
}

/** Adds the empty lists that a reply omits. */
export function whole(pos) {
  const { lines, columns, rows, notes, legend } = pos.board;
  Object.assign(pos.board, { lines: lines ?? [], columns: columns ?? [], rows: rows ?? [], notes: notes ?? [], legend: legend ?? [] });
  return Object.assign(pos, { moves: pos.moves ?? [], movers: pos.movers ?? [] });
}

/** Returns the start position of a table, or of any built-in game, without its values. */
export function start(table) {
  return get(address(table, 'start')).then(whole);
}

/** Returns a line of perfect play with at most max moves. */
export function lineFrom(table, p, max) {
  return get(`${address(table, 'line')}?${new URLSearchParams({ p, max })}`);
}

/** Returns the URL of the event stream of a search. */
export function searchAddress(table, p) {
  return address(table, 'search/live', p);
}

/** Returns the result of a Monte Carlo tree search. */
export function treeSearch(table, p) {
  return get(address(table, 'mcts', p));
}

/** Returns the URL of the HTML report of a table. */
export function reportAddress(table) {
  return reportOf(`${HOME}api/${encodeURIComponent(table)}`);
}

/** Returns the rules of a table. */
export function rules(table) {
  return get(`${HOME}api/${encodeURIComponent(table)}/rules`);
}

/** Returns the report of a table with measures. */
export function measured(table) {
  return get(`${HOME}api/${encodeURIComponent(table)}/report?format=json&measures=true`);
}

function address(table, what, p) {
  const base = `${HOME}api/${encodeURIComponent(table)}/${what}`;
  return p ? `${base}?p=${encodeURIComponent(p)}` : base;
}

/** Sends a request and returns the reply, or throws an ApiError. */
export async function request(url, options) {
  const answer = await send(url, options).catch(() => {
    throw new ApiError(0, { detail: 'The server is not responding.', hint: 'Check that "zermelo serve" is running, then try again.' });
  });
  if (!answer.ok) throw new ApiError(answer.status, await answer.json().catch(() => null));
  return answer;
}

/** Sends a request and returns the JSON value of the reply. */
export async function get(url, options = { headers: { Accept: 'application/json' } }) {
  const answer = await request(url, options);
  return answer.json().catch(() => {
    throw new ApiError(answer.status);
  });
}

/**
 * Reads an event stream until it ends or signal aborts it. on is called with
 * the name and the value of each event. headers are request headers; EventSource
 * can send none.
 */
export async function readEvents(url, { headers = {}, signal, on }) {
  const answer = await request(url, { headers: { Accept: 'text/event-stream', ...headers }, signal });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (rest + value).split('\n\n');
    rest = events.pop();
    for (const event of events) {
      const [, name, data] = event.match(/^event: (\w+)\ndata: (.*)$/) ?? [];
      if (name) on(name, JSON.parse(data));
    }
  }
}
