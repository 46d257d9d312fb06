// SPDX-License-Identifier: Apache-2.0
//
// The playback bar under the picture: time slider, play, steps, speed.

import type { App } from './app';
import { h, icon, refill, write } from './h';
import type { Live } from './live';
import type { Player } from './player';
import { tool } from './tool';

function playButton({ player }: App): HTMLElement {
  const button = tool('play', 'Play (Space)', () => player.toggle(), 'tool play');
  player.playing.watch((playing) => {
    const label = playing ? 'Pause (Space)' : 'Play (Space)';
    refill(button, icon(playing ? 'pause' : 'play'));
    button.setAttribute('aria-label', label);
    button.title = label;
  });
  return button;
}

function loopButton({ player }: App): HTMLElement {
  const button = tool('loop', 'Repeat (L)', () =>
    player.loop.set(!player.loop.get()));
  player.loop.watch((loop) => button.setAttribute('aria-pressed', String(loop)));
  return button;
}

function speedChoice({ player }: App): HTMLElement {
  const shown = h('output', { class: 'speed', 'aria-label': 'Speed' });
  player.speed.watch((speed) => write(shown, `${speed}×`));
  return h('div', { class: 'speeds', role: 'group', 'aria-label': 'Speed' },
    tool(document.createTextNode('−'), 'Slower (−)', () => player.change(-1)),
    shown,
    tool(document.createTextNode('+'), 'Faster (+)', () => player.change(1)));
}

/** Pause while the slider is dragged. */
function pauseWhileDragged({ playing }: Player, bar: HTMLElement): void {
  const before = playing.get();
  playing.set(false);
  const release = (): void => {
    bar.removeEventListener('pointerup', release);
    bar.removeEventListener('pointercancel', release);
    playing.set(before);
  };
  bar.addEventListener('pointerup', release);
  bar.addEventListener('pointercancel', release);
}

/** The time slider. */
function scrubBar(app: App, live: Live): HTMLElement {
  const { player } = app;
  const length = player.end - player.start;
  const bar = h('input', {
    type: 'range', class: 'scrub', min: player.start, max: player.end, step: 'any',
    'aria-label': 'Time', disabled: length <= 0,
  });
  const place = (time: number): void => {
    bar.value = String(time);
    bar.style.setProperty('--at', length > 0 ? String((time - player.start) / length) : '0');
  };
  bar.addEventListener('input', () => player.seek(Number(bar.value)));
  bar.addEventListener('pointerdown', () => pauseWhileDragged(player, bar));
  live.frame.on(place);
  live.tick.on((time) => bar.setAttribute('aria-valuetext', `${app.clock(time)} seconds`));
  place(player.start);
  return bar;
}

function timeShown(app: App, live: Live): HTMLElement {
  const now = h('span', { class: 'now', 'data-part': 'time' }, app.clock(app.player.start));
  live.frame.on((time) => write(now, app.clock(time)));
  return h('div', { class: 'time', role: 'timer', 'aria-live': 'off' },
    now, h('span', { class: 'faint' }, ` / ${app.clock(app.player.end)} s`));
}

export function transport(app: App, live: Live): HTMLElement {
  const { player } = app;
  return h('div', { class: 'transport', role: 'group', 'aria-label': 'Playback' },
    scrubBar(app, live),
    h('div', { class: 'buttons' },
      tool('start', 'Go to the start (Backspace)', () => player.rewind()),
      tool('back', 'Previous frame (←)', () => player.step(-1)),
      playButton(app),
      tool('forward', 'Next frame (→)', () => player.step(1)),
      loopButton(app)),
    timeShown(app, live),
    speedChoice(app));
}
