// SPDX-License-Identifier: Apache-2.0
//
// The keys of the page, as in MuJoCo's viewer. To add a key, add an entry.

import type { App } from './app';
import { savePicture } from './save';
import { groups, layers, toggleGroup, toggleLayer } from './layers';
import { toggleTheme } from './theme';

export interface Key {
  /** Values of KeyboardEvent.key in lower case. */
  keys: readonly string[];
  /** Text of the key in the help. */
  shown: string;
  help: string;
  /** Handled only while the picture has the focus; elsewhere the browser handles the key. */
  inPicture?: boolean;
  run(app: App, pressed: string): void;
}

export const keys: readonly Key[] = [
  { keys: [' '], shown: 'Space', help: 'play or pause', run: ({ player }) => player.toggle() },
  { keys: ['arrowright'], shown: '→', help: 'next frame', run: ({ player }) => player.step(1) },
  {
    keys: ['arrowleft'], shown: '←', help: 'previous frame',
    run: ({ player }) => player.step(-1),
  },
  { keys: ['+', '='], shown: '+', help: 'faster', run: ({ player }) => player.change(1) },
  { keys: ['-', '_'], shown: '−', help: 'slower', run: ({ player }) => player.change(-1) },
  {
    keys: ['backspace'], shown: 'Backspace', help: 'go to the start',
    run: ({ player }) => player.rewind(),
  },
  {
    keys: ['l'], shown: 'L', help: 'repeat on or off',
    run: ({ player }) => player.loop.set(!player.loop.get()),
  },
  { keys: ['['], shown: '[', help: 'previous view', run: ({ stage }) => stage?.view(-1) },
  { keys: [']'], shown: ']', help: 'next view', run: ({ stage }) => stage?.view(1) },
  {
    keys: ['home'], shown: 'Home', help: 'show the whole motion',
    run: ({ stage, followed }) => {
      followed.set(null);
      stage?.home();
    },
  },
  {
    keys: ['f'], shown: 'F', help: 'follow the selected body',
    run: ({ followed, selected }) => followed.set(selected.get()),
  },
  {
    keys: ['escape'], shown: 'Esc', help: 'stop following, clear the selection',
    run: ({ followed, selected }) => {
      followed.set(null);
      selected.set(null);
    },
  },
  {
    keys: ['tab'], shown: 'Tab', help: 'show or hide the panels (in the picture)', inPicture: true,
    run: ({ panels }) => panels.set(!panels.get()),
  },
  {
    keys: ['p'], shown: 'P', help: 'save the picture',
    run: (app) => void savePicture(app),
  },
  { keys: ['d'], shown: 'D', help: 'dark or light theme', run: ({ theme }) => toggleTheme(theme) },
  { keys: ['f1', '?'], shown: 'F1  ?', help: 'this list', run: ({ help }) => help.send() },
];

/** Keys that show or hide layers and groups of geoms. */
export const layerKeys: readonly Key[] = [
  ...layers.map(({ layer, key, label }) => ({
    keys: [key], shown: key.toUpperCase(), help: label,
    run: (app: App) => toggleLayer(app, layer),
  })),
  {
    keys: groups.map(String), shown: `${groups[0]} … ${groups[groups.length - 1]}`,
    help: 'geoms of that group', run: (app, pressed) => toggleGroup(app, Number(pressed)),
  },
];

/** Gestures, for the help. */
export const mouse: readonly { shown: string; help: string }[] = [
  { shown: 'drag', help: 'orbit (one finger)' },
  { shown: 'right drag', help: 'pan (two fingers); with Shift parallel to the ground' },
  { shown: 'wheel, middle drag', help: 'zoom (pinch)' },
  { shown: 'rest', help: 'show the name of the body' },
  { shown: 'double click', help: 'select the body: position and speed' },
  { shown: 'right double click', help: 'look at the point' },
  { shown: 'Ctrl + right double click', help: 'follow the body' },
  { shown: 'click or drag in a plot', help: 'go to the time' },
  { shown: 'Shift + drag in a plot', help: 'zoom all plots (Ctrl + wheel, pinch)' },
  { shown: 'double click in a plot', help: 'show the whole time again' },
];

/** The entry of a pressed key; undefined: none, or the browser handles the key. */
export function keyOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'
  | 'shiftKey'>, inPicture: boolean): Key | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    return undefined;
  }
  const pressed = event.key.toLowerCase();
  const found = [...keys, ...layerKeys].find((key) => key.keys.includes(pressed));
  const elsewhere = found?.inPicture === true && (!inPicture || event.shiftKey);
  return elsewhere ? undefined : found;
}

/** Whether the focused element handles the key itself: a field, a dialog, a button, a tab. */
function isHandled(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) {
    return false;
  }
  if (target.closest('dialog') || target.matches('input[type=search], textarea, select')) {
    return true;
  }
  const pushes = event.key === ' ' || event.key === 'Enter';
  const steps = event.key.startsWith('Arrow') || event.key === 'Home';
  return (pushes && target.matches('button, summary, a, [role=tab], [type=checkbox]'))
    || (steps && target.matches('[role=tab]'));
}

/** Handle the keys of the whole page. */
export function listenToKeys(app: App, picture: HTMLElement): void {
  document.addEventListener('keydown', (event) => {
    if (isHandled(event)) {
      return;
    }
    const key = keyOf(event, document.activeElement === picture);
    if (key !== undefined) {
      event.preventDefault();
      key.run(app, event.key);
    }
  });
}
