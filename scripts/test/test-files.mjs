// Finds files of tests: by their text, by a tag, or by a source that they import.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { ROOT } from '../set-up/process.mjs';

/** Returns the files of tests whose text is accepted. @param {(text: string) => boolean} accepts */
export function testFiles(accepts) {
  return readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
    .map((file) => join('tests', file.replaceAll('\\', '/')))
    .filter((file) => TEST.test(file) && accepts(readFileSync(join(ROOT, file), 'utf8')));
}

const TEST = /\.test\.tsx?$/;

/**
 * Returns the files that name a tag.
 *
 * @param {string} tag
 * @param {{ whole?: boolean }} [which] `whole`: only those whose tests all have it
 */
export const filesWith = (tag, which) => testFiles((text) => namesTag(text, tag, which));

/** Describes tests on each database, of which one has the tag `full`. */
const ON_DATABASES = 'describeOnDatabases\\(';

/**
 * Returns true if the text of a test names a tag.
 *
 * @param {string} text
 * @param {string} tag
 * @param {{ whole?: boolean }} [which]
 */
export function namesTag(text, tag, { whole = false } = {}) {
  const module = `@module-tag ${tag}$`;
  const all = [module, `tags: (?:\\[[^\\]]*)?'${tag}'`, ...(tag === 'full' ? [ON_DATABASES] : [])];
  return new RegExp(whole ? module : all.join('|'), 'm').test(text);
}

const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;
const ENDINGS = ['', '.ts', '.tsx', '.mjs', '/index.ts'];

/**
 * Returns for each source the tests that import it, the nearest first: a test with more words of the
 * source's path in its own, then one that imports the source through fewer files.
 *
 * @param {readonly string[]} paths all modules of the project, relative to the current folder
 * @returns {(source: string) => string[]}
 */
export function findImporters(paths) {
  const known = new Set(paths);
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const path of paths.filter((one) => existsSync(one))) {
    for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(IMPORT)) {
      const base = join(dirname(path), target);
      const found = ENDINGS.map((ending) => base + ending).find((one) => known.has(one));
      if (found !== undefined) importers.set(found, [...(importers.get(found) ?? []), path]);
    }
  }
  return (source) => {
    // A set keeps the order in which the search reaches the files, also while it grows.
    const reached = new Set([source]);
    for (const path of reached)
      for (const importer of importers.get(path) ?? []) reached.add(importer);
    const words = new Set(wordsOf(source));
    const likeness = (/** @type {string} */ path) =>
      wordsOf(path).filter((word) => words.has(word)).length;
    return [...reached]
      .filter((path) => TEST.test(path))
      .toSorted((one, other) => likeness(other) - likeness(one));
  };
}

/** Returns the different words of a path. @param {string} path */
const wordsOf = (path) => [...new Set(path.split(/\W+/))];
