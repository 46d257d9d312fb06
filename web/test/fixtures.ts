// SPDX-License-Identifier: Apache-2.0
//
// Pages for tests, packed by the contract of page.ts independently of the program and the decoder.

import { deflateSync, inflateSync } from 'node:zlib';
import { Arrays } from '../src/data/arrays';
import { Contacts } from '../src/data/contacts';
import type { Film, Page, PackedArray, Touches, Vec3 } from '../src/data/page';

/** Packs lists of numbers into the block of a page. */
export class Packer {
  private parts: Uint8Array[] = [];
  private length = 0;

  /** As integers of so many bytes, with the finest scale that the numbers allow. */
  ints(lists: readonly ArrayLike<number>[], bytes: 1 | 2 | 4): PackedArray {
    let low = Infinity;
    let high = -Infinity;
    for (const list of lists) {
      for (let k = 0; k < list.length; k++) {
        low = Math.min(low, list[k]);
        high = Math.max(high, list[k]);
      }
    }
    const largest = 2 ** (8 * bytes - 1) - 1;
    const start = (low + high) / 2;
    const scale = (high - low) / 2 / largest || 1;
    const words: number[] = [];
    for (const list of lists) {
      let before = 0;
      for (let k = 0; k < list.length; k++) {
        const integer = Math.round((list[k] - start) / scale);
        words.push(integer - before);
        before = integer;
      }
    }
    return this.add(words, lists, { kind: 'ints', bytes, scale, start });
  }

  /** In single precision. */
  floats(lists: readonly ArrayLike<number>[]): PackedArray {
    const words: number[] = [];
    const view = new DataView(new ArrayBuffer(4));
    for (const list of lists) {
      for (let k = 0; k < list.length; k++) {
        view.setFloat32(0, list[k]);
        words.push(view.getInt32(0));
      }
    }
    return this.add(words, lists, { kind: 'floats', bytes: 4, scale: 1, start: 0 });
  }

  /** All that was packed, as a page holds it. */
  base64(): string {
    return deflateSync(Buffer.concat(this.parts)).toString('base64');
  }

  private add(words: readonly number[], lists: readonly ArrayLike<number>[],
    form: Pick<PackedArray, 'kind' | 'bytes' | 'scale' | 'start'>): PackedArray {
    const block = new Uint8Array(form.bytes * words.length);
    for (let byte = 0, at = 0; byte < form.bytes; byte++) {
      for (const word of words) {
        block[at++] = Math.floor(word / 256 ** byte) & 255;
      }
    }
    const packed = { at: this.length, tracks: lists.length, count: lists[0]?.length ?? 0, ...form };
    this.parts.push(block);
    this.length += block.length;
    return packed;
  }
}

/** The script elements of a page. */
export function elements(page: Page, packer: Packer): string {
  const json = JSON.stringify(page).replaceAll('<', '\\u003c');
  return `<script id="ludo-page" type="application/json">${json}</script>`
    + `<script id="ludo-arrays" type="text/plain">${packer.base64()}</script>`;
}

/** The part of a document that the decoder uses. */
export function documentOf(page: Page, packer: Packer): Pick<Document, 'getElementById'> {
  const texts: Record<string, string> = {
    'ludo-page': JSON.stringify(page),
    'ludo-arrays': packer.base64(),
  };
  return {
    getElementById: (id: string) => ({ textContent: texts[id] ?? null }) as HTMLElement,
  };
}

/** A contact as a page has it. */
export interface Touch {
  bodies: [number, number];
  point: Vec3;
  normal: Vec3;
  friction: Vec3;
}

/** The arrays of contacts, frame by frame. */
export function touchesOf(packer: Packer, ...frames: readonly Touch[][]): Touches {
  const all = frames.flat(), first = [0];
  frames.forEach(({ length }) => first.push(first[first.length - 1] + length));
  const pack = (count: number, list: (touch: Touch) => readonly number[]): PackedArray =>
    packer.floats(Array.from({ length: count }, (_, c) => all.map((touch) => list(touch)[c])));
  return {
    first: packer.floats([first]), bodies: pack(2, ({ bodies }) => bodies),
    point: pack(3, ({ point }) => point), normal: pack(3, ({ normal }) => normal),
    friction: pack(3, ({ friction }) => friction),
  };
}

/** The contacts of a run with these frames, one per second. */
export function contactsOf(...frames: readonly Touch[][]): Contacts {
  const packer = new Packer(), touches = touchesOf(packer, ...frames);
  const film = { time: packer.floats([[...frames.keys()]]) } as Film;
  const block = inflateSync(Buffer.from(packer.base64(), 'base64'));
  return new Contacts(touches, film, new Arrays(block));
}
