// SPDX-License-Identifier: Apache-2.0
//
// Decoding of pages whose data are packed by the contract, independently of the decoder.

import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Unreadable } from '../src/data/arrays';
import { decodePage } from '../src/data/decode';
import type { PackedArray, Page } from '../src/data/page';
import { documentOf, Packer } from './fixtures';
import { doublePendulum, longChain, pageOf } from './mechanisms';

/** A page whose only series holds these values. */
function pageWith(value: PackedArray, time = value): Page {
  return pageOf({
    title: 'a </script> title', file: 'a.h5', facts: null, model: null, film: null,
    series: [{ name: 'a', label: 'a', group: 'other', unit: '', knots: 9, time, value }],
  });
}

async function unpacked(packer: Packer, value: PackedArray): Promise<Float64Array> {
  const report = await decodePage(documentOf(pageWith(value), packer));
  return report.runs[0].curves[0].value;
}

test.each([1, 2, 4] as const)('integers of %i bytes are decoded within half a step',
  async (bytes) => {
    const values = Array.from({ length: 1000 }, (_, k) => 3 + Math.sin(k * k));
    const packer = new Packer();
    const packed = packer.ints([values], bytes);
    const back = await unpacked(packer, packed);
    values.forEach((value, k) => {
      // half a step of the integers, and the rounding of start + scale * integer
      expect(Math.abs(back[k] - value)).toBeLessThanOrEqual(packed.scale / 2 + 1e-15);
    });
  });

test('differences that wrap around are decoded', async () => {
  const packer = new Packer();
  const back = await unpacked(packer, packer.ints([[-127, 127, -127, 0, 127]], 1));
  expect([...back]).toEqual([-127, 127, -127, 0, 127]);
});

test('a constant list is decoded exactly', async () => {
  const packer = new Packer();
  expect([...await unpacked(packer, packer.ints([[0.1, 0.1, 0.1]], 2))]).toEqual([0.1, 0.1, 0.1]);
});

test('single precision is decoded bit by bit, gaps included', async () => {
  const values = [0, -0, 1.5, -3.4e38, 1.4e-45, NaN, Infinity].map(Math.fround);
  const packer = new Packer();
  expect([...await unpacked(packer, packer.floats([values]))]).toEqual(values);
});

test('differences start again with each list', async () => {
  const packer = new Packer();
  packer.floats([[1, 2, 3]]); // precedes it in the block
  const packed = packer.ints([[-5, 5], [5, -5], [0, 5]], 1);
  const run = (await decodePage(documentOf(pageWith(packed), packer))).runs[0];
  const mesh = { name: 'm', vertices: packed, faces: packed };
  // steps of 5/127: exact but for rounding
  run.mesh(mesh).vertices.forEach((list, k) => {
    expect([...list].map((v) => Math.round(v * 1e9) / 1e9)).toEqual([[-5, 5], [5, -5], [0, 5]][k]);
  });
});

test('names may hold anything', async () => {
  const packer = new Packer();
  const report = await decodePage(documentOf(pageWith(packer.floats([[1]])), packer));
  expect(report.runs[0].title).toBe('a </script> title');
});

test('runs of equal title are named by their files', async () => {
  const packer = new Packer();
  const [run] = pageWith(packer.floats([[1]])).runs;
  const runs = [{ ...run, file: 'coarse.h5' }, { ...run, file: 'fine.h5' },
    { ...run, title: 'b' }];
  const report = await decodePage(documentOf(pageOf(...runs), packer));
  expect(report.runs.map(({ title }) => title)).toEqual(['coarse', 'fine', 'b']);
  const twice = await decodePage(documentOf(pageOf(runs[0], runs[0], runs[2]), packer));
  expect(twice.runs.map(({ title }) => title)).toEqual(['coarse (1)', 'coarse (2)', 'b']);
});

/** The error message for a page whose elements hold these texts. */
async function complaint(texts: Record<string, string | null>): Promise<string> {
  const document = {
    getElementById: (id: string) =>
      (id in texts ? { textContent: texts[id] } as HTMLElement : null),
  };
  const error = await decodePage(document).then(() => null, (reason: unknown) => reason);
  expect(error).toBeInstanceOf(Unreadable);
  return (error as Error).message;
}

test('a page without data is reported', async () => {
  expect(await complaint({})).toContain('holds no run');
});

test('a truncated description is reported', async () => {
  expect(await complaint({ 'ludo-page': '{"format":1,"ru', 'ludo-arrays': '' }))
    .toContain('description of the run is damaged');
});

test('a description may be compressed', async () => {
  const packer = new Packer();
  const page = pageWith(packer.floats([[1]]));
  const texts: Record<string, string> = {
    'ludo-page': deflateSync(JSON.stringify(page)).toString('base64'),
    'ludo-arrays': packer.base64(),
  };
  const getElementById = (id: string): HTMLElement => ({ textContent: texts[id] }) as HTMLElement;
  expect((await decodePage({ getElementById })).runs[0].title).toBe('a </script> title');
  texts['ludo-page'] = texts['ludo-page'].slice(0, 40);
  expect(await complaint(texts)).toContain('descriptions in this page are damaged');
});

test('a later format is reported', async () => {
  expect(await complaint({ 'ludo-page': '{"format":2}' })).toContain('have format 2');
});

test('a page without runs is reported', async () => {
  expect(await complaint({ 'ludo-page': '{"format":1,"runs":[]}' })).toContain('it has no runs');
});

test.each([
  ['cut', (text: string) => text.slice(0, text.length / 2)],
  ['changed', (text: string) => text.slice(0, 40) + 'AAAA' + text.slice(44)],
  ['no base64', (text: string) => '!' + text],
])('numbers that are %s are reported', async (_how, damage) => {
  const packer = new Packer();
  const page = pageWith(packer.floats([Array.from({ length: 999 }, Math.random)]));
  expect(await complaint({
    'ludo-page': JSON.stringify(page), 'ludo-arrays': damage(packer.base64()),
  })).toContain('numbers in this page are damaged');
});

test('an array that ends beyond the block is reported at its first use', async () => {
  const packer = new Packer();
  const packed = packer.floats([[1, 2, 3]]);
  const report = await decodePage(documentOf(pageWith({ ...packed, count: 4 }), packer));
  expect(() => report.runs[0].curves[0].value).toThrow(Unreadable);
});

test('a curve with more times than values is reported at its first use', async () => {
  const packer = new Packer();
  const [value, time] = [packer.floats([[1, 2]]), packer.floats([[0, 1, 2]])];
  const report = await decodePage(documentOf(pageWith(value, time), packer));
  expect(() => report.runs[0].curves[0].at(0)).toThrow(Unreadable);
});

test('a film whose lists do not fit its bodies is reported at its first use', async () => {
  const packer = new Packer();
  const run = doublePendulum(packer, 0.1);
  run.film?.bodies.pop();
  const { motion } = (await decodePage(documentOf(pageOf(run), packer))).runs[0];
  expect(() => motion?.at(0)).toThrow(Unreadable);
});

test('100 bodies and 10 s are decoded in a fraction of the time that a page may take to open',
  async () => {
    const packer = new Packer();
    const document = documentOf(pageOf(longChain(packer, 100, 10, 10)), packer);
    const start = process.cpuUsage();
    const { motion, curves } = (await decodePage(document)).runs[0];
    motion?.at(0);
    curves.forEach((curve) => curve.value);
    const { user, system } = process.cpuUsage(start); // excludes other processes
    // the page may take 2 s to open; some 30 ms are measured here
    expect((user + system) / 1000).toBeLessThan(500);
  });
