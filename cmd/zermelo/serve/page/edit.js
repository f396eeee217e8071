// Setting up a position: in the game's notation, and where that spells the board
// cell by cell also by clicks on the cells.

import * as api from './api.js';
import { figureOf } from './drawing.js';
import { announce, byId, element } from './dom.js';
import { words } from './values.js';

/** How long the server is not asked while cells are still being clicked, in ms. */
const PAUSE = 250;

/**
 * The form for setting up positions. go is called with the notation to show,
 * table gives the table that is open. Call attach with each position shown and its board.
 */
export function createEditor({ go, table }) {
  const field = byId('notation');
  const panel = byId('edit');
  // By table, the letters that its notations have in cells, and what such a cell
  // looks like, if one was shown.
  const letters = new Map();
  let pos = null;
  let board = null;
  let spelt = null;
  let timer = 0;

  const say = (error) => {
    byId('edit-error').textContent = error?.message ?? '';
    if (error) field.setAttribute('aria-invalid', 'true');
    else field.removeAttribute('aria-invalid');
    byId('edit-search').hidden = !(error?.notStored && table().search);
  };
  const hint = (text) => (byId('edit-hint').textContent = text);
  const advice = () => {
    const active = !panel.hidden && Boolean(spelt);
    board?.cells?.[0]?.closest('.frame').classList.toggle('editing', active);
    hint(active ? 'A click on a cell of the board changes what stands there; who is to move is written at the end.'
      : 'Type it, or copy it from zermelo query or another page.');
  };

  const reset = () => {
    clearTimeout(timer);
    say(null);
    field.value = pos?.position ?? '';
    spelt = pos && spell(pos.position, pos.board);
    board?.cells?.forEach((cell) => cell.querySelector('.draft')?.remove());
    advice();
  };
  const check = async () => {
    const asked = field.value;
    try {
      const found = await api.position(table().id, asked);
      if (field.value !== asked) return;
      say(null);
      hint(`${words(found.value.words)}.`);
    } catch (error) {
      if (field.value === asked) say(error);
    }
  };
  const cycle = (at) => {
    const known = [...letters.get(table().id).keys()];
    const next = known[(known.indexOf(spelt.cells[at]) + 1) % known.length];
    spelt.cells[at] = next;
    field.value = join(spelt, pos.board);
    const cell = board.cells[at];
    cell.querySelector('.draft')?.remove();
    cell.append(draft(next, letters.get(table().id).get(next), pos.paints));
    announce(`${next} now`);
    clearTimeout(timer);
    timer = setTimeout(check, PAUSE);
  };

  byId('edit-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    clearTimeout(timer);
    const text = field.value.trim();
    try {
      await api.position(table().id, text);
    } catch (error) {
      say(error);
      field.focus();
      return;
    }
    say(null);
    go(text);
  });
  field.addEventListener('input', () => {
    say(null);
    spelt = pos && spell(field.value.trim(), pos.board);
    advice();
  });
  byId('edit-reset').addEventListener('click', () => {
    reset();
    field.focus();
  });
  const open = (isOpen) => {
    panel.hidden = !isOpen;
    byId('edit-open').setAttribute('aria-pressed', String(isOpen));
    if (isOpen) advice();
    else reset();
  };

  return {
    /** Follows the page to a position. */
    attach(shown, drawn) {
      [pos, board] = [shown, drawn];
      const known = letters.get(table().id) ?? new Map();
      letters.set(table().id, known);
      for (const text of [pos.position, ...pos.moves.map((m) => m.child)]) {
        const parts = spell(text, pos.board);
        pos.board.cells.forEach((cell, at) => {
          if (!parts || cell.kind === 'wall') return;
          if (text === pos.position) known.set(parts.cells[at], cell);
          else if (!known.has(parts.cells[at])) known.set(parts.cells[at], null);
        });
      }
      board.cells?.[0]?.closest('.grid').addEventListener('click', (event) => {
        const at = board.cells.indexOf(event.target.closest('.cell'));
        if (panel.hidden || !spelt || at < 0) return;
        event.stopPropagation();
        if (pos.board.cells[at].kind !== 'wall') cycle(at);
      }, true);
      reset();
    },
    /** Opens the form and puts the focus in it. */
    open() {
      open(true);
      field.focus();
      field.select();
    },
    close: () => open(false),
    toggle: () => open(panel.hidden),
    /** What is in the field. */
    text: () => field.value.trim(),
  };
}

/** What a changed cell shows: the piece, or nothing, or the letter if that is all that is known. */
function draft(letter, cell, paints) {
  if (cell?.kind === 'piece') return element('span', { className: 'draft' }, figureOf(cell, paints));
  return element('span', { className: 'draft' }, cell?.kind === 'empty' || letter === '.' ? '' : letter);
}

/**
 * The letters of the cells, if a notation begins with the rows of the board from
 * the top, one letter a cell, with strokes between; else null.
 */
function spell(text, board) {
  const end = text.indexOf(':');
  const head = end < 0 ? text : text.slice(0, end);
  const rows = head.split('/').map((row) => [...row]);
  if (!board.width || rows.length !== board.height || rows.some((row) => row.length !== board.width)) return null;
  return { cells: rows.flat(), rest: end < 0 ? '' : text.slice(end) };
}

/** The notation of letters. */
function join({ cells, rest }, { width, height }) {
  const rows = Array.from({ length: height }, (_, y) => cells.slice(y * width, (y + 1) * width).join(''));
  return rows.join('/') + rest;
}
