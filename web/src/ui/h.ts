// SPDX-License-Identifier: Apache-2.0
//
// Creates elements of the page by nested calls.

export type Child = Node | string | null | undefined | false;

/** Attributes of an element. A function listens to the event of its name ("click"), `true` is an
 * attribute without a value, false and missing values are omitted. */
export type Attributes = Record<
  string,
  string | number | boolean | null | undefined | ((event: never) => void)
>;

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(name, value as EventListener);
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
}

function fill(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child);
    }
  }
}

/** Create an element with attributes and children. Strings are text, never markup. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  fill(element, children);
  return element;
}

/** Replace the children of an element. */
export function refill(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  fill(element, children);
}

/** Set the text of an element; unchanged text costs no layout. */
export function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

const icons = {
  play: 'M7 4.5v15l12.5-7.5z',
  pause: 'M6.5 5h4v14h-4zM13.5 5h4v14h-4z',
  back: 'M16.5 5v14L8 12zM5.5 5h2v14h-2z',
  forward: 'M7.5 5v14L16 12zM16.5 5h2v14h-2z',
  start: 'M19 5v14l-7.5-7zM11.5 5v14L4 12z',
  loop: 'M17 2l4 4-4 4V7H7a3 3 0 0 0-3 3v2H2v-2a5 5 0 0 1 5-5h10z'
    + 'M7 22l-4-4 4-4v3h10a3 3 0 0 0 3-3v-2h2v2a5 5 0 0 1-5 5H7z',
  home: 'M12 3.5 3 11h2.5v9h5v-6h3v6h5v-9H21z',
  camera: 'M9 4 7.5 6.5H3v13h18v-13h-4.5L15 4zm3 4.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zm0 2'
    + 'a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  theme: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2v14a7 7 0 0 1 0-14z',
  layers: 'M12 2.5 22 8l-10 5.5L2 8zM4.2 11 12 15.3 19.8 11 22 12.3 12 17.8 2 12.3z'
    + 'M4.2 15.3 12 19.6l7.8-4.3L22 16.5 12 22 2 16.5z',
  panel: 'M3 4h18v16H3zm2 2v12h9V6zm11 0v12h3V6z',
  close: 'M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12 19 17.6 17.6 19'
    + ' 12 13.4 6.4 19 5 17.6 10.6 12 5 6.4z',
} as const;

export type Icon = keyof typeof icons;

/** An icon of 24 by 24 in the colour of the surrounding text, hidden from screen readers. */
export function icon(name: Icon): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const path = document.createElementNS(space, 'path');
  setAttributes(svg, { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: 'icon' });
  setAttributes(path, { d: icons[name], 'fill-rule': 'evenodd' });
  svg.append(path);
  return svg;
}
