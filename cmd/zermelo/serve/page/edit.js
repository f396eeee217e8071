// Setting up a position: in the game's notation, and where that spells the board
// cell by cell also on the board, with a palette of what can stand in a cell.

import * as api from './api.js';
import { figureOf } from './drawing.js';
import { announce, byId, element } from './dom.js';
import { sideField, spell, unspell } from './spelling.js';
import { words } from './values.js';

/** How long the server is not asked while cells are still being changed, in ms. */
const PAUSE = 250;

/**
 * The form for setting up positions. go is called with the notation to show,
 * table gives the table that is open. Call attach with each position shown and its board.
 */
export function createEditor({ go, table }) {
  const field = byId('notation');
  const panel = byId('edit');
  const side = byId('edit-side');
  // By table, the letters that its notations have in cells, with what such a cell looks
  // like, if one was shown, and where they say who is to move.
  const known = new Map();
  const of = () => known.get(table().id);
  let pos = null;
  let board = null;
  let spelt = null;
  let brush = null; // the letter that a click sets; null for the next one of all
  let undone = []; // notations before each change
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
    hint(active ? 'Choose what to set, then click cells of the board.' : 'Type it, or copy it from zermelo query or another page.');
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
  /** What a letter stands for, in the words of the legend. */
  const named = (letter) => pos.board.legend.find((line) => line.startsWith(`${letter} `))?.slice(2) ?? (letter === '.' ? 'empty' : letter);

  /** Shows the changes of the board that the notation makes. */
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
  /** Takes over what was changed on the board or in the list. */
  const changed = (text, said) => {
    field.value = text;
    spelt = spell(text, pos.board);
    drafts();
    showTools();
    announce(said);
    clearTimeout(timer);
    timer = setTimeout(check, PAUSE);
  };
  const set = (at) => {
    const letters = [...of().letters.keys()];
    const letter = brush ?? letters[(letters.indexOf(spelt.cells[at]) + 1) % letters.length];
    undone.push(field.value);
    const cells = spelt.cells.with(at, letter);
    changed(unspell({ ...spelt, cells }, pos.board), `${named(letter)} now`);
  };
  /** Takes the last change back; reports whether there was one. */
  const undo = () => {
    if (panel.hidden || undone.length === 0) return false;
    changed(undone.pop(), 'Taken back');
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
      if (!error.position || !table().search) { // else it is shown and searched
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
    /** Follows the page to a position. */
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
    /** Opens the form and puts the focus in it. */
    open() {
      open(true);
      field.focus();
      field.select();
    },
    close: () => open(false),
    toggle: () => open(panel.hidden),
    undo,
    /** What is in the field. */
    text: () => field.value.trim(),
  };
}

/** What a changed cell shows: the piece, or nothing, or the letter if that is all that is known. */
function draft(letter, cell, paints) {
  if (cell?.kind === 'piece') return element('span', { className: 'draft' }, figureOf(cell, paints));
  return element('span', { className: 'draft' }, cell?.kind === 'empty' || letter === '.' ? '' : letter);
}
