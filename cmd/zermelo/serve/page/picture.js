// Pictures of the board as it is shown, which need no style sheet.

import { shape } from './dom.js';

/** The styles of shapes, and of texts. */
const SHAPE = ['fill', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'opacity'];
const TEXT = ['font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline'];
const SCALE = 2; // pixels of a PNG per pixel of the page
const LINE = 24; // height of a caption

/**
 * Returns the SVG of an element's drawings with the labels of the board and the
 * captions below. values adds the marks of the moves.
 */
export function pictureOf(place, captions, values) {
  const box = place.getBoundingClientRect();
  const [width, height] = [box.width, box.height + captions.length * LINE];
  const { backgroundColor: paper, color: ink, fontFamily: font } = getComputedStyle(document.body);
  const svg = shape('svg', { viewBox: `0 0 ${width} ${height}`, width, height });
  svg.append(shape('rect', { width, height, fill: paper }));
  const lay = (node) => {
    const { left, top, width: w, height: h } = node.getBoundingClientRect();
    return { x: left - box.left, y: top - box.top, width: w, height: h };
  };
  for (const drawn of place.querySelectorAll('.frame > svg:not(.arrows), .held svg')) {
    const copy = inlined(drawn);
    for (const [name, value] of Object.entries(lay(drawn))) copy.setAttribute(name, value);
    svg.append(copy);
  }
  const frame = (style, { x, y, width: w, height: h }) => {
    const line = parseFloat(style.borderTopWidth);
    const round = parseFloat(style.borderTopLeftRadius);
    svg.append(shape('rect', {
      'x': x + line / 2, 'y': y + line / 2, 'width': w - line, 'height': h - line, 'rx': style.borderTopLeftRadius.endsWith('%') ? w / 2 : round, 'fill': style.backgroundColor,
      'opacity': style.opacity, 'stroke': style.borderTopColor, 'stroke-width': line, 'stroke-dasharray': style.borderTopStyle === 'solid' ? 'none' : line,
    }));
  };
  for (const cell of values ? place.querySelectorAll('.cell.begins') : []) {
    const style = getComputedStyle(cell, '::before');
    const { x, y, width: w, height: h } = lay(cell);
    const [left, top, right, bottom] = ['left', 'top', 'right', 'bottom'].map((side) => parseFloat(style[side]));
    frame(style, { x: x + left, y: y + top, width: w - left - right, height: h - top - bottom });
  }
  for (const label of place.querySelectorAll(values ? '.label, .badge, .aim' : '.label')) {
    const style = getComputedStyle(label);
    const at = lay(label);
    frame(style, at);
    svg.append(shape('text', {
      'x': at.x + at.width / 2, 'y': at.y + at.height / 2, 'text-anchor': 'middle', 'dominant-baseline': 'central', 'opacity': style.opacity,
      'font-family': font, 'font-size': style.fontSize, 'font-weight': style.fontWeight, 'fill': style.color,
    }, label.textContent));
  }
  captions.forEach((text, i) => svg.append(shape('text', { 'x': 2, 'y': box.height + (i + 0.7) * LINE, 'font-family': font, 'font-size': 16, 'fill': ink }, text)));
  return new XMLSerializer().serializeToString(svg);
}

/** Returns a copy of a drawing that contains its figures and styles. */
function inlined(drawn) {
  const copy = drawn.cloneNode(true);
  for (const use of copy.querySelectorAll('use')) {
    const at = (name) => use.getAttribute(name) ?? '';
    const figure = shape('g', { class: at('class'), transform: `${at('transform')} translate(${at('x') || 0} ${at('y') || 0})` });
    figure.append(...document.querySelector(at('href')).cloneNode(true).children);
    use.replaceWith(figure);
  }
  drawn.after(copy); // styles depend on the place in the page
  for (const node of copy.querySelectorAll('path, rect, circle, text')) {
    const style = getComputedStyle(node);
    for (const name of node.textContent ? [...SHAPE, ...TEXT] : SHAPE) node.setAttribute(name, style.getPropertyValue(name));
  }
  copy.remove();
  return copy;
}

/** Converts an SVG picture to a PNG blob. */
export async function pngOf(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [SCALE * image.width, SCALE * image.height];
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}
