// SPDX-License-Identifier: Apache-2.0
//
// The lists of numbers of a page, unpacked from their block of bytes.

import type { PackedArray } from './page';

/** Says in words for people why a page can't be shown. */
export class Unreadable extends Error {}

/** The block of numbers that a page holds. */
export class Arrays {
  constructor(private readonly block: Uint8Array) {}

  /** The lists of an array, one after the other. */
  unpack(array: PackedArray): Float64Array[] {
    const total = array.tracks * array.count;
    const width = array.kind === 'floats' ? 4 : array.bytes;
    const end = array.at + total * width;
    if (!(array.at >= 0 && total >= 0 && end <= this.block.length)) {
      throw new Unreadable(`Its numbers end at byte ${this.block.length}, not at ${end}.`);
    }
    const words = gathered(this.block, array.at, total, width);
    const numbers = array.kind === 'floats' ? Float64Array.from(new Float32Array(words.buffer))
      : summed(words, array);
    const lists = [];
    for (let track = 0; track < array.tracks; track++) {
      lists.push(numbers.subarray(track * array.count, (track + 1) * array.count));
    }
    return lists;
  }

  /** The only list of an array. */
  list(array: PackedArray): Float64Array {
    const [list] = this.unpack(array);
    if (list === undefined) {
      throw new Unreadable('A list of numbers is missing.');
    }
    return list;
  }
}

/** Words whose lowest bytes stand first in the block, then all second bytes, ... */
function gathered(block: Uint8Array, at: number, total: number, width: number): Uint32Array {
  const words = new Uint32Array(total);
  for (let byte = 0; byte < width; byte++) {
    const first = at + byte * total;
    const shift = 8 * byte;
    for (let k = 0; k < total; k++) {
      words[k] |= block[first + k] << shift;
    }
  }
  return words;
}

/** Numbers from the differences of signed integers, list by list. */
function summed(words: Uint32Array, { tracks, count, bytes, scale, start }: PackedArray):
  Float64Array {
  const numbers = new Float64Array(words.length);
  const unused = 32 - 8 * bytes;
  for (let track = 0, k = 0; track < tracks; track++) {
    for (let integer = 0, end = k + count; k < end; k++) {
      integer = (integer + words[k]) << unused >> unused;
      numbers[k] = start + scale * integer;
    }
  }
  return numbers;
}
