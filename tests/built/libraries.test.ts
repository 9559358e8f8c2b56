import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readability } from '@mozilla/readability';
import { describe, expect, it } from 'vitest';
import { readProjectFile } from '../support/project';
import { outputFolder, TARGETS } from './output';

/** Returns the strings of DOMPurify's lists of elements and attributes in its published source. */
function listsOfDomPurify(): readonly string[] {
  const source = readProjectFile('node_modules/dompurify/dist/purify.es.mjs');
  const lists = [...source.matchAll(/^ *const [\w$]+ = freeze\(\[([^\]]*)\]\)/gm)];
  return lists.flatMap(([, items = '']) =>
    [...items.matchAll(/['"]([^'"]+)['"]/g)].map(([, item]) => item!),
  );
}

/**
 * The unit tests run the libraries as published. Their results apply to the extension only if the
 * build does not change the libraries.
 */
describe.each(TARGETS)('the capture script of %s', (target) => {
  const read = (name: string) => readFileSync(join(outputFolder(target), name), 'utf8');
  const script = read('capture.js');

  it('has every element and attribute that DOMPurify knows', () => {
    const known = listsOfDomPurify();
    expect(known.length).toBeGreaterThan(400);
    expect(known.filter((name) => !script.includes(name))).toEqual([]);
  });

  it('has every method of Readability', () => {
    const methods = Object.keys(Readability.prototype);
    expect(methods.length).toBeGreaterThan(40);
    expect(methods.filter((name) => !script.includes(name))).toEqual([]);
  });

  it('includes DOMPurify, and so does a background that has a DOM', () => {
    expect(script).toMatch(/dompurify/i);
    const hasDom = target === 'firefox-mv3';
    expect(/dompurify/i.test(read('background.js'))).toBe(hasDom);
  });
});

describe.each(TARGETS)('the worker for exports and imports of %s', (target) => {
  it('has no build of a library that needs a document', () => {
    const script = readFileSync(join(outputFolder(target), 'transfer-worker.js'), 'utf8');
    expect(script).not.toMatch(/\bdocument\.(?:createElement|implementation|querySelector)/);
  });
});
