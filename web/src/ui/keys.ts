// SPDX-License-Identifier: Apache-2.0
//
// The keys of the page, as in MuJoCo's viewer. A key more is a line more.

import type { App } from './app';
import { savePicture } from './save';
import { groups, layers, toggleGroup, toggleLayer } from './layers';
import { toggleTheme } from './theme';

export interface Key {
  /** As KeyboardEvent.key, letters small. */
  keys: readonly string[];
  /** As the help shows it. */
  shown: string;
  help: string;
  /** Works only while the picture has the focus: elsewhere the key belongs to the browser. */
  inPicture?: boolean;
  run(app: App, pressed: string): void;
}

export const keys: readonly Key[] = [
  { keys: [' '], shown: 'Space', help: 'play, pause', run: ({ player }) => player.toggle() },
  { keys: ['arrowright'], shown: '→', help: 'a step on', run: ({ player }) => player.step(1) },
  { keys: ['arrowleft'], shown: '←', help: 'a step back', run: ({ player }) => player.step(-1) },
  { keys: ['+', '='], shown: '+', help: 'faster', run: ({ player }) => player.change(1) },
  { keys: ['-', '_'], shown: '−', help: 'slower', run: ({ player }) => player.change(-1) },
  {
    keys: ['backspace'], shown: 'Backspace', help: 'back to the start',
    run: ({ player }) => player.rewind(),
  },
  {
    keys: ['l'], shown: 'L', help: 'start again at the end, or stop there',
    run: ({ player }) => player.loop.set(!player.loop.get()),
  },
  { keys: ['['], shown: '[', help: 'the camera before', run: ({ stage }) => stage?.view(-1) },
  { keys: [']'], shown: ']', help: 'the next camera', run: ({ stage }) => stage?.view(1) },
  {
    keys: ['home'], shown: 'Home', help: 'look at all of the motion',
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
    keys: ['escape'], shown: 'Esc', help: 'free camera: follow and select nothing',
    run: ({ followed, selected }) => {
      followed.set(null);
      selected.set(null);
    },
  },
  {
    keys: ['tab'], shown: 'Tab', help: 'panels on or off (in the picture)', inPicture: true,
    run: ({ panels }) => panels.set(!panels.get()),
  },
  {
    keys: ['p'], shown: 'P', help: 'keep the picture as a file',
    run: (app) => void savePicture(app),
  },
  { keys: ['d'], shown: 'D', help: 'dark or light', run: ({ theme }) => toggleTheme(theme) },
  { keys: ['f1', '?'], shown: 'F1  ?', help: 'this list', run: ({ help }) => help.send() },
];

/** The keys that show and hide. */
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

/** What the mouse does in the picture, for the help. */
export const mouse: readonly { shown: string; help: string }[] = [
  { shown: 'drag', help: 'turn the camera (one finger)' },
  { shown: 'right drag', help: 'move it (two fingers); with Shift along the ground' },
  { shown: 'wheel, middle drag', help: 'nearer and farther (pinch)' },
  { shown: 'rest', help: 'the name of a body' },
  { shown: 'double click', help: 'select a body: where it is, how fast' },
  { shown: 'right double click', help: 'look at that point' },
  { shown: 'Ctrl + right double click', help: 'follow that body' },
  { shown: 'click or drag in a plot', help: 'go to that time' },
  { shown: 'Shift + drag in a plot', help: 'zoom all plots (Ctrl + wheel, pinch)' },
  { shown: 'double click in a plot', help: 'show all of the time again' },
];

/** Which key a press means; undefined: none, or it belongs to the browser. */
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

/** Whether the press is writing into a field, or pushing what has the focus. */
function belongs(event: KeyboardEvent): boolean {
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

/** Listen to the keys of the whole page. */
export function listenToKeys(app: App, picture: HTMLElement): void {
  document.addEventListener('keydown', (event) => {
    if (belongs(event)) {
      return;
    }
    const key = keyOf(event, document.activeElement === picture);
    if (key !== undefined) {
      event.preventDefault();
      key.run(app, event.key);
    }
  });
}
