// The live search of a position that is not stored: depth, bounds, best line
// and estimates.

import { readEvents, searchAddress } from './api.js';
import { announce, byId, element } from './dom.js';
import { number, sentence, words } from './values.js';
import { button } from './verdict.js';

const REDRAW_INTERVAL = 500; // interval in ms between updates of the move list, which shifts under the pointer
const CACHE_SIZE = 100; // maximum number of cached results

/**
 * Manages the searches of a page. show is called with the position and its
 * latest results, done when the search ends.
 */
export function createLive({ show, done }) {
  const found = new Map(); // latest analysis by table and position
  let stopped = null; // aborts the running search

  const stop = () => {
    stopped?.abort();
    stopped = null;
  };

  /** Searches a position. A repeated search continues from earlier results. */
  async function search(table, pos) {
    stop();
    const mine = (stopped = new AbortController());
    let drawn = 0;
    let ending = '';
    showStatus(table, pos, true);
    const draw = () => {
      drawn = performance.now();
      show(merged(table, pos, found.get(key(table, pos))));
    };
    try {
      await readEvents(searchAddress(table.id, pos.position), {
        signal: mine.signal,
        on(name, value) {
          if (mine !== stopped) return;
          if (name === 'analysis') {
            remember(key(table, pos), value);
            showStatus(table, pos, true);
            if (performance.now() - drawn > REDRAW_INTERVAL && !document.querySelector('button:active')) draw();
          } else if (name === 'error') {
            ending = value.detail;
          }
        },
      });
    } catch (error) {
      ending = error.message;
    }
    if (mine !== stopped) return;
    stopped = null;
    const known = merged(table, pos, found.get(key(table, pos)));
    done(known);
    showStatus(table, pos, false, ending);
    if (panel().checkVisibility()) announce(`Search finished: ${ending || words(known.value.words)}`);
  }

  function remember(at, analysis) {
    found.delete(at);
    found.set(at, analysis);
    if (found.size > CACHE_SIZE) found.delete(found.keys().next().value);
  }

  /** Shows the progress of a search, and buttons to stop or continue it. */
  function showStatus(table, pos, running, ending = '') {
    const a = found.get(key(table, pos));
    const parts = [];
    if (a) {
      const { depth, nodes, seconds, low, high, proven, line } = a;
      parts.push(element('p', {}, `depth ${depth}, ${nodes.toLocaleString('en')} ${nodes === 1 ? 'position' : 'positions'}, ${seconds.toFixed(1)} s`));
      if (!proven) parts.push(element('p', {}, `${sentence(a.mover)} gets ${low} to ${high} ${table.unit}; estimate ${signed(a.estimate)}`));
      if (line?.length) parts.push(element('p', { className: 'found' }, 'Best line: ', element('code', {}, line.slice(0, 24).join(' ') + (line.length > 24 ? ' …' : ''))));
    }
    if (ending) parts.push(element('p', { className: 'error' }, ending));
    const all = a?.proven && a.moves?.every((m) => m.proven);
    const way = running
      ? button('Stop the search', () => {
        stop();
        done(merged(table, pos, found.get(key(table, pos))));
        showStatus(table, pos, false);
      })
      : !all && button(a ? 'Search longer' : 'Search', () => search(table, pos));
    const had = byId('search')?.contains(document.activeElement);
    panel().replaceChildren(element('h3', {}, running ? 'Searching' : 'Search'), ...parts, ...(way ? [way] : []));
    if (had) (byId('search').querySelector('button') ?? byId('value')).focus({ preventScroll: true });
  }

  return {
    stop,
    search,
    /** Returns a position with the search results so far. */
    known: (table, pos) => merged(table, pos, found.get(key(table, pos))),
    /**
     * Prepares for a position: stops the search of another position, and
     * searches this one if it is not stored.
     */
    attach(table, pos) {
      stop();
      byId('search')?.remove();
      if (!table.search || pos.terminal || (pos.value.payoffs && !pos.searched)) return;
      if (pos.searched || !pos.unstored) showStatus(table, pos, false);
      else search(table, pos);
    },
  };
}

const key = (table, pos) => `${table.id} ${pos.position}`;

/** Returns the panel below the verdict. */
function panel() {
  return byId('search') ?? byId('remark').parentElement.appendChild(element('section', { id: 'search', 'aria-label': 'Search' }));
}

const signed = (x) => (x < 0 ? '−' : '+') + Math.abs(x).toFixed(2);

/** Merges an analysis into a position. The moves are sorted best first. */
function merged(table, pos, a) {
  if (!a) return pos;
  const role = pos.roles.indexOf(a.mover);
  const valueOf = ({ proven, value, low, estimate }) => {
    if (!proven) return { words: `not proven, estimate ${signed(estimate)} for ${a.mover}`, remoteness: -1, estimate: role === 0 ? estimate : -estimate };
    const payoffs = [String(low), String(table.total - low)];
    return { words: value, remoteness: -1, payoffs: role === 0 ? payoffs : payoffs.reverse() };
  };
  const moves = (a.moves ?? []).flatMap((searched) => {
    const move = pos.moves.find(({ move }) => move === searched.move);
    if (!move) return [];
    const stored = move.value.payoffs && number(move.value.payoffs[role]);
    const m = stored === undefined ? searched : { proven: true, low: stored, high: stored };
    const outcome = !m.proven ? 'unknown' : 2 * m.low > table.total ? 'win' : 2 * m.low < table.total ? 'loss' : 'draw';
    const keeps = m.high < a.low ? false : a.proven && m.proven ? m.low === a.low : null;
    return [{ ...move, value: move.value.payoffs ? move.value : valueOf(m), outcome, keeps }];
  });
  return { ...pos, searched: true, value: pos.value.payoffs ? pos.value : valueOf(a), moves: moves.length === pos.moves.length ? moves : pos.moves };
}
