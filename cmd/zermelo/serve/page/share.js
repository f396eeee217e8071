// Sharing of lines and positions as links, text, JSON and pictures, and import
// of lines.

import * as api from './api.js';
import { byId } from './dom.js';
import { drawing } from './drawing.js';
import { entryOf } from './marks.js';

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

/** Downloads a string or blob as a file. */
function save(name, content, type) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Returns the board of a position as an SVG file with embedded styles. */
export function picture(pos, turned) {
  const svg = drawing(pos, { labels: true, turned });
  svg.removeAttribute('aria-hidden');
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  byId('board').append(svg); // computed styles exist only for elements of the page
  const named = ['fill', 'stroke', 'color', 'stroke-width', 'font-family', 'font-weight', 'text-anchor', 'dominant-baseline'];
  const symbols = new Set();
  for (const node of [svg, ...svg.querySelectorAll('*')]) {
    const style = getComputedStyle(node);
    const values = named.map((name) => [name, style.getPropertyValue(name)]);
    for (const [name, value] of values) node.setAttribute(name, value);
    node.removeAttribute('class');
    const symbol = node.getAttribute('href');
    if (symbol) symbols.add(symbol);
  }
  const paper = document.createElementNS(svg.namespaceURI, 'rect');
  for (const [name, value] of [['width', '100%'], ['height', '100%'], ['fill', getComputedStyle(document.body).backgroundColor]]) paper.setAttribute(name, value);
  const defs = document.createElementNS(svg.namespaceURI, 'defs');
  defs.append(...[...symbols].map((symbol) => document.querySelector(symbol).cloneNode(true)));
  svg.prepend(defs, paper);
  svg.remove();
  return new XMLSerializer().serializeToString(svg);
}

/** Rasterizes an SVG to a PNG at a multiple of its size. */
async function raster(svg, times = 4) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width * times, image.height * times];
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

/**
 * Connects the buttons. position, line, table and isTurned return the current
 * state; viewOf returns the part of a position stored in a line, and go shows
 * an imported line.
 */
export function createShare({ position, line, table, isTurned, viewOf, go }) {
  const say = (text) => (byId('copied').textContent = text);
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      say('Copied.');
    } catch {
      byId('import').value = text;
      byId('import-open').open = true;
      say('The browser denied access to the clipboard; copy the text from the field.');
    }
  };
  const name = () => table().id.replace(/[^\w-]+/g, '-');
  const acts = {
    'copy': () => copy(location.href),
    'copy-moves': () => copy(line().slice(1).map((entry) => entry.move).join(' ')),
    'save-json': () => save(`${name()}.json`, asJSON(table(), line()), 'application/json'),
    'save-svg': () => save(`${name()}.svg`, picture(position(), isTurned()), 'image/svg+xml'),
    'save-png': async () => save(`${name()}.png`, await raster(picture(position(), isTurned()))),
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
      for (const id of ['save-svg', 'save-png']) byId(id).hidden = pos.board.width === 0;
    },
  };
}
