// Sharing of lines and positions as links, text, JSON and pictures, and import
// of lines.

import * as api from './api.js';
import { byId, element } from './dom.js';
import { entryOf } from './marks.js';
import { embedPage, embedHint } from './send.js';

/** Returns the JSON of a line: the game, the first position and the moves. */
function asJSON(table, line) {
  return JSON.stringify({ game: table.game, start: line[0].p, moves: line.slice(1).map((entry) => entry.move), position: line.at(-1).p }, null, 2);
}

/** Parses a line. start is '' if the text does not name a position. */
export function read(text) {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{')) {
    // Ignore move numbers and marks.
    const moves = trimmed.split(/[\s,]+/).filter((part) => part && !/^\d+\.+$/.test(part)).map((part) => part.replace(/[?!]+$/, ''));
    return { start: '', moves };
  }
  let found;
  try {
    found = JSON.parse(trimmed);
  } catch (error) {
    throw new Error(`Invalid JSON: ${error.message}`);
  }
  if (!Array.isArray(found.moves)) throw new Error('The JSON has no list "moves".');
  return { start: String(found.start ?? ''), moves: found.moves.map(String) };
}

/** Plays moves from a position and returns the entries of the line. */
export async function replay(table, { start, moves }, viewOf) {
  let pos = await api.position(table, start);
  const line = [{ p: pos.position, view: viewOf(pos) }];
  for (const [i, name] of moves.entries()) {
    const move = pos.moves.find((m) => m.move === name);
    if (!move) {
      const possible = pos.moves.slice(0, 12).map((m) => m.move).join(', ');
      throw new Error(`Move ${i + 1}, "${name}", is not legal. ${possible ? `Legal moves: ${possible}${pos.moves.length > 12 ? ', …' : ''}.` : 'The game is over.'}`);
    }
    const entry = entryOf(pos, move);
    pos = await api.position(table, move.child);
    line.push({ ...entry, view: viewOf(pos) });
  }
  return line;
}

/** Downloads a blob as a file. */
function save(name, content) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/**
 * Connects the buttons. line and table return the current state; viewOf returns
 * the part of a position stored in a line, and go shows an imported line.
 */
export function createShare({ line, table, viewOf, go }) {
  const say = (text) => (byId('copied').textContent = text);
  const copy = async (text, done = 'Copied.') => {
    try {
      await navigator.clipboard.writeText(text);
      say(done);
    } catch {
      byId('import').value = text;
      byId('import-open').open = true;
      say('The browser denied access to the clipboard; copy the text from the field.');
    }
  };
  const name = () => table().id.replace(/[^\w-]+/g, '-');
  const drawn = async (kind, values) => {
    const { pictureOf, pngOf } = await import('./picture.js');
    const scores = [...document.querySelectorAll('#tracks .score')].map((score) => score.innerText.replace(/\s+/g, ' '));
    const svg = pictureOf(byId('board'), values ? [byId('value').textContent, ...scores] : scores, values);
    return kind === 'png' ? pngOf(svg) : new Blob([svg], { type: 'image/svg+xml' });
  };
  const copyPicture = async () => {
    const picture = drawn('png', true);
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
      say('Copied.');
    } catch {
      save(`${name()}.png`, await picture);
      say('The browser denied access to the clipboard; the picture was saved.');
    }
  };
  const copyFrame = () => {
    const address = new URL(api.HOME + embedPage + location.search, location.href);
    const frame = element('iframe', { src: address.href, title: `${table().title}, solved`, width: 480, height: 560, loading: 'lazy' });
    frame.style.border = '0';
    return copy(frame.outerHTML, `Copied. ${embedHint}`);
  };
  const acts = {
    'copy': () => copy(location.href),
    'copy-frame': copyFrame,
    'copy-picture': copyPicture,
    'copy-moves': () => copy(line().slice(1).map((entry) => entry.move).join(' ')),
    'save-json': () => save(`${name()}.json`, new Blob([asJSON(table(), line())], { type: 'application/json' })),
    'save-svg': async () => save(`${name()}.svg`, await drawn('svg')),
    'save-png': async () => save(`${name()}.png`, await drawn('png')),
  };
  for (const [id, act] of Object.entries(acts)) byId(id).addEventListener('click', act);
  byId('import-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    byId('import-error').textContent = '';
    try {
      go(await replay(table().id, read(byId('import').value), viewOf));
    } catch (error) {
      byId('import-error').textContent = error.message;
      byId('import').focus();
    }
  });
  return {
    /** Updates the links for the position shown. */
    attach(pos) {
      say('');
      for (const id of ['save-svg', 'save-png', 'copy-picture']) byId(id).hidden = pos.board.width === 0;
    },
  };
}
