// The list of moves played so far, and the graph of the value along them.

import { byId, element, shape } from './dom.js';
import { markText } from './marks.js';
import { number, percent, shareOf, short, words } from './values.js';

const HEIGHT = 130;
const AXIS = 20; // space for the ply numbers
const EDGE = 18; // vertical margin for marks
const MIN_WIDTH = 20; // minimum width of a ply
const MAX_WIDTH = 48; // maximum width of a ply

/**
 * Shows a line of entries {move, mark, view}, where view contains the value of
 * the position. go is called with the index of the chosen entry.
 */
export function showLine(line, at, { hidden, go }) {
  byId('line').replaceChildren(...line.map((entry, i) => {
    const button = element('button', { type: 'button' }, i === 0 ? 'start of the line' : `${i}. ${entry.move}`, ...(hidden ? [] : markText(entry.mark)));
    if (i === at) button.setAttribute('aria-current', 'step');
    button.addEventListener('click', () => go(i));
    return element('li', {}, button);
  }));
  byId('history').hidden = line.length < 2;
  if (line.length < 2) return;
  const graph = byId('graph');
  if (hidden) {
    graph.replaceChildren(...line.slice(1).flatMap(({ move }, i) => [element('span', { className: 'sub' }, `${i + 1}. `), element('code', {}, move), ' ']));
    return;
  }
  const scroller = element('div', { className: 'scroller' });
  graph.replaceChildren(scroller);
  const step = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.floor((graph.clientWidth - 90) / line.length)));
  const views = line.map((entry) => entry.view);
  const draw = views.every((v) => v && v.leader !== null) ? contest : payoffs;
  const { svg, axis, legend } = draw(views.map((v) => v ?? {}), at, step, line.map((entry) => entry.mark));
  svg.setAttribute('aria-label', `The value along the line: ${views.map((v) => words(v?.words)).join('; ')}`);
  svg.addEventListener('click', (event) => {
    const { left, width } = svg.getBoundingClientRect();
    go(Math.min(line.length - 1, Math.floor(((event.clientX - left) / width) * line.length)));
  });
  scroller.append(svg);
  graph.prepend(axis);
  if (legend) graph.append(element('p', { className: 'legend sub' }, legend));
  scroller.scrollLeft = (at + 1) * step - scroller.clientWidth / 2;
}

/** Creates an empty graph with an axis of plies, and highlights the current position. */
function canvas(views, at, step) {
  const width = views.length * step;
  const svg = shape('svg', { class: 'pic', role: 'img', viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT });
  views.forEach((v, i) => {
    const place = shape('rect', { class: i === at ? 'f-changed' : 'f-paper', x: i * step, y: 0, width: step, height: HEIGHT - AXIS });
    place.append(shape('title', {}, `${i}. ${words(v.words)}`));
    svg.append(place);
    const every = views.length > 30 ? 5 : 1;
    if (i % every === 0) svg.append(shape('text', { class: 'f-muted', 'font-size': 11, x: (i + 0.5) * step, y: HEIGHT - 9 }, String(i)));
  });
  svg.append(shape('path', { class: 's-rule', d: `M0 ${HEIGHT - AXIS}H${width}` }));
  return svg;
}

/** The labels of the vertical axis, from the top. */
const axisOf = (...names) => element('div', { className: 'axis', 'aria-hidden': 'true' }, ...names.map((name) => element('span', {}, name)));

function addMark(svg, mark, x, y) {
  if (mark) svg.append(shape('text', { class: `mark ${mark === '!' ? 'good' : 'bad'}`, 'font-size': 13, x, y }, mark));
}

/**
 * Draws bars up for role 0 and down for role 1. Full height is an immediate
 * win, half height the longest win of the line; the scale is linear in plies.
 */
function contest(views, at, step, marks) {
  const { roles } = views[0];
  const svg = canvas(views, at, step);
  const middle = (HEIGHT - AXIS) / 2;
  const room = middle - EDGE;
  const longest = Math.max(1, ...views.map((v) => v.remoteness));
  svg.append(shape('path', { class: 's-muted', d: `M0 ${middle}H${views.length * step}` }));
  views.forEach((v, i) => {
    const length = v.leader < 0 ? 6 : v.remoteness < 0 ? room / 2 : room * (1 - v.remoteness / (2 * longest));
    const paint = v.leader < 0 ? 'even' : v.paints[v.leader];
    const y = v.leader < 0 ? middle - 3 : v.leader === 0 ? middle - length : middle;
    svg.append(shape('rect', { class: `f-${paint} s-muted`, x: i * step + 3, y, width: step - 6, height: length, rx: 2 }));
    addMark(svg, marks[i], (i + 0.5) * step, v.leader === 1 ? middle + length + 9 : y - 8);
  });
  return { svg, axis: axisOf(`${roles[0]} wins`, `${longest} ${longest === 1 ? 'ply' : 'plies'}`, 'even', `${longest} ${longest === 1 ? 'ply' : 'plies'}`, `${roles[1]} wins`) };
}

/** The signs of the roles in the graph of payoffs. */
const SIGNS = '■●▲◆▼★✚⬢';

/** Draws a line per role for games with payoffs, or for role 0 if the payoffs have a scale. */
function payoffs(views, at, step, marks) {
  const { roles: all = [], paints = [], scale } = views[0];
  const roles = scale ? all.slice(0, 1) : all;
  const svg = canvas(views, at, step);
  const found = views.flatMap((v) => (v.payoffs ?? []).map(number));
  const [low, high] = scale ? [scale.low, scale.high] : [Math.min(0, ...found), Math.max(1, ...found)];
  const y = (x) => HEIGHT - AXIS - 8 - ((x - low) / (high - low)) * (HEIGHT - AXIS - EDGE - 14);
  if (low < 0) svg.append(shape('path', { class: 's-rule', d: `M0 ${y(0)}H${views.length * step}` }));
  roles.forEach((_, role) => {
    const points = views.map((v, i) => [(i + 0.5) * step, v.payoffs?.[role]]).filter(([, x]) => x !== undefined).map(([x, payoff]) => [x, y(number(payoff))]);
    svg.append(shape('path', { class: 's-muted', 'stroke-width': 1.5, d: points.map(([x, h], i) => `${i ? 'L' : 'M'}${x} ${h}`).join('') }));
    const size = Math.max(6, 17 - 5 * role); // different sizes, so that all are visible if they coincide
    for (const [x, h] of points) svg.append(shape('text', { 'class': `f-${paints[role]} s-ink`, 'stroke-width': 0.6, 'font-size': size, x, 'y': h }, SIGNS[role]));
  });
  views.forEach((v, i) => addMark(svg, marks[i], (i + 0.5) * step, 8));
  if (scale?.probability) return { svg, axis: axisOf('100 %', '0 %'), legend: `Probability that ${all[0]} wins: ${percent(shareOf(views[at], views[at]))} now` };
  return { svg, axis: axisOf(short(high), short(low)), legend: roles.map((name, role) => `${SIGNS[role]} ${name}`).join(', ') };
}
