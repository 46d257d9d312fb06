// SPDX-License-Identifier: Apache-2.0
//
// Decodes the script elements of the page into runs. Arrays are unpacked at their first use.

import { Arrays, Unreadable } from './arrays';
import { balanced } from './energy';
import { Motion } from './film';
import type { Comparison, Facts, Mesh, Model, Page, Run } from './page';
import { Curve, type Quantity } from './series';
import { Contacts } from './contacts';

/** A run with its curves, motion and contacts. */
export interface LoadedRun {
  title: string;
  file: string;
  facts: Facts | null;
  model: Model | null;
  motion: Motion | null;
  contacts: Contacts | null; // null: no contacts
  curves: Quantity[];
  /** The curve of a name, if the run has one. */
  curve(name: string): Quantity | undefined;
  /** Vertices and triangles of a mesh of the model. */
  mesh(mesh: Mesh): { vertices: Float64Array[]; faces: Float64Array[] };
}

export interface LoadedComparison extends Omit<Comparison, 'error'> {
  error: Curve | null;
}

/** The contents of a page. */
export interface Report {
  generator: string;
  runs: LoadedRun[];
  comparison: { reference: number; measure: string; rows: LoadedComparison[] } | null;
}

function curvesOf(run: Run, arrays: Arrays): Quantity[] {
  return balanced(run, run.series.map((series) => new Curve(series, arrays)));
}

function loadedRun(run: Run, arrays: Arrays): LoadedRun {
  const curves = curvesOf(run, arrays);
  const byName = new Map(curves.map((curve) => [curve.name, curve]));
  return {
    title: run.title,
    file: run.file,
    facts: run.facts,
    model: run.model,
    motion: run.film && run.model ? new Motion(run.film, run.model, arrays) : null,
    contacts: run.film && run.touches ? new Contacts(run.touches, run.film, arrays) : null,
    curves,
    curve: (name) => byName.get(name),
    mesh: (mesh) => ({ vertices: arrays.unpack(mesh.vertices), faces: arrays.unpack(mesh.faces) }),
  };
}

/** Distinct titles of runs. Runs with equal titles get their file names instead, and a number where
 * the file names are equal too. */
function titles(runs: readonly Run[]): string[] {
  const isUnique = (all: readonly string[], name: string): boolean =>
    all.indexOf(name) === all.lastIndexOf(name);
  const given = runs.map(({ title }) => title);
  const files = runs.map(({ title, file }) =>
    (isUnique(given, title) ? title : file.replace(/\.\w+$/, '')));
  return files.map((name, k) => (isUnique(files, name) ? name : `${name} (${k + 1})`));
}

function loaded(page: Page, arrays: Arrays): Report {
  const { comparison } = page;
  const names = titles(page.runs);
  return {
    generator: page.generator,
    runs: page.runs.map((run, k) => loadedRun({ ...run, title: names[k] }, arrays)),
    comparison: comparison && {
      ...comparison,
      rows: comparison.rows.map((row) => ({
        ...row, error: row.error && new Curve(row.error, arrays),
      })),
    },
  };
}

/** The text of an element that the program writes into the page. */
function textOf(document: Pick<Document, 'getElementById'>, id: string): string {
  const text = document.getElementById(id)?.textContent;
  if (!text) {
    throw new Unreadable('This page holds no run: it is the empty template.',
      '`ludo report RUN.h5 -o PAGE.html` makes a page of a run.');
  }
  return text;
}

function parsed(text: string): Page {
  let page: Page;
  try {
    page = JSON.parse(text) as Page;
  } catch (error) {
    throw new Unreadable(`The description of the run is damaged: ${(error as Error).message}.`);
  }
  if (page.format !== 1) {
    throw new Unreadable(`The data have format ${String(page.format)}, but this page reads 1.`);
  }
  if (!Array.isArray(page.runs) || page.runs.length === 0) {
    throw new Unreadable('The description is damaged: it has no runs.');
  }
  return page;
}

async function inflated(base64: string, what: string): Promise<Uint8Array> {
  if (typeof DecompressionStream === 'undefined') {
    throw new Unreadable('This browser can’t decompress the page: it has no DecompressionStream.',
      'Open the page in a browser of 2023 or later.');
  }
  try {
    const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new Unreadable(`${what} are damaged or cut off.`);
  }
}

/** Decode the data that `ludo` wrote into a page.
 * @throws Unreadable */
export async function decodePage(document: Pick<Document, 'getElementById'>): Promise<Report> {
  const text = textOf(document, 'ludo-page').trim();
  const page = parsed(text.startsWith('{') ? text
    : new TextDecoder().decode(await inflated(text, 'The descriptions in this page')));
  const numbers = textOf(document, 'ludo-arrays').trim();
  const arrays = new Arrays(await inflated(numbers, 'The numbers in this page'));
  return loaded(page, arrays);
}
