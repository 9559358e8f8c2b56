import { globSync, readFileSync } from 'node:fs';
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
describe.each(TARGETS)('the scripts of %s', (target) => {
  const folder = outputFolder(target);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const withDomPurify = globSync('**/*.js', { cwd: folder }).filter((name) =>
    /dompurify/i.test(read(name)),
  );

  it('have every element and attribute that DOMPurify knows where they include it', () => {
    const known = listsOfDomPurify();
    expect(known.length).toBeGreaterThan(400);
    // The part of the pages that shows articles.
    expect(withDomPurify.some((name) => name.startsWith('chunks'))).toBe(true);
    for (const name of withDomPurify) {
      const script = read(name);
      expect(known.filter((each) => !script.includes(each))).toEqual([]);
    }
  });

  it('have every method and value of Readability where they capture a page', () => {
    const members = Readability.prototype;
    const names = [...Object.keys(members), ...Object.keys(Reflect.get(members, 'REGEXPS'))];
    const script = read('capture.js');
    expect(names.length).toBeGreaterThan(60);
    expect(names.filter((name) => !script.includes(name))).toEqual([]);
  });

  it('include DOMPurify in a background that has a DOM, and not where a page is captured', () => {
    expect(withDomPurify).not.toContain('capture.js');
    expect(withDomPurify).not.toContain('capture-images.js');
    expect(withDomPurify.includes('background.js')).toBe(target === 'firefox-mv3');
  });
});

/** A text of each library that belongs in other scripts than the background, and one of them. */
const ELSEWHERE = [
  ['Readability', '_grabArticle', 'capture.js'],
  ['parse5', 'eof-in-doctype', 'transfer-worker.js'],
  ['mdast-util-to-markdown', 'thematicBreak', 'transfer-worker.js'],
  ['fflate', 'invalid block type', 'transfer-worker.js'],
  ['css-select', 'adjacent', 'transfer-worker.js'],
] as const;

describe.each(TARGETS)('the background of %s', (target) => {
  const read = (name: string) => readFileSync(join(outputFolder(target), name), 'utf8');

  it.each(ELSEWHERE)('does not have %s', (_, text, script) => {
    expect(read(script)).toContain(text);
    expect(read('background.js')).not.toContain(text);
  });
});

describe.each(TARGETS)('the worker for exports and imports of %s', (target) => {
  it('has no build of a library that needs a document', () => {
    const script = readFileSync(join(outputFolder(target), 'transfer-worker.js'), 'utf8');
    expect(script).not.toMatch(/\bdocument\.(?:createElement|implementation|querySelector)/);
  });
});
