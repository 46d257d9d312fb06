// SPDX-License-Identifier: Apache-2.0
//
// What can be shown or hidden in the picture: the list, and the menu made of it. Keys are those of
// MuJoCo's viewer where it has such a layer.

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

/** A box to tick that follows what the picture shows. */
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

/** A menu closes when something else is pressed, and by Escape. */
function closeWhenLeft(menu: HTMLDetailsElement): void {
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) {
      menu.open = false;
    }
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && menu.open) {
      menu.open = false;
      event.stopPropagation(); // it would free the camera, too
    }
  }, { capture: true });
}

/** The menu of layers, groups of geoms among them where the model has several. */
export function layerMenu(app: App): HTMLElement {
  const used = new Set(app.solidRun?.model?.geoms.map((geom) => geom.group));
  const choices = layers.map(({ layer, key, label }) =>
    choice(app, label, key.toUpperCase(), () => app.stage?.shows(layer) ?? false,
      () => toggleLayer(app, layer)));
  const grouped = used.size < 2 ? [] : groups.filter((group) => used.has(group)).map((group) =>
    choice(app, `geoms of group ${group}`, String(group),
      () => app.stage?.showsGroup(group) ?? false, () => toggleGroup(app, group)));
  const menu = h('details', { class: 'menu' },
    h('summary', { 'aria-label': 'What is shown', title: 'What is shown' }, icon('layers')),
    h('div', { class: 'sheet' }, ...choices, ...grouped));
  closeWhenLeft(menu);
  return menu;
}
