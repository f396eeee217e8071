// The position editor: a text field, and a palette for the board if the
// notation lists the board cell by cell.

import * as api from './api.js';
import { figureOf } from './drawing.js';
import { announce, byId, element } from './dom.js';
import { sideField, spell, unspell } from './notation.js';
import { words } from './values.js';

/** Delay before the server validates an edited position, in ms. */
const VALIDATION_DELAY = 250;

/**
 * Creates the position editor. go is called with the notation to show; table
 * returns the current table. attach must be called for each position shown.
 */
export function createEditor({ go, table }) {
  const field = byId('notation');
  const panel = byId('edit');
  const side = byId('edit-side');
  // Per table: the letters used in its notations, with the look of such a cell
  // if it was shown, and the location of the side to move.
  const known = new Map();
  const of = () => known.get(table().id);
  let pos = null;
  let board = null;
  let spelt = null;
  let brush = null; // the letter to place; null cycles through all letters
  let undone = []; // the notations before each change
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
    byId('edit-tools').hidden = !active;
    if (active) showTools();
    hint(active ? 'Choose a piece, then click cells of the board.' : 'Type a position, or paste one from zermelo query.');
  };
  const showTools = () => {
    const { letters, sides } = of();
    byId('palette').replaceChildren(...[...letters].map(([letter, cell]) => {
      const button = element('button', { type: 'button', title: named(letter), 'aria-label': named(letter), 'aria-pressed': String(letter === brush) },
        figureOf(cell, pos.paints) || element('span', { 'aria-hidden': 'true' }, cell?.kind === 'empty' || letter === '.' ? '' : letter));
      button.addEventListener('click', () => {
        brush = letter === brush ? null : letter;
        showTools();
      });
      return button;
    }));
    side.parentElement.hidden = !sides;
    side.replaceChildren(...(sides?.texts ?? []).map((text, role) => element('option', { value: text }, pos.roles[role])));
    if (sides) side.value = spelt.rest[sides.field];
    byId('edit-undo').setAttribute('aria-disabled', String(undone.length === 0));
  };
  /** Returns the meaning of a letter according to the legend. */
  const named = (letter) => pos.board.legend.find((line) => line.startsWith(`${letter} `))?.slice(2) ?? (letter === '.' ? 'empty' : letter);

  /** Shows the cells of the board that differ from the shown position. */
  const drafts = () => {
    const before = spell(pos.position, pos.board);
    board.cells?.forEach((cell, at) => {
      cell.querySelector('.draft')?.remove();
      const letter = spelt?.cells[at];
      if (before && letter !== undefined && letter !== before.cells[at]) cell.append(draft(letter, of().letters.get(letter), pos.paints));
    });
  };
  const reset = () => {
    clearTimeout(timer);
    say(null);
    undone = [];
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
      hint(`This position can occur: ${words(found.value.words)}.`);
    } catch (error) {
      if (field.value === asked) say(error);
    }
  };
  /** Applies a change made on the board or in the list. */
  const changed = (text, said) => {
    field.value = text;
    spelt = spell(text, pos.board);
    drafts();
    showTools();
    announce(said);
    clearTimeout(timer);
    timer = setTimeout(check, VALIDATION_DELAY);
  };
  const set = (at) => {
    const letters = [...of().letters.keys()];
    const letter = brush ?? letters[(letters.indexOf(spelt.cells[at]) + 1) % letters.length];
    undone.push(field.value);
    const cells = spelt.cells.with(at, letter);
    changed(unspell({ ...spelt, cells }, pos.board), `${named(letter)} now`);
  };
  /** Undoes the last change; reports whether there was any. */
  const undo = () => {
    if (panel.hidden || undone.length === 0) return false;
    changed(undone.pop(), 'Undone');
    return true;
  };

  side.addEventListener('change', () => {
    undone.push(field.value);
    changed(unspell({ ...spelt, rest: spelt.rest.with(of().sides.field, side.value) }, pos.board), `${side.selectedOptions[0].textContent} to move`);
  });
  byId('edit-undo').addEventListener('click', undo);
  byId('edit-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    clearTimeout(timer);
    const text = field.value.trim();
    try {
      await api.position(table().id, text);
    } catch (error) {
      if (!error.position || !table().search) { // otherwise the position is shown and searched
        say(error);
        field.focus();
        return;
      }
    }
    say(null);
    go(text);
  });
  field.addEventListener('input', () => {
    say(null);
    spelt = pos && spell(field.value.trim(), pos.board);
    drafts();
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
    /** Updates the editor for the position shown. */
    attach(shown, drawn) {
      [pos, board] = [shown, drawn];
      const { letters, sides } = of() ?? { letters: new Map(), sides: null };
      known.set(table().id, { letters, sides: sides ?? sideField(pos) });
      for (const text of [pos.position, ...pos.moves.map((m) => m.child)]) {
        const parts = spell(text, pos.board);
        pos.board.cells.forEach((cell, at) => {
          if (!parts || cell.kind === 'wall') return;
          if (text === pos.position) letters.set(parts.cells[at], cell);
          else if (!letters.has(parts.cells[at])) letters.set(parts.cells[at], null);
        });
      }
      board.cells?.[0]?.closest('.grid').addEventListener('click', (event) => {
        const at = board.cells.indexOf(event.target.closest('.cell'));
        if (panel.hidden || !spelt || at < 0) return;
        event.stopPropagation();
        if (pos.board.cells[at].kind !== 'wall') set(at);
      }, true);
      reset();
    },
    /** Opens the form and focuses its first control. */
    open() {
      open(true);
      field.focus();
      field.select();
    },
    close: () => open(false),
    toggle: () => open(panel.hidden),
    undo,
    /** Returns the text of the field. */
    text: () => field.value.trim(),
  };
}

/** Draws a changed cell: its piece, nothing, or the letter if its look is unknown. */
function draft(letter, cell, paints) {
  if (cell?.kind === 'piece') return element('span', { className: 'draft' }, figureOf(cell, paints));
  return element('span', { className: 'draft' }, cell?.kind === 'empty' || letter === '.' ? '' : letter);
}
