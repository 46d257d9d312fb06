// SPDX-License-Identifier: Apache-2.0
//
// The list of layers of the picture, and the menu that shows or hides them. Keys are those of
// MuJoCo's viewer for layers that it has.

import type { Layer } from '../scene/stage';
import type { App } from './app';
import { h, icon } from './h';

export const layers: readonly { layer: Layer; key: string; label: string }[] = [
  { layer: 'geoms', key: 'g', label: 'geometry' },
  { layer: 'bones', key: 'a', label: 'capsules between joints' },
  { layer: 'axes', key: 'j', label: 'joint axes' },
  { layer: 'loops', key: 'n', label: 'loop closures' },
  { layer: 'springs', key: 'v', label: 'springs' },
  { layer: 'sites', key: 'x', label: 'sites' },
  { layer: 'trails', key: 't', label: 'trails of sites' },
  { layer: 'contacts', key: 'c', label: 'contact forces' },
  { layer: 'patches', key: 'k', label: 'contact patches' },
  { layer: 'masses', key: 'm', label: 'centres of mass' },
  { layer: 'ground', key: 'w', label: 'ground' },
  { layer: 'shadows', key: 's', label: 'shadows' },
];

export const groups: readonly number[] = [0, 1, 2, 3, 4, 5];

export function toggleLayer(app: App, layer: Layer): void {
  app.stage?.show(layer, !app.stage.shows(layer));
  app.layers.send();
}

export function toggleGroup(app: App, group: number): void {
  app.stage?.showGroup(group, !app.stage.showsGroup(group));
  app.layers.send();
}

/** A checkbox that shows the state of a layer or group. */
function choice(app: App, label: string, key: string, shown: () => boolean, turn: () => void):
  HTMLElement {
  const box = h('input', { type: 'checkbox', change: turn });
  const follow = (): void => {
    box.checked = shown();
  };
  app.layers.on(follow);
  follow();
  return h('label', { class: 'choice' }, box, label, h('kbd', {}, key));
}

/** Close a menu by a press outside of it and by Escape. */
function closeWhenLeft(menu: HTMLDetailsElement): void {
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) {
      menu.open = false;
    }
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && menu.open) {
      menu.open = false;
      event.stopPropagation(); // Escape would also stop following
    }
  }, { capture: true });
}

/** The menu of layers, and of groups of geoms if the model has several. */
export function layerMenu(app: App): HTMLElement {
  const used = new Set(app.solidRun?.model?.geoms.map((geom) => geom.group));
  const choices = layers.map(({ layer, key, label }) =>
    choice(app, label, key.toUpperCase(), () => app.stage?.shows(layer) ?? false,
      () => toggleLayer(app, layer)));
  const grouped = used.size < 2 ? [] : groups.filter((group) => used.has(group)).map((group) =>
    choice(app, `geoms of group ${group}`, String(group),
      () => app.stage?.showsGroup(group) ?? false, () => toggleGroup(app, group)));
  const menu = h('details', { class: 'menu' },
    h('summary', { 'aria-label': 'Layers', title: 'Show or hide layers' }, icon('layers')),
    h('div', { class: 'sheet' }, ...choices, ...grouped));
  closeWhenLeft(menu);
  return menu;
}
