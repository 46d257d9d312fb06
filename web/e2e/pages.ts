// SPDX-License-Identifier: Apache-2.0
//
// Pages to open: made by the program, or made up where what it shows must be chosen.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { elements, Packer } from '../test/fixtures';
import { pageOf } from '../test/mechanisms';
import type { Run } from '../src/data/page';

const ROOT = resolve('..');

const PATIENCE = 240_000; // ms that a program may take

/** The program: LUDO_PROGRAM, or what was built last for tests or for use. */
const PROGRAM = [process.env.LUDO_PROGRAM ?? '', 'build-gcc/ludo', 'build/ludo']
  .filter((path) => path !== '').map((path) => resolve(ROOT, path)).find(existsSync);

/** Where pages and screenshots are kept. */
export const folder = join(PROGRAM ? resolve(PROGRAM, '..') : resolve(ROOT, 'build'), 'e2e');

/** Run the program in the root of the sources; what it printed. */
export function ludo(...words: string[]): string {
  if (PROGRAM === undefined) {
    throw new Error('there is no program: build it, or name it by LUDO_PROGRAM');
  }
  mkdirSync(folder, { recursive: true });
  return execFileSync(PROGRAM, words, { cwd: ROOT, encoding: 'utf8', timeout: PATIENCE });
}

let form: string | undefined;

/** A page of made-up runs in the form that the program fills in. */
export function madeUp(name: string, ...makers: ((packer: Packer) => Run)[]): string {
  const packer = new Packer();
  const page = pageOf(...makers.map((make) => make(packer)));
  return filled(name, elements(page, packer));
}

/** The form with something in its place of the data. */
export function filled(name: string, data: string): string {
  const file = join(folder, `${name}.html`);
  if (form === undefined) {
    const path = join(folder, 'form.html');
    mkdirSync(folder, { recursive: true });
    execFileSync(join(ROOT, 'tools/build_page'), [path], { timeout: PATIENCE });
    form = readFileSync(path, 'utf8');
  }
  writeFileSync(file, form.replace('<!--ludo:page-->', () => data));
  return file;
}
