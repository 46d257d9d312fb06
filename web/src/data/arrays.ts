// SPDX-License-Identifier: Apache-2.0
//
// Arrays of numbers, unpacked from the block of bytes that a page holds.

import type { PackedArray } from './page';

/** Data of a page that can't be read: the reason, and what to do about it. */
export class Unreadable extends Error {
  constructor(message: string,
    readonly advice = 'Write the page again with `ludo report` or `ludo compare`.') {
    super(message);
  }
}

/** The block of bytes of a page. */
export class Arrays {
  constructor(private readonly block: Uint8Array) {}

  /** The lists of an array. */
  unpack(array: PackedArray): Float64Array[] {
    const total = array.tracks * array.count;
    const width = array.kind === 'floats' ? 4 : array.bytes;
    const end = array.at + total * width;
    if (!(array.at >= 0 && total >= 0 && end <= this.block.length)) {
      throw new Unreadable(`The data end at byte ${this.block.length} instead of ${end}.`);
    }
    const words = fromPlanes(this.block, array.at, total, width);
    const numbers = array.kind === 'floats' ? Float64Array.from(new Float32Array(words.buffer))
      : fromDifferences(words, array);
    const lists = [];
    for (let track = 0; track < array.tracks; track++) {
      lists.push(numbers.subarray(track * array.count, (track + 1) * array.count));
    }
    return lists;
  }

  /** The list of an array that has one. */
  list(array: PackedArray): Float64Array {
    const [list] = this.unpack(array);
    if (list === undefined) {
      throw new Unreadable('The data are damaged: an array is empty.');
    }
    return list;
  }
}

/** Integers from byte planes: the lowest bytes of all integers, then all second bytes, ... */
function fromPlanes(block: Uint8Array, at: number, total: number, width: number): Uint32Array {
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

/** Numbers from differences of signed integers, list by list. */
function fromDifferences(words: Uint32Array, { tracks, count, bytes, scale, start }: PackedArray):
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
