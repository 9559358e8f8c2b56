import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { HighlightPosition } from '../../src/domain/highlight';
import { LABEL_COLORS } from '../../src/domain/label-tree';
import { writeBundle } from '../../src/formats';
import { bundleJsonSchema } from '../../src/formats/bundle/json-schema';
import { highlightRepository, labelColorRepository, transferRepository } from '../../src/library';
import { bundleSource } from '../../src/transfer';
import { loaded, page, testLibrary, value } from '../library/library';
import { readProjectFile } from '../support/project';
import { filesOf } from './archives';

const RED = 'https://example.org/red.png';
const POSITION: HighlightPosition = { start: 0, end: 3, textLength: 9, textHash: 'h' };

/** The JSON entries of the bundle of a library with everything, by their paths. */
let entries: Record<string, unknown>;

beforeEach(async () => {
  const { library, tables } = await testLibrary();
  const saved = page({ title: 'Leaves', html: `<p>Leaves <img src="${RED}"></p>`, images: [RED] });
  const { id } = value(await library.bookmarks.save(saved)).bookmark;
  value(await library.articles.addImages(id, [loaded(RED, 'red')]));
  value(await library.bookmarks.edit(id, { title: 'Other', addLabels: ['plants'] }));
  const quote = { exact: 'Leaves', prefix: '', suffix: '' };
  const fields = { bookmarkId: id, quote, color: 'red', position: POSITION, note: 'Why?' };
  const highlights = library.part(highlightRepository);
  value(await highlights.add(fields));
  const deleted = value(await highlights.add({ ...fields, note: 'Not any more' }));
  value(await highlights.delete([deleted.id]));
  const { urlKey } = (await tables.bookmarks.get(id))!;
  value(await library.drafts.put({ urlKey, note: 'Begun' }));
  value(await library.bookmarks.save(page({ url: 'https://example.org/b', html: null })));
  await library.part(labelColorRepository).setColors(new Map([['plants', LABEL_COLORS[0]]]));
  value(await library.collections.create({ name: 'Later', search: 'is:unread', localSearch: '' }));
  const source = bundleSource(library.part(transferRepository), null, { toolbarClick: 'open' });
  const files = await filesOf(Buffer.concat(await Array.fromAsync(writeBundle(source, null))));
  const json = [...files].filter(([name]) => /\.jsonl?$/.test(name));
  entries = Object.fromEntries(json.map(([name, text]) => [name, parsed(name, text)]));
});

const parsed = (name: string, text: string): unknown =>
  name.endsWith('.jsonl')
    ? text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
    : JSON.parse(text);

const isValid = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(
  bundleJsonSchema(),
);

describe('docs/bundle.schema.json', () => {
  it('is that of the code (npm run docs)', () => {
    const committed = JSON.parse(readProjectFile('docs/bundle.schema.json'));
    expect(committed).toEqual(JSON.parse(JSON.stringify(bundleJsonSchema())));
  });

  it('accepts each JSON entry of a bundle', () => {
    expect(Object.keys(entries)).toEqual([
      'leafmark.json',
      'bookmarks/000001.jsonl',
      'highlights/000001.jsonl',
      'collections.jsonl',
      'labels.jsonl',
      'different-pages.jsonl',
      'site-rules.jsonl',
      'deleted-highlights.jsonl',
      'drafts.jsonl',
      'library.json',
      'settings.json',
      'summary.json',
    ]);
    isValid(entries);
    expect(isValid.errors ?? []).toEqual([]);
  });

  it.each([
    ['an id that is a path', 'bookmarks/000001.jsonl', { id: '../a' }],
    ['a time that is a text', 'bookmarks/000001.jsonl', { created: '2026-01-01' }],
    ['progress above 100', 'bookmarks/000001.jsonl', { readProgress: 101 }],
    ['a hash that is none', 'bookmarks/000001.jsonl', { icon: 'abc' }],
    ['a quote without a text', 'highlights/000001.jsonl', { quote: {} }],
  ])('refuses %s', (_, entry, change) => {
    const [line] = entries[entry] as [object];
    expect(isValid({ ...entries, [entry]: [{ ...line, ...change }] })).toBe(false);
  });

  it('refuses a version without a number, and an entry that it does not know', () => {
    expect(isValid({ ...entries, 'leafmark.json': { format: 'leafmark-library' } })).toBe(false);
    expect(isValid({ ...entries, 'other.json': {} })).toBe(false);
  });
});
