// The server's answers. Positions are kept for a while, so that stepping back
// and forth along a line asks nothing twice.

/** The path of the page: a published one may be in any folder of its host. */
export const HOME = new URL('.', location.href).pathname;

const KEPT = 400; // positions

/** What the server says went wrong: its status (0 for no answer) and words for people. */
export class ApiError extends Error {
  constructor(status, body) {
    const said = body?.error ?? {};
    super(said.message || `The server answered with status ${status}.`);
    this.status = status;
    // Of a position that is not stored: all but its value.
    this.position = body?.position && Object.assign(whole(body.position), { unstored: true });
    // Hints about requests are for those who write them; here it is the page.
    this.hint = status === 400 || status === 422 ? '' : said.hint || '';
  }

  /** Whether the server answered that something is wrong with the position. */
  get isAboutPosition() {
    return this.status >= 400 && this.status < 500;
  }

  /** Whether the position is well-formed, but not in the table. */
  get notStored() {
    return this.status === 422;
  }
}

const kept = new Map();

/** All tables that the server can open, and others with the reason why not. */
export async function tables() {
  return get(`${HOME}api/tables`);
}

/** The position with a notation ('' for the start) of a table. */
export async function position(table, p) {
  const key = `${table} ${p}`;
  let found = kept.get(key);
  if (found) {
    kept.delete(key); // it becomes the latest
  } else {
    found = whole(await get(address(table, 'position', p)));
  }
  kept.set(key, found);
  if (!p) kept.set(`${table} ${found.position}`, found); // the start by its notation
  while (kept.size > KEPT) kept.delete(kept.keys().next().value);
  return found;
}

/** A position with empty lists for those that an answer leaves out. */
export function whole(pos) {
  const { lines, columns, rows, notes, legend } = pos.board;
  Object.assign(pos.board, { lines: lines ?? [], columns: columns ?? [], rows: rows ?? [], notes: notes ?? [], legend: legend ?? [] });
  return Object.assign(pos, { moves: pos.moves ?? [] });
}

/** The address of the events of a search. */
export function searchAddress(table, p) {
  return address(table, 'search/live', p);
}

/** The address of the report of a table, as a page. */
export function reportAddress(table) {
  return `${HOME}api/${encodeURIComponent(table)}/report?format=html`;
}

/** The report of a table with what play of different strengths brings. */
export function measured(table) {
  return get(`${HOME}api/${encodeURIComponent(table)}/report?format=json&measures=true`);
}

function address(table, what, p) {
  const base = `${HOME}api/${encodeURIComponent(table)}/${what}`;
  return p ? `${base}?p=${encodeURIComponent(p)}` : base;
}

async function get(url) {
  let answer;
  try {
    answer = await fetch(url, { headers: { Accept: 'application/json' } });
  } catch {
    throw new ApiError(0, { error: { message: 'The server does not answer.', hint: 'Is "zermelo serve" still running? Then try again.' } });
  }
  const body = await answer.json().catch(() => null);
  if (!answer.ok || body === null) throw new ApiError(answer.status, body);
  return body;
}
