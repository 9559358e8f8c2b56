import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readability } from '@mozilla/readability';
import { describe, expect, it } from 'vitest';
import { readProjectFile } from '../support/project';
import { outputFolder, TARGETS } from './output';

/** The strings of DOMPurify's own lists of elements and attributes, in its published source. */
function listsOfDomPurify(): readonly string[] {
  const source = readProjectFile('node_modules/dompurify/dist/purify.es.mjs');
  const lists = [...source.matchAll(/^ *const [\w$]+ = freeze\(\[([^\]]*)\]\)/gm)];
  return lists.flatMap(([, items = '']) =>
    [...items.matchAll(/['"]([^'"]+)['"]/g)].map(([, item]) => item!),
  );
}

/**
 * The unit tests run the libraries as they are published. What they show holds for the extension
 * only when the build changes nothing in them.
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

  it('has DOMPurify, and the background, which has no DOM, does not', () => {
    expect(script).toMatch(/dompurify/i);
    expect(read('background.js')).not.toMatch(/dompurify/i);
  });
});
